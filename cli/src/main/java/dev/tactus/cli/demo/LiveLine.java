package dev.tactus.cli.demo;

import dev.tactus.actor.ActorSystem;

/// The line that shows what the fleet does at present.
final class LiveLine {
  /// Counters at one moment.
  ///
  /// @param nanos when, since the beginning
  /// @param timers timers that are active
  /// @param beats heartbeats so far
  /// @param messages messages that were handled so far
  /// @param queued messages that wait
  /// @param dead dead letters so far
  /// @param restarts restarts so far
  /// @param pressed whether the system is under pressure
  /// @param warnings warnings so far
  record Moment(
      long nanos,
      long timers,
      long beats,
      long messages,
      long queued,
      long dead,
      long restarts,
      boolean pressed,
      long warnings) {
    static Moment of(long nanos, ActorSystem system, Fleet fleet, Witness witness) {
      long ended = witness.ended.sum();
      long dead = witness.deadLetters.sum();
      // Last, so that nothing that has ended is not yet counted as sent.
      long queued = witness.sent.sum() - ended - dead - system.takenBack();
      return new Moment(
          nanos,
          system.scheduler().metrics().active(),
          fleet.counts.beats.sum(),
          ended,
          queued,
          dead,
          witness.restarts.sum(),
          system.isUnderPressure(),
          witness.warnings.total());
    }
  }

  private LiveLine() {}

  /// @param before the moment of the line before
  /// @param now the present
  /// @param late how late the messages of timers in between were
  static String of(Moment before, Moment now, LatenessFigures late) {
    long span = now.nanos - before.nanos;
    return String.join(
        " | ",
        Figures.seconds(now.nanos),
        Figures.count(now.timers) + " timers",
        rate(now.beats - before.beats, span) + " beats/s",
        rate(now.messages - before.messages, span) + " messages/s",
        "queued " + Figures.count(now.queued),
        "late p50 " + Figures.time(late.p50Nanos()) + " p99 " + Figures.time(late.p99Nanos()),
        "restarts " + Figures.count(now.restarts),
        "dead letters " + Figures.count(now.dead),
        now.pressed ? "PRESSURE" : "no pressure",
        "warnings " + Figures.count(now.warnings));
  }

  private static String rate(long events, long nanos) {
    return Figures.count(nanos <= 0 ? 0 : Math.round(events * 1e9 / nanos));
  }
}
