package dev.tactus.mailbox.inbox;

import dev.tactus.dispatch.Dispatcher;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// What a mailbox is doing, in one word.
///
/// Whether it is idle, scheduled or closed is told by its tail; see [Mailbox].
///
/// Written by the owner only, read by anyone.
///
/// | bits | name | set | cleared |
/// |---|---|---|---|
/// | 0 | RUNNING | a turn begins | it ends |
/// | 1 | STARTING | at creation | the first turn has begun |
/// | 2 | ENDED | [#close()] | never |
/// | 3 | OWING | system messages are taken, but not handled yet | the last of them is taken |
/// | 4 | ENDING | [#requestEnd()] | the turn attends to it |
/// | 8 to 31 | suspend count | each [#suspend()] adds one | each [#resume()] takes one away |
abstract class MailboxState extends MailboxLines.Owner {
  static final int RUNNING = 1;
  static final int STARTING = 1 << 1;
  static final int ENDED = 1 << 2;
  static final int OWING = 1 << 3;
  static final int ENDING = 1 << 4;
  private static final int SUSPEND_SHIFT = 8;
  private static final int SUSPEND_ONE = 1 << SUSPEND_SHIFT;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(MailboxState.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int state = STARTING;

  MailboxState(Dispatcher dispatcher, @Nullable LocalQueue queue) {
    super(dispatcher, queue);
  }

  /// Notes that a turn begins on this thread.
  final void beginRunning() {
    Thread current = Thread.currentThread();
    if (thread != current) {
      thread = current; // seldom: a store of a reference costs more than the look
    }
    goOnRunning();
  }

  /// Notes that the turn goes on after all.
  final void goOnRunning() {
    // release: pairs with the acquire in isTurnOfCurrentThread(); publishes the thread.
    STATE.setRelease(this, state | RUNNING);
  }

  final void endRunning() {
    STATE.setOpaque(this, state & ~RUNNING);
  }

  /// Whether anything but handing over messages may be due. One look for all of it.
  final boolean isSpecial() {
    return (state & ~RUNNING) != 0;
  }

  final boolean isSet(int flag) {
    return (state & flag) != 0;
  }

  final void raise(int flag) {
    STATE.setOpaque(this, state | flag);
  }

  final void lower(int flag) {
    STATE.setOpaque(this, state & ~flag);
  }

  /// Lets the turn that runs attend to its end before it takes another message: what a system
  /// message would do, without one. Threads: the owner, within a turn.
  protected final void requestEnd() {
    raise(ENDING);
  }

  /// Ends the mailbox after the system message that is being handled. Threads: the owner.
  protected final void close() {
    raise(ENDED);
  }

  /// Hands over system messages only, until a [#resume()] for each call. Threads: the owner.
  protected final void suspend() {
    STATE.setOpaque(this, state + SUSPEND_ONE);
  }

  /// Takes back one [#suspend()]. Threads: the owner.
  protected final void resume() {
    if (!isSuspended()) { // a count below zero would be neither running nor suspended
      throw new IllegalStateException("resumed more often than suspended: " + this);
    }
    STATE.setOpaque(this, state - SUSPEND_ONE);
  }

  /// Whether it hands over system messages only. Threads: the owner.
  protected final boolean isSuspended() {
    return state >= SUSPEND_ONE;
  }

  /// Whether the current thread runs a turn of it. Threads: any.
  ///
  /// If it does not, and yet sees RUNNING, then another thread has set that after its own last
  /// turn, and has written its own name before.
  protected final boolean isTurnOfCurrentThread() {
    return ((int) STATE.getAcquire(this) & RUNNING) != 0 && thread == Thread.currentThread();
  }

  /// The word. Threads: any.
  final int word() {
    return (int) STATE.getOpaque(this);
  }

  /// How often a mailbox with this word was suspended.
  static int suspends(int word) {
    return word >>> SUSPEND_SHIFT;
  }

  @Override
  protected final void turnTook(long nanos) {
    turnNanos = nanos;
  }

  /// How long the latest turn took that was measured; -1 when none was. Threads: any.
  public final long turnNanos() {
    return (long) turnNanos;
  }

  /// The name of the thread of the latest turn; empty before the first. Threads: any.
  public final String latestThread() {
    Thread latest = thread;
    return latest == null ? "" : nameOf(latest);
  }

  /// What to call a thread: its name, or a number where it has none, as virtual threads.
  public static String nameOf(Thread thread) {
    String name = thread.getName();
    return name.isEmpty() ? "virtual-" + thread.threadId() : name;
  }
}
