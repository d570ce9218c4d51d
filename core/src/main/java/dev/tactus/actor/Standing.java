package dev.tactus.actor;

/// What an actor is doing and how many messages wait for it, in words, for errors.
///
/// Threads: any.
final class Standing {
  /// Up to how many messages are counted: very many questions may fail at one actor.
  private static final int COUNTED_MAX = 1_000;

  private Standing() {}

  static String of(ActorCell<?> cell) {
    return of(cell, 0);
  }

  /// @param notices how many of those that wait are none of the user's messages
  static String of(ActorCell<?> cell, int notices) {
    String doing = doing(cell);
    int depth = Math.max(0, cell.depth(COUNTED_MAX + notices) - notices);
    String many = depth < COUNTED_MAX ? " messages are" : " or more messages are";
    return doing + "; " + depth + (depth == 1 ? " message is" : many) + " waiting in its mailbox";
  }

  private static String doing(ActorCell<?> cell) {
    return switch (cell.phase()) {
      case RUNNING -> "it is handling " + cell.latestType() + " on " + cell.latestThread();
      case SCHEDULED -> "it is waiting for its turn";
      case IDLE ->
          cell.suspends() > 0
              ? "it is suspended, after a failure of its own or of its parent, or to end"
              : idle(cell);
      case CLOSED -> "it has ended, so what it is sent becomes a dead letter";
    };
  }

  private static String idle(ActorCell<?> cell) {
    String idle = "it is idle, so it has handled all that it was sent, or set it aside";
    return cell.isGated()
        ? idle + ", or its mailbox had no room for it: look at the dead letters"
        : idle;
  }
}
