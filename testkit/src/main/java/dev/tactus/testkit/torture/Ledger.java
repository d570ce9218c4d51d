package dev.tactus.testkit.torture;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.DeadLetter;
import dev.tactus.event.RuntimeEvent;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Counts every message in and out, and knows in which order they must come.
///
/// Threads: that of the simulation.
final class Ledger {
  /// Who sends to whom.
  private record Pair(int from, int to) {}

  private final Map<Pair, Long> sentNumbers = new HashMap<>();
  private final Map<Pair, Long> handledNumbers = new HashMap<>();
  private long sent;
  private long handled;
  private long failed;
  private long dead;
  private long noticesDue;
  private long notices;

  /// Notes that a message is being sent.
  ///
  /// @return its number among those of the same sender to the same receiver
  long sending(int from, int to) {
    sent++;
    return sentNumbers.merge(new Pair(from, to), 1L, Long::sum);
  }

  /// Takes back the latest [#sending], because the mailbox told the sender that it is full.
  void refused() {
    sent--;
  }

  /// Notes that a message has been handled, and checks that none overtook it.
  void handled(int from, int to, long number) {
    handled++;
    Long before = handledNumbers.put(new Pair(from, to), number);
    check(
        before == null || before < number,
        "message %s from %s to %s came after number %s",
        number,
        from,
        to,
        before);
  }

  /// Follows what the runtime tells.
  void event(RuntimeEvent event) {
    if (event instanceof DeadLetter letter && letter.message() instanceof Member.Work) {
      dead++;
    } else if (event instanceof ActorEvent.Failed failure && failure.message().endsWith("Work")) {
      failed++;
    }
  }

  void noticeDue() {
    noticesDue++;
  }

  void notice() {
    notices++;
    check(notices <= noticesDue, "%s ends were told, but only %s watched", notices, noticesDue);
  }

  /// Checks that nothing was lost and nothing came twice, when all actors have ended.
  void balanceAfterStop() {
    check(
        sent == handled + failed + dead,
        "of %s messages %s were handled, %s failed, %s are dead letters",
        sent,
        handled,
        failed,
        dead);
    check(notices <= noticesDue, "%s of %s watched ends were told", notices, noticesDue);
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency at run time
  static void check(boolean holds, String rule, Object... figures) {
    if (!holds) {
      throw new AssertionError(String.format(Locale.ROOT, rule, figures));
    }
  }
}
