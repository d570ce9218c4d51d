package dev.tactus.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A command on its way: what its handler gets, and what it answers with.
///
/// It can be answered once. The first answer counts, and every other one is refused and published
/// as [ProcessWarning.AnsweredTwice]. If nobody wants the answer any more, because the process has
/// ended, has withdrawn the yield or got an answer by its tag, it is *abandoned*, and answers are
/// refused in silence.
///
/// Threads: any, for every public method.
public final class CommandCall extends EventNode {
  private static final int OPEN = 0;
  private static final int ANSWERED = 1;
  private static final int ABANDONED = 2;

  private static final Runnable DONE = () -> {};
  private static final VarHandle STATE;
  private static final VarHandle HOOK;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(CommandCall.class, "state", int.class);
      HOOK = lookup.findVarHandle(CommandCall.class, "hook", Runnable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ProcessTask caller;
  private final Command command;
  private final long tag;
  private final boolean isAwaited;

  private volatile int state;
  private volatile @Nullable Runnable hook;
  private @Nullable Object result;
  private @Nullable Throwable error;

  /// Whether the process waits for it, and its neighbours among those that it waits for; the worker
  /// alone touches them.
  boolean isOpen;

  /// Whether its handler was called; until then its link belongs to the output of the step.
  boolean isDispatched;

  @Nullable CommandCall older;
  @Nullable CommandCall newer;

  CommandCall(ProcessTask caller, Command command, long tag, boolean isAwaited) {
    this.caller = caller;
    this.command = command;
    this.tag = tag;
    this.isAwaited = isAwaited;
  }

  /// The process that wants it done.
  public Pid caller() {
    return caller.self();
  }

  /// The system of that process.
  public ProcessSystem system() {
    return caller.system();
  }

  /// What it wants done.
  public Command command() {
    return command;
  }

  /// The tag that the process gave it; -1 for a command whose answer nobody awaits.
  public long tag() {
    return tag;
  }

  /// The argument of the command.
  ///
  /// @throws ProcessException.InvalidArgument when it is missing or of another type
  public <T> T argument(Class<T> type) {
    Object argument = command.argument();
    if (!type.isInstance(argument)) {
      throw new ProcessException.InvalidArgument(command.id(), argument, type);
    }
    return type.cast(argument);
  }

  /// Answers with a result.
  ///
  /// @return whether this was the answer that counts
  public boolean complete(@Nullable Object value) {
    return answer(value, null);
  }

  /// Answers with an error.
  ///
  /// @return whether this was the answer that counts
  public boolean fail(Throwable cause) {
    return answer(null, Objects.requireNonNull(cause, "cause: say why it failed"));
  }

  private boolean answer(@Nullable Object value, @Nullable Throwable cause) {
    if (!settle(value, cause)) {
      if (state == ANSWERED) {
        caller.answeredTwice(this);
      }
      return false;
    }
    if (isAwaited) {
      return caller.deliver(this);
    }
    if (cause != null) {
      caller.postFailed(this, cause);
    }
    return true;
  }

  private boolean settle(@Nullable Object value, @Nullable Throwable cause) {
    if (!STATE.compareAndSet(this, OPEN, ANSWERED)) {
      return false;
    }
    // plain: the queue publishes them.
    result = value;
    error = cause;
    return true;
  }

  /// Answers in place of the handler, whose answer is not wanted any more: [#tellAbandoned] has to
  /// follow. Threads: the worker.
  ///
  /// @return false when it was answered before
  boolean answerInstead(@Nullable Object value, @Nullable Throwable cause) {
    if (!STATE.compareAndSet(this, OPEN, ABANDONED)) {
      return false;
    }
    result = value;
    error = cause;
    return true;
  }

  /// The answer as an event. Threads: the worker, after it was delivered or settled here.
  Event event() {
    return error == null ? new Event.Completed(tag, result) : new Event.Failed(tag, error);
  }

  /// Asks to be told when the answer is no longer wanted, so that what works on it can be stopped.
  /// If it is unwanted already, the action runs at once.
  ///
  /// @param action quick and not blocking; it runs on the thread that ends the wait
  public void onAbandon(Runnable action) {
    Objects.requireNonNull(action, "action: say what is to be stopped");
    if (!HOOK.compareAndSet(this, null, action)) {
      if (hook != DONE) {
        throw new IllegalStateException(
            "A second action was given for the end of command '"
                + command.id()
                + "'; one is allowed, which can do both.");
      }
      action.run();
    }
  }

  /// The same beside what was given to [#onAbandon], if anything was.
  void onAbandonToo(Runnable action) {
    Runnable seen = hook;
    while (seen != DONE) {
      Runnable earlier = seen;
      Runnable both =
          earlier == null
              ? action
              : () -> {
                try {
                  earlier.run();
                } finally {
                  action.run();
                }
              };
      if (HOOK.compareAndSet(this, earlier, both)) {
        return;
      }
      seen = hook;
    }
    action.run();
  }

  /// Whether the answer is no longer wanted.
  public boolean isAbandoned() {
    return state == ABANDONED;
  }

  /// Says that nobody wants the answer any more. Threads: the worker.
  void abandon() {
    if (STATE.compareAndSet(this, OPEN, ABANDONED)) {
      tellAbandoned();
    }
  }

  /// Tells whoever works on it. Threads: the worker, once.
  void tellAbandoned() {
    // exchange: pairs with the CAS in onAbandon(); one of the two sees the other.
    Runnable action = (Runnable) HOOK.getAndSet(this, DONE);
    if (action != null) {
      action.run();
    }
  }

  @Override
  public String toString() {
    return "command '%s' of %s, tag %d".formatted(command.id(), caller.self(), tag);
  }
}
