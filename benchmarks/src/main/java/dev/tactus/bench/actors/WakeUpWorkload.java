package dev.tactus.bench.actors;

import dev.tactus.bench.actors.Latencies.Stamp;
import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import java.util.List;

/// A message every half a millisecond to a runtime that is asleep: from just before the call to the
/// first instruction of the handler.
///
/// Hypothesis: one unpark and nothing else; nobody can do better who lets his threads sleep.
///
/// A [Flood] goes before, and a number of messages with a shorter pause. What counts is the median
/// of some stretches, as in [HalfLoadWorkload]: one moment without a core would spoil the
/// percentile of the whole.
final class WakeUpWorkload {
  static final String P50_METRIC = "wake-up.p50";
  static final String P99_METRIC = "wake-up.p99";

  /// Long enough for a thread that looks around for a while to have gone to sleep.
  static final long PAUSE_NANOS = 500_000;

  /// So many have the shorter pause, which is still long enough to fall asleep in.
  private static final int WARM_UPS = 5_000;

  private static final long WARM_UP_PAUSE_NANOS = 50_000;

  private WakeUpWorkload() {}

  static <A> void measure(ActorContender<A> contender, Mode mode, Results results)
      throws InterruptedException {
    int warmUps = WARM_UPS + count(mode) / 5;
    Latencies latencies = latencies(contender, WARM_UPS, warmUps + count(mode));
    results.sample(P50_METRIC, latencies.medianOfStretchesMicros(0.5, warmUps));
    results.sample(P99_METRIC, latencies.medianOfStretchesMicros(0.99, warmUps));
  }

  static int count(Mode mode) {
    return mode.pick(2_000, 5_000);
  }

  /// @param quick how many of the messages have the shorter pause
  static <A> Latencies latencies(ActorContender<A> contender, int quick, int messages)
      throws InterruptedException {
    Latencies latencies = new Latencies(messages);
    Finish finish = new Finish(messages);
    Flood flood = new Flood();
    Handler<A> noting =
        (_, message) -> {
          if (message instanceof Stamp stamp) {
            latencies.arrived(stamp);
            finish.reached();
          } else {
            flood.arrived();
          }
        };
    A actor = contender.spawn(() -> noting);
    flood.send(contender, List.of(actor));
    for (int i = 0; i < messages; i++) {
      HostTime.sleepNanos(i < quick ? WARM_UP_PAUSE_NANOS : PAUSE_NANOS);
      contender.tell(actor, Stamp.now(i));
    }
    finish.await();
    return latencies;
  }
}
