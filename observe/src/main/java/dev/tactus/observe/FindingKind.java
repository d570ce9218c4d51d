package dev.tactus.observe;

/// The kinds of things that [Lints] finds, each with its code and what to do about it.
public enum FindingKind {
  /// The mailbox of an actor grows and grows.
  MAILBOX_GROWING(
      "TAC-0901",
      "The actor handles fewer messages than it is sent. Spread its work over several actors (a"
          + " router), make its handler cheaper, or bound its mailbox so that senders notice."),
  /// An actor held its worker for a long time.
  LONG_TURN(
      "TAC-0902",
      "Split the work into several messages to itself, or move what blocks or computes for long to"
          + " a dispatcher of its own, so that other actors get their turns."),
  /// Many timers fire at once, or will.
  TIMER_STORM(
      "TAC-0903",
      "Many timers share a due time or a short period. Give them different first delays, lengthen"
          + " the period, or let one timer serve many."),
  /// An actor seems to keep itself busy.
  SELF_MESSAGE_LOOP(
      "TAC-0904",
      "It looks as if the actor answered each message by one to itself. If it polls, use a timer"
          + " with a pause; if it works off a long job, this is harmless as long as others get"
          + " their turns."),
  /// A worker does not come back from a turn.
  BLOCKED_WORKER(
      "TAC-0905",
      "The stack shows where the thread is. Move blocking calls to a dispatcher of their own, with"
          + " as many threads as may block, or replace them by ones that answer with a message."),
  /// The driver of the scheduler does not keep up.
  DRIVER_BEHIND(
      "TAC-0906",
      "Timers fire late. Look for tasks that run on the ticking thread, for a machine without free"
          + " processors, for long pauses of the collector; or choose a longer tick."),
  /// Actors are restarted again and again.
  RESTART_LOOP(
      "TAC-0907",
      "Look at the latest events named Failed for the actor and the cause. A restart does not mend"
          + " what is wrong outside of the actor: restart with a backoff, or limit the restarts."),
  /// Many messages reach nobody.
  DEAD_LETTER_FLOOD(
      "TAC-0908",
      "The reasons tell where to look: NO_RECIPIENT means that somebody still writes to an actor"
          + " that has ended (watch it), OVERFLOW that a bounded mailbox is too small or its actor"
          + " too slow."),
  /// A pool does not take turns.
  DISPATCHER_REFUSING(
      "TAC-0909",
      "The pool behind the dispatcher is full or closed. Give it a longer queue or more threads, or"
          + " use a dispatcher with workers of its own; messages wait until it takes turns again."),
  /// Timers were given up.
  TIMERS_DROPPED(
      "TAC-0910",
      "There was no room beyond the wheel, or an executor refused the tasks. Raise the capacity of"
          + " the overflow, give timers that matter a higher priority, or look at the executor.");

  private final String code;
  private final String remedy;

  FindingKind(String code, String remedy) {
    this.code = code;
    this.remedy = remedy;
  }

  /// The code under which `tactus explain` tells more.
  public String code() {
    return code;
  }

  /// What to do about it.
  public String remedy() {
    return remedy;
  }
}
