package dev.tactus.bench.actors;

import dev.tactus.bench.actors.Latencies.Stamp;
import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.Cores;
import dev.tactus.bench.actors.contenders.Handler;
import dev.tactus.bench.actors.contenders.Self;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Messages from outside at random moments to 64 actors, each 50 µs of work, as many as keep half
/// of the cores busy: from just before the call to the first instruction of the handler.
///
/// Hypothesis: a worker that is awake looks at what came from outside often enough, and one that
/// sleeps is woken while others work.
///
/// A [Flood] goes before. Then there are seconds of the same load that do not count: what was
/// compiled for a flood is compiled anew for messages that come one by one, which takes a second at
/// this rate, and the compiler needs the cores as well. The sender waits for nobody, so a runtime
/// that falls behind shows it. It cannot sleep for less than some 60 µs, so messages that fell due
/// meanwhile are sent together.
///
/// What counts is the median of some stretches: a virtual machine that loses a core for twenty
/// milliseconds, or whose kernel keeps two threads on one core for as long, spoils the percentile
/// of the whole.
final class HalfLoadWorkload<A> {
  static final String P99_METRIC = "half-load.p99";

  private static final int ACTORS = 64;
  private static final long WORK_NANOS = 50_000;
  private static final double LOAD = 0.5;

  private final ActorContender<A> contender;
  private final List<A> actors = new ArrayList<>();
  private final Latencies latencies;
  private final Finish finish;
  private final Flood flood = new Flood();
  private final int messages;

  HalfLoadWorkload(ActorContender<A> contender, int messages) {
    this.contender = contender;
    this.messages = messages;
    latencies = new Latencies(messages);
    finish = new Finish(messages);
    for (int i = 0; i < ACTORS; i++) {
      Handler<A> working = new Worker();
      actors.add(contender.spawn(() -> working));
    }
  }

  static <A> void measure(ActorContender<A> contender, int seed, Mode mode, Results results)
      throws InterruptedException {
    double perSecond = 1e9 / gapNanos();
    int warmUps = (int) (perSecond * mode.pick(2_500, 4_000) / 1_000);
    int measured = (int) (perSecond * mode.pick(1_000, 4_000) / 1_000);
    Latencies latencies = new HalfLoadWorkload<>(contender, warmUps + measured).latencies(seed);
    results.sample(P99_METRIC, latencies.medianOfStretchesMicros(0.99, warmUps));
  }

  /// The mean time between two messages.
  private static double gapNanos() {
    return WORK_NANOS / (LOAD * Cores.count());
  }

  Latencies latencies(int seed) throws InterruptedException {
    flood.send(contender, actors);
    SplittableRandom random = new SplittableRandom(seed);
    double due = HostTime.nanos();
    for (int sent = 0; sent < messages; sent++) {
      due -= Math.log(1 - random.nextDouble()) * gapNanos();
      long wait = (long) due - HostTime.nanos();
      if (wait > 0) {
        HostTime.sleepNanos(wait);
      }
      contender.tell(actors.get(random.nextInt(ACTORS)), Stamp.now(sent));
    }
    finish.await();
    return latencies;
  }

  private final class Worker implements Handler<A> {
    private long value = 1;

    @Override
    public void receive(Self<A> self, Object message) {
      if (message instanceof Stamp stamp) {
        latencies.arrived(stamp);
        value = Work.keepBusy(value, WORK_NANOS);
        if (value != 0) { // needs the value, so that the compiler cannot leave the work out
          finish.reached();
        }
      } else {
        flood.arrived();
      }
    }
  }
}
