package dev.tactus.testkit.simulation;

import dev.tactus.time.Clock;
import dev.tactus.time.host.HostClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Runs a scenario with many seeds, each twice: a run that differs from itself is a failure, too.
///
/// Threads: any; it uses as many as it is told, one simulation on each at a time.
public final class Sweep {
  private static final Duration SHRINK_TIME = Duration.ofSeconds(2);

  private final Scenario scenario;
  private final SimulationSettings settings;
  private final int threads;
  private final Clock clock = HostClock.instance();
  private final Map<String, Long> reached = new HashMap<>();
  private final AtomicLong done = new AtomicLong();
  private final AtomicReference<@Nullable SeedFailure> failed = new AtomicReference<>();

  private record SeedFailure(long index, long seed, SeedOutcome outcome) {}

  private Sweep(Scenario scenario, SimulationSettings settings, int threads) {
    this.scenario = scenario;
    this.settings = settings;
    this.threads = threads;
  }

  /// A sweep over this scenario.
  ///
  /// @param threads how many simulations run at a time
  public static Sweep of(Scenario scenario, SimulationSettings settings, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("A sweep needs 1 thread or more, not " + threads + ".");
    }
    return new Sweep(scenario, settings, threads);
  }

  /// Runs so many seeds, or stops at the first failure.
  ///
  /// @param base where the series of seeds begins
  /// @param goOn asked before each seed
  public SweepReport run(long base, long seeds, BooleanSupplier goOn) {
    AtomicLong next = new AtomicLong();
    Runnable loop =
        () -> {
          while (failed.get() == null && goOn.getAsBoolean()) {
            long index = next.getAndIncrement();
            if (index >= seeds) {
              return;
            }
            runSeed(index, Seeds.nth(base, index));
          }
        };
    CompletableFuture<?>[] others =
        IntStream.range(1, threads)
            .mapToObj(i -> CompletableFuture.runAsync(loop, Thread.ofPlatform()::start))
            .toArray(CompletableFuture<?>[]::new);
    loop.run();
    CompletableFuture.allOf(others).join();
    return report();
  }

  /// Runs one seed, as a sweep would.
  public SweepReport runOne(long seed) {
    runSeed(0, seed);
    return report();
  }

  private void runSeed(long index, long seed) {
    SeedOutcome first = SeedOutcome.run(scenario, Simulation.ofSeed(seed, settings));
    SeedOutcome second = SeedOutcome.run(scenario, Simulation.ofSeed(seed, settings));
    done.incrementAndGet();
    synchronized (reached) {
      for (String state : first.reached()) {
        reached.merge(state, 1L, Long::sum);
      }
    }
    int part = first.trace().firstDifference(second.trace());
    if (part < 0 && !first.choices().equals(second.choices())) {
      part = first.trace().events().size(); // nothing that is written down, but something
    }
    if (part >= 0) {
      failed(new SeedFailure(index, seed, different(first, whereTheyDiffer(first, second, part))));
    } else if (!first.failure().map(Shrinker::kind).equals(second.failure().map(Shrinker::kind))) {
      failed(new SeedFailure(index, seed, different(first, howTheyEnded(first, second))));
    } else if (first.failure().isPresent()) {
      failed(new SeedFailure(index, seed, first));
    }
  }

  /// Keeps the failure that comes first in the series. Seeds are begun in their order, so whatever
  /// comes before it is being run already: which one is reported does not depend on the threads.
  private void failed(SeedFailure failure) {
    var unused =
        failed.accumulateAndGet(
            failure,
            (kept, other) ->
                kept == null || (other != null && other.index() < kept.index()) ? other : kept);
  }

  /// How many seeds have been run so far. Threads: any.
  public long done() {
    return done.get();
  }

  private static SeedOutcome different(SeedOutcome first, String how) {
    return new SeedOutcome(
        first.trace(),
        Optional.of(
            new AssertionError(
                "Two runs of the same seed were different"
                    + how
                    + " The scenario depends on something outside: the wall clock, a hash code of"
                    + " an object, another thread, a random number of its own, or state that it"
                    + " keeps between runs.",
                first.failure().orElse(null))),
        first.reached(),
        first.choices());
  }

  private static String whereTheyDiffer(SeedOutcome first, SeedOutcome second, int part) {
    return " from event "
        + part
        + " on: "
        + at(first, part)
        + " in the first, "
        + at(second, part)
        + " in the second.";
  }

  /// For runs in which the same happened, as far as it is written down.
  private static String howTheyEnded(SeedOutcome first, SeedOutcome second) {
    return " at their end: the first " + end(first) + ", the second " + end(second) + ".";
  }

  private static String end(SeedOutcome outcome) {
    return outcome.failure().map(failure -> "failed with '" + failure + "'").orElse("went well");
  }

  private static String at(SeedOutcome outcome, int index) {
    return index < outcome.trace().events().size()
        ? "'" + outcome.trace().events().get(index).line().replace('\t', ' ') + "'"
        : "nothing";
  }

  private SweepReport report() {
    SeedFailure failure = failed.get();
    if (failure == null) {
      return new SweepReport(done.get(), reached, Optional.empty());
    }
    return new SweepReport(done.get(), reached, Optional.of(shortened(failure)));
  }

  private SweepReport.Failure shortened(SeedFailure failure) {
    SeedOutcome failed = failure.outcome();
    Throwable cause = failed.failure().orElseThrow();
    long end = clock.nanos() + SHRINK_TIME.toNanos();
    BooleanSupplier hasTime = () -> clock.nanos() - end < 0;
    int[] script = new Shrinker(scenario, settings, failure.seed(), failed, hasTime).shrink();
    SeedOutcome last =
        SeedOutcome.run(scenario, Simulation.ofScript(failure.seed(), script, settings));
    boolean isSame = last.failure().map(Shrinker::kind).equals(Optional.of(Shrinker.kind(cause)));
    int notPlain = (int) IntStream.of(script).filter(choice -> choice != 0).count();
    return new SweepReport.Failure(
        failure.seed(),
        cause,
        failed.trace(),
        isSame ? Optional.of(last.trace()) : Optional.empty(),
        isSame ? notPlain : 0);
  }
}
