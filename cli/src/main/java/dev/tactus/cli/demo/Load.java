package dev.tactus.cli.demo;

import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/// Keeps a fixed number of timers active: seven in ten are one-shots, two are timeouts of requests,
/// one is a heartbeat.
///
/// The work a second is bounded. Up to [#UNSTRETCHED_TIMERS] it grows with the number of timers;
/// beyond that all times grow instead, so that a million timers cost what a hundred thousand do.
///
/// Threads: [#fill], [#answer] and [#stop] on the demo's; tasks on the executor's.
final class Load {
  static final int UNSTRETCHED_TIMERS = 100_000;

  private static final int SAMPLE = 1 << 16;
  private static final int RECENT_SAMPLE = 1 << 12;

  final Scheduler scheduler;
  final Executor executor;
  final DemoTime time;
  final LoadCounts counts = new LoadCounts();

  private final DemoSettings settings;
  private final double stretch;
  private final List<LoadTimer> timers;
  private final List<Request> requests;
  private final LatenessSample lateness;
  private final LatenessSample recentLateness;
  private long answersAsked;
  private volatile boolean stopping;

  Load(DemoSettings settings, Scheduler scheduler, Executor executor, DemoTime time) {
    this.settings = settings;
    this.scheduler = scheduler;
    this.executor = executor;
    this.time = time;
    this.stretch = Math.max(1.0, (double) settings.timers() / UNSTRETCHED_TIMERS);
    this.timers = new ArrayList<>(settings.timers());
    this.requests = new ArrayList<>(settings.requests());
    this.lateness = new LatenessSample(SAMPLE, settings.seed());
    this.recentLateness = new LatenessSample(RECENT_SAMPLE, settings.seed());
  }

  /// Registers all timers, or as many as it gets to before it is told to stop.
  void fill(BooleanSupplier stop) {
    for (int number = 0; number < settings.timers() && !stop.getAsBoolean(); number++) {
      LoadTimer timer;
      if (number < settings.heartbeats()) {
        timer = new Heartbeat(this, number);
      } else if (number < settings.heartbeats() + settings.requests()) {
        Request request = new Request(this, number);
        requests.add(request);
        timer = request;
      } else {
        timer = new OneShot(this, number);
      }
      timers.add(timer);
      timer.start();
    }
  }

  /// Brings the answers that have come until now. They come at a steady pace, to one request after
  /// another.
  ///
  /// @param elapsedNanos how long the load has run
  void answer(long elapsedNanos) {
    if (requests.isEmpty()) {
      return;
    }
    double rounds = elapsedNanos / (Request.ROUND.toNanos() * stretch);
    long goal = (long) (rounds * requests.size());
    // After a long halt of this process, what was missed is not made up for.
    answersAsked = Math.max(answersAsked, goal - requests.size());
    for (; answersAsked < goal; answersAsked++) {
      requests.get((int) (answersAsked % requests.size())).answer();
    }
  }

  /// From now on nothing is registered any more.
  void stop() {
    stopping = true;
  }

  boolean isStopping() {
    return stopping;
  }

  /// A task runs now that was asked for at this time.
  void ran(long dueNanos) {
    long late = time.nanos() - dueNanos;
    lateness.add(late);
    recentLateness.add(late);
  }

  /// A random number from `min` to below `max`, for one draw of one timer.
  long draw(int timer, int draw, long min, long max) {
    long own = settings.seed() + ((long) timer << Integer.SIZE) + draw;
    return new SplittableRandom(own).nextLong(min, max);
  }

  /// A time as long as the number of timers asks for.
  Duration stretched(long nanos) {
    return Duration.ofNanos((long) (nanos * stretch));
  }

  /// How late all runs were.
  LatenessFigures lateness() {
    return lateness.figures();
  }

  /// How late the runs since the last call were.
  LatenessFigures takeRecentLateness() {
    return recentLateness.takeFigures();
  }

  /// What the load itself knows of its timers. Exact when nothing runs.
  Books.Side books() {
    long cancelled = counts.answered.sum();
    long active = 0;
    for (LoadTimer timer : timers) {
      switch (timer.state()) {
        case CANCELLED -> cancelled++;
        case PENDING, SCHEDULED, EXECUTING -> active++;
        case COMPLETED -> {}
        case null -> {}
      }
    }
    return new Books.Side(
        counts.registered.sum(),
        counts.completed.sum() + counts.beats.sum(),
        counts.completed.sum(),
        cancelled,
        active);
  }
}
