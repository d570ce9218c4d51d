package dev.tactus.process;

import dev.tactus.event.VmErrors;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One process in its system: the task that workers run, and at the same time its context.
///
/// ## A turn
///
/// The worker takes the queue, lets the process make a step, and carries out the commands that came
/// out of it; then the status decides. A handler that answers at once pushes to the queue of the
/// very process that is RUNNING: this sets the bit, and the process steps again instead of going to
/// rest. After `stepsPerTurn` steps it goes behind those that wait longer, so a process that never
/// rests does not starve others.
///
/// ## The end
///
/// In this order: the queue is closed, so that senders get an error; open calls are abandoned; the
/// implementation is closed; the word becomes COMPLETE; the number leaves the table; the others are
/// told. Numbers are not given twice, so a late answer, which finds the closed queue, cannot reach
/// another process.
///
/// Threads: the worker, except where a method says otherwise.
final class ProcessTask extends StateWord implements ProcessContext {
  private static final VarHandle EVICTION;
  private static final VarHandle RELATIONS;
  private static final VarHandle STEPS;
  private static final Relations NO_RELATIONS = Relations.closed();
  private static final ExitReason POOL_CLOSED =
      new ExitReason.Terminated("the worker pool takes no more work");

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      EVICTION = lookup.findVarHandle(ProcessTask.class, "eviction", ExitReason.class);
      RELATIONS = lookup.findVarHandle(ProcessTask.class, "relations", Relations.class);
      STEPS = lookup.findVarHandle(ProcessTask.class, "steps", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final long startNanos;

  private final ProcessSystem system;
  private final Pid pid;

  /// Null before `init` has returned, and after the end. Plain: it goes from the starter to the
  /// workers with the task; a dump that reads it at any time may see an older one.
  private @Nullable Process process;

  private @Nullable OpenCalls calls;

  /// What its steps have left; null when that is nothing.
  private @Nullable Events unread;

  /// Where it goes when it has nothing to read; RUNNING while it wants a step all the same, as at
  /// first.
  private byte resting = (byte) RUNNING;

  /// Why it must end; set once, before the bit of the word.
  private volatile @Nullable ExitReason eviction;

  private volatile @Nullable Relations relations;
  private volatile boolean trapsExits;

  @SuppressWarnings("unused") // accessed through STEPS
  private long steps;

  ProcessTask(ProcessSystem system, Pid pid, long startNanos) {
    this.system = system;
    this.pid = pid;
    this.startNanos = startNanos;
  }

  @Override
  public Pid self() {
    return pid;
  }

  @Override
  public ProcessSystem system() {
    return system;
  }

  @Override
  public void trapExits(boolean trapped) {
    trapsExits = trapped;
  }

  // ---- from any thread ----

  /// Puts something into the queue and sees to it that the process is stepped. Threads: any.
  ///
  /// @return false when the process has ended
  boolean deliver(EventNode node) {
    if (!push(node)) {
      return false;
    }
    if (wake()) {
      submit();
    }
    return true;
  }

  /// Ends the process before its next step. Threads: any.
  ///
  /// @return whether this call is the one that ends it
  boolean evict(ExitReason reason) {
    if (!EVICTION.compareAndSet(this, null, reason)) {
      return false;
    }
    Ending ending = forbidSteps();
    if (ending == Ending.SUBMIT) {
      submit();
    }
    return ending != Ending.TOO_LATE;
  }

  /// Hands a READY process to the pool. Threads: who made it ready.
  private void submit() {
    if (!system.pool().trySubmit(this)) {
      refused();
    }
  }

  /// The pool has not taken a READY process. Threads: who made it ready.
  @Override
  protected void refused() {
    system.refusedTurns().add(this);
  }

  /// Ends a READY process that the pool does not take. Threads: who has it in place of the pool.
  void endRefused() {
    Events events = events();
    finish(beginTurn() ? POOL_CLOSED : evictionReason(), events);
  }

  /// Whether it must not step any more. Threads: any.
  boolean isEvicted() {
    return eviction != null;
  }

  /// Who has to know of its end. Threads: any.
  Relations relations() {
    Relations seen = relations;
    if (seen == null) {
      Relations made = new Relations();
      seen = RELATIONS.compareAndSet(this, null, made) ? made : relations;
    }
    return Objects.requireNonNull(seen, "relations");
  }

  /// Tells of the end of a process that this one monitors. Threads: any.
  void watchedEnded(Pid other, ExitReason reason) {
    if (relations().remove(other, Relations.WATCHES)) {
      deliver(new EventNode.Letter(new Event.Exited(other, reason)));
    }
  }

  /// Tells of the end of a process that this one is linked to. Threads: any.
  void linkedEnded(Pid other, ExitReason reason) {
    if (!relations().remove(other, Relations.LINKED)) {
      return; // the link was undone meanwhile
    }
    if (trapsExits) {
      deliver(new EventNode.Letter(new Event.Exited(other, reason)));
    } else if (!reason.isNormal()) {
      evict(new ExitReason.LinkBroken(other, reason));
    }
  }

  void answeredTwice(CommandCall call) {
    system.warn(new ProcessWarning.AnsweredTwice(pid, call.tag(), call.command().id()));
  }

  void postFailed(CommandCall call, Throwable error) {
    system.warn(new ProcessWarning.PostFailed(pid, call.command().id(), error));
  }

  /// How it looks. Threads: any.
  ProcessInfo info() {
    Process running = process;
    return new ProcessInfo(
        pid,
        running == null ? "-" : nameOf(running.getClass()),
        state(),
        stepsMade(),
        startNanos,
        queued());
  }

  /// An anonymous class has no simple name.
  private static String nameOf(Class<?> type) {
    String simple = type.getSimpleName();
    return simple.isEmpty() ? type.getName().substring(type.getPackageName().length() + 1) : simple;
  }

  /// Whether its `init` has returned and it has not ended, as far as one can tell: false a moment
  /// too long is possible, true too early is not. After [#state()] it is right of a process that
  /// rests. Threads: any.
  boolean hasStarted() {
    return process != null;
  }

  long stepsMade() {
    return (long) STEPS.getOpaque(this);
  }

  // ---- the start ----

  /// Calls `init` and makes the process ready. Threads: the starter.
  ///
  /// @throws ProcessException when `init` throws; the process has then ended
  void start(Commands.Spawn wanted) {
    try {
      Process made = wanted.implementation().get();
      made.init(this, wanted.method(), wanted.input());
      process = made;
    } catch (Throwable e) {
      ProcessException error =
          e instanceof ProcessException.UnknownMethod known
              ? known
              : new ProcessException.StartFailed(wanted.method(), e);
      finish(new ExitReason.Crashed(error), null);
      VmErrors.throwIfFatal(e);
      throw error;
    }
    backToReady();
    submit();
  }

  /// Gives up a process that was never started. Threads: the starter.
  void discard(ExitReason reason) {
    finish(reason, null);
  }

  // ---- the turn ----

  @Override
  protected boolean run() {
    Events events = events();
    try {
      if (beginTurn()) {
        return turn(events);
      }
      finish(evictionReason(), events);
      return false;
    } catch (Throwable e) {
      if (state() == ProcessState.RUNNING) {
        finish(new ExitReason.Crashed(e), events); // nobody else would
      }
      throw e;
    }
  }

  private Events events() {
    return unread == null ? new Events(this) : unread;
  }

  private boolean turn(Events events) {
    StepOutput out = new StepOutput(this);
    for (int left = system.stepsPerTurn(); left > 0; left--) {
      events.append(takeAll());
      // A wake-up may come after what it tells of was read, or for an answer that nobody wants.
      if (resting == RUNNING || !events.isUsedUp()) {
        ExitReason end = step(events, out);
        if (end != null) {
          finish(end, events);
          return false;
        }
        resting = (byte) restingState(out.status());
      }
      if (resting != RUNNING) {
        keep(events);
        if (rest(resting)) {
          return false; // from here on it belongs to whoever wakes it
        }
      }
      if (!goOn()) {
        finish(evictionReason(), events);
        return false;
      }
    }
    keep(events);
    backToReady();
    return true;
  }

  /// Makes a step and carries out its commands.
  ///
  /// @return why the process has ended; null when it has not
  private @Nullable ExitReason step(Events events, StepOutput out) {
    Process running = Objects.requireNonNull(process, "a step before the start or after the end");
    // opaque: others read it at any time; only the worker writes.
    STEPS.setOpaque(this, (long) STEPS.get(this) + 1);
    out.begin();
    events.begin();
    try {
      running.step(events, out);
    } catch (Throwable e) {
      out.invalidate();
      events.invalidate();
      VmErrors.throwIfFatal(e);
      system.warn(new ProcessWarning.StepFailed(pid, e));
      return new ExitReason.Crashed(e);
    }
    out.invalidate();
    events.invalidate();
    EventNode node = out.takeAll();
    while (node != null) {
      EventNode following = node.next;
      node.next = null; // from here on the link is the queue's
      if (node instanceof CommandCall call) {
        dispatch(call);
      } else if (node instanceof EventNode.Letter letter) {
        send(letter);
      }
      node = following;
    }
    return switch (out.status()) {
      case DONE -> new ExitReason.Done(out.result());
      case UPGRADE -> upgrade(running, out.upgrade());
      case CONTINUE, IDLE, YIELD -> null;
    };
  }

  private void send(EventNode.Letter letter) {
    Pid to = Objects.requireNonNull(letter.to, "to");
    if (!system.offer(to, letter)) {
      system.warn(new ProcessWarning.PostFailed(pid, Commands.SEND, system.unknown(to)));
    }
  }

  private void dispatch(CommandCall call) {
    if (call.isAbandoned()) {
      return; // withdrawn by the step that had yielded it
    }
    call.isDispatched = true;
    String id = call.command().id();
    CommandHandler handler = system.commands().find(id);
    if (handler == null) {
      call.fail(system.commands().unknown(id));
      return;
    }
    try {
      handler.handle(call);
    } catch (ProcessException.StartFailed e) {
      // Like a handler that throws: it is the code of a process that did.
      system.warn(new ProcessWarning.HandlerFailed(pid, id, e));
      call.fail(e);
    } catch (ProcessException e) {
      call.fail(e);
    } catch (Throwable e) {
      VmErrors.throwIfFatal(e);
      system.warn(new ProcessWarning.HandlerFailed(pid, id, e));
      call.fail(new ProcessException.HandlerFailed(id, e));
    }
  }

  private @Nullable ExitReason upgrade(Process old, Commands.Spawn wanted) {
    Process made;
    try {
      made = wanted.implementation().get();
      made.init(this, wanted.method(), wanted.input());
    } catch (Throwable e) {
      VmErrors.throwIfFatal(e);
      ProcessException error = new ProcessException.UpgradeFailed(pid, wanted.method(), e);
      system.warn(new ProcessWarning.StepFailed(pid, error));
      return new ExitReason.Crashed(error);
    }
    process = made;
    close(old);
    return null;
  }

  private int restingState(StepOutput.Status status) {
    return switch (status) {
      case IDLE -> IDLE;
      case YIELD -> calls == null || calls.count() == 0 ? IDLE : BLOCKED;
      case CONTINUE, UPGRADE, DONE -> RUNNING;
    };
  }

  /// Keeps between turns only what is needed.
  private void keep(Events events) {
    unread = events.hasUnread() ? events : null;
    if (calls != null && calls.count() == 0) {
      calls = null;
    }
  }

  private ExitReason evictionReason() {
    return Objects.requireNonNull(eviction, "the bit is set after the reason");
  }

  // ---- calls of the step ----

  /// Enters a call that is to be answered.
  void open(CommandCall call) {
    if (calls == null) {
      calls = new OpenCalls();
    }
    CommandCall other = calls.find(call.tag());
    if (other != null) {
      throw new ProcessException.DuplicateTag(call.tag(), other.command(), call.command());
    }
    calls.add(call);
  }

  /// Takes a call out whose answer is being read.
  void closeCall(CommandCall call) {
    Objects.requireNonNull(calls, "calls").remove(call);
  }

  boolean withdraw(long tag) {
    CommandCall call = calls == null ? null : calls.find(tag);
    if (call == null) {
      return false;
    }
    closeCall(call);
    abandon(call);
    return true;
  }

  private void abandon(CommandCall call) {
    guarded(call, call::abandon);
  }

  private void guarded(CommandCall call, Runnable telling) {
    try {
      telling.run();
    } catch (Throwable e) {
      VmErrors.throwIfFatal(e);
      system.warn(new ProcessWarning.HandlerFailed(pid, call.command().id(), e));
    }
  }

  /// Finds the yield that an answer by tag is meant for, and settles it. Its handler is told that
  /// its own answer is not wanted any more.
  ///
  /// @return null when there is none; this is then published
  @Nullable CommandCall settleByTag(EventNode.TagAnswer answer) {
    CommandCall call = calls == null ? null : calls.find(answer.tag);
    if (call == null || !call.isDispatched) {
      // One that this very step has just yielded cannot be what the answer is for.
      system.warn(new ProcessWarning.UnknownTag(pid, answer.tag));
      return null;
    }
    if (!call.answerInstead(answer.result, answer.error)) {
      answeredTwice(call);
      return null;
    }
    guarded(call, call::tellAbandoned);
    return call;
  }

  // ---- the end ----

  private void finish(ExitReason reason, @Nullable Events events) {
    long lost = events == null ? 0 : messagesIn(events.takeAll());
    lost += messagesIn(closeAndTakeAll());
    if (lost > 0) {
      system.warn(new ProcessWarning.MessagesLost(pid, lost));
    }
    unread = null;
    CommandCall open = calls == null ? null : calls.newest();
    while (open != null) {
      CommandCall older = open.older;
      closeCall(open);
      abandon(open);
      open = older;
    }
    calls = null;
    Process last = process;
    process = null;
    if (last != null) {
      close(last);
    }
    end();
    system.ended(this, reason, last != null);
    Relations books = relations;
    if (books == null && !RELATIONS.compareAndSet(this, null, NO_RELATIONS)) {
      books = relations;
    }
    if (books != null) {
      system.tell(pid, reason, books.close());
    }
    system.afterEnd();
  }

  private void close(Process ending) {
    try {
      ending.close();
    } catch (Throwable e) {
      VmErrors.throwIfFatal(e);
      system.warn(new ProcessWarning.CloseFailed(pid, e));
    }
  }

  private static long messagesIn(@Nullable EventNode oldest) {
    long count = 0;
    for (EventNode node = oldest; node != null; node = node.next) {
      if (node instanceof EventNode.Letter letter && letter.event instanceof Event.Message) {
        count++;
      }
    }
    return count;
  }

  @Override
  public String toString() {
    return pid.toString();
  }
}
