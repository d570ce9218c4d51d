package dev.tactus.actor;

import java.util.concurrent.RejectedExecutionException;

/// Tells the scheduler that a mailbox has no room for a timer that is due.
///
/// The ticking thread may meet very many of them at every tick, and hardly anybody looks at one. So
/// it has no stack trace, which would be that of the ticking thread whoever registered the timer,
/// and its message is put into words when it is read.
final class NoRoomException extends RejectedExecutionException {
  private static final long serialVersionUID = 1L;

  private final transient ActorCell<?> full;

  NoRoomException(ActorCell<?> full) {
    this.full = full;
  }

  @Override
  public String getMessage() {
    return "the mailbox of " + full.path() + " is full";
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it does nothing
  public Throwable fillInStackTrace() {
    return this;
  }
}
