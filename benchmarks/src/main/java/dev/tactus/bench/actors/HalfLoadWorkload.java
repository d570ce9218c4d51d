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
/// Each stretch is a sample: a virtual machine that loses a core for twenty milliseconds, or whose
/// kernel keeps two threads on one core for as long, spoils the percentile of the whole. The first
/// tenth of a second of a stretch does not count.
final class HalfLoadWorkload<A> {
  static final String P99_METRIC = "half-load.p99";

  private static final int ACTORS = 64;
  private static final long WORK_NANOS = 50_000;
  private static final double LOAD = 0.5;
  private static final int LEAD_IN_MILLIS = 100;

  private final ActorContender<A> contender;
  private final List<A> actors = new ArrayList<>();
  private final Flood flood = new Flood();
  private Latencies latencies = new Latencies(0);
  private Finish finish = new Finish(0);

  HalfLoadWorkload(ActorContender<A> contender) {
    this.contender = contender;
    for (int i = 0; i < ACTORS; i++) {
      Handler<A> working = new Worker();
      actors.add(contender.spawn(() -> working));
    }
  }

  void warmUp(Mode mode) throws InterruptedException {
    flood.send(contender, actors);
    Latencies _ = latencies(messagesIn(mode.pick(1_500, 4_000)), 0);
  }

  void measure(int seed, Mode mode, Results results) throws InterruptedException {
    int leadIn = messagesIn(LEAD_IN_MILLIS);
    Latencies stretch = latencies(leadIn + messagesIn(mode.pick(200, 800)), seed);
    results.sample(P99_METRIC, stretch.percentileMicros(0.99, leadIn));
  }

  private static int messagesIn(int millis) {
    return (int) (millis * 1e6 / gapNanos());
  }

  /// The mean time between two messages.
  private static double gapNanos() {
    return WORK_NANOS / (LOAD * Cores.count());
  }

  Latencies latencies(int messages, int seed) throws InterruptedException {
    latencies = new Latencies(messages);
    finish = new Finish(messages);
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
