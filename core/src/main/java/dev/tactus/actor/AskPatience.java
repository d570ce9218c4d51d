package dev.tactus.actor;

import java.util.concurrent.Future;

/// How long who waits for an answer looks for it before it lets the JVM put it to sleep.
///
/// An actor that is awake answers within a few hundred nanoseconds; to fall asleep and to be woken
/// takes 10 µs and more, and costs the actor's worker half of that. So it is worth a short look.
/// Where answers take longer, it is not: each look in vain halves the time for the next one, and
/// each that saw the answer come doubles it. To look for as long as falling asleep and waking up
/// take costs twice as much as to sleep at once, at the most.
///
/// Who hardly looks any more would not see that answers take two microseconds now. So one wait in
/// [#TRIAL] looks for as long as it can.
///
/// The number is kept for the system as a whole and changed without care for races: whichever of
/// two changes is lost, the next one comes soon.
///
/// Threads: any.
final class AskPatience {
  /// About half a microsecond, in which an actor that is awake answers: who looks for less does not
  /// see that answers come at once again.
  static final int LOOKS_MIN = 32;

  /// About twelve microseconds: a worker leaves who sends in a stream alone for up to ten, and with
  /// that whoever has asked many questions at once and waits for the last answers.
  static final int LOOKS_MAX = 768;

  /// Of so many waits for which it hardly looks, one looks as long as it can, to find out whether
  /// that is worth it again; a power of two.
  static final int TRIAL = 64;

  private volatile int looks = LOOKS_MAX;

  /// Counts waits for which it hardly looks. Racy, like the other.
  private int waits;

  /// Looks for an answer, but not for long.
  void await(Future<?> answer) {
    if (answer.isDone()) {
      return;
    }
    int usual = looks;
    boolean isTrial = usual == LOOKS_MIN && (++waits & (TRIAL - 1)) == 0;
    int most = isTrial ? LOOKS_MAX : usual;
    int next = Math.max(LOOKS_MIN, usual / 2);
    for (int i = 0; i < most; i++) {
      Thread.onSpinWait();
      if (answer.isDone()) {
        next = Math.min(LOOKS_MAX, 2 * Math.max(usual, i));
        break;
      }
    }
    if (next != usual) {
      looks = next;
    }
  }

  /// How often it would look now.
  int looks() {
    return looks;
  }
}
