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
/// A [Flood] goes before, and a number of messages with a shorter pause. Then comes one stretch
/// after another, each of which is a sample: one moment without a core would spoil the percentile
/// of the whole. The first messages of a stretch do not count.
final class WakeUpWorkload<A> {
  static final String P50_METRIC = "wake-up.p50";
  static final String P99_METRIC = "wake-up.p99";

  /// Long enough for a thread that looks around for a while to have gone to sleep.
  static final long PAUSE_NANOS = 500_000;

  /// So many at the beginning of a stretch do not count.
  static final int LEAD_IN = 60;

  /// So many have the shorter pause, which is still long enough to fall asleep in.
  private static final int WARM_UPS = 5_000;

  private static final long WARM_UP_PAUSE_NANOS = 50_000;

  private final ActorContender<A> contender;
  private final A actor;
  private final Flood flood = new Flood();
  private Latencies latencies = new Latencies(0);
  private Finish finish = new Finish(0);

  WakeUpWorkload(ActorContender<A> contender) {
    this.contender = contender;
    Handler<A> noting = (_, message) -> note(message);
    actor = contender.spawn(() -> noting);
  }

  private void note(Object message) {
    if (message instanceof Stamp stamp) {
      latencies.arrived(stamp);
      finish.reached();
    } else {
      flood.arrived();
    }
  }

  static int count(Mode mode) {
    return mode.pick(400, 1_000);
  }

  void warmUp() throws InterruptedException {
    flood.send(contender, List.of(actor));
    Latencies _ = latencies(WARM_UPS, WARM_UP_PAUSE_NANOS);
  }

  void measure(Mode mode, Results results) throws InterruptedException {
    Latencies stretch = latencies(LEAD_IN + count(mode), PAUSE_NANOS);
    results.sample(P50_METRIC, stretch.percentileMicros(0.5, LEAD_IN));
    results.sample(P99_METRIC, stretch.percentileMicros(0.99, LEAD_IN));
  }

  /// Sends so many messages with that pause before each.
  Latencies latencies(int messages, long pauseNanos) throws InterruptedException {
    latencies = new Latencies(messages);
    finish = new Finish(messages);
    for (int i = 0; i < messages; i++) {
      HostTime.sleepNanos(pauseNanos);
      contender.tell(actor, Stamp.now(i));
    }
    finish.await();
    return latencies;
  }
}
