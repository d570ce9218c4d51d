package dev.tactus.bench.actors;

import dev.tactus.bench.actors.Latencies.Stamp;
import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Handler;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;

/// A message every half a millisecond to a runtime that is asleep: from just before the call to the
/// first instruction of the handler.
///
/// Hypothesis: one unpark and nothing else; nobody can do better who lets his threads sleep.
final class WakeUpWorkload {
  static final String P50_METRIC = "wake-up.p50";
  static final String P99_METRIC = "wake-up.p99";

  /// Long enough for a thread that looks around for a while to have gone to sleep.
  static final long PAUSE_NANOS = 500_000;

  private WakeUpWorkload() {}

  static <A> void measure(ActorContender<A> contender, Mode mode, Results results)
      throws InterruptedException {
    int warmUps = count(mode) / 5;
    Latencies latencies = latencies(contender, warmUps + count(mode));
    results.sample(P50_METRIC, latencies.percentileMicros(0.5, warmUps));
    results.sample(P99_METRIC, latencies.percentileMicros(0.99, warmUps));
  }

  static int count(Mode mode) {
    return mode.pick(1_000, 5_000);
  }

  static <A> Latencies latencies(ActorContender<A> contender, int messages)
      throws InterruptedException {
    Latencies latencies = new Latencies(messages);
    Finish finish = new Finish(messages);
    Handler<A> noting =
        (_, message) -> {
          latencies.arrived((Stamp) message);
          finish.reached();
        };
    A actor = contender.spawn(() -> noting);
    for (int i = 0; i < messages; i++) {
      HostTime.sleepNanos(PAUSE_NANOS);
      contender.tell(actor, Stamp.now(i));
    }
    finish.await();
    return latencies;
  }
}
