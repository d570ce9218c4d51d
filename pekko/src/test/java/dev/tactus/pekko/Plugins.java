package dev.tactus.pekko;

/// The lines that switch all plug-ins on, as the migration guide has them.
final class Plugins {
  static final String[] ALL = {
    "pekko.scheduler.implementation = \"dev.tactus.pekko.TactusScheduler\"",
    "pekko.actor.default-dispatcher.executor = \"dev.tactus.pekko.TactusExecutorConfigurator\"",
    "pekko.actor.internal-dispatcher.executor = \"dev.tactus.pekko.TactusExecutorConfigurator\"",
    "pekko.actor.default-mailbox.mailbox-type = \"dev.tactus.pekko.TactusMailbox\"",
    "pekko.actor.typed.default-mailbox.mailbox-type = \"dev.tactus.pekko.TactusMailbox\"",
    "pekko.actor.mailbox.unbounded-deque-based.mailbox-type ="
        + " \"dev.tactus.pekko.TactusDequeMailbox\"",
  };

  private Plugins() {}

  /// All of them and some more lines.
  static String[] and(String... more) {
    String[] lines = java.util.Arrays.copyOf(ALL, ALL.length + more.length);
    System.arraycopy(more, 0, lines, ALL.length, more.length);
    return lines;
  }
}
