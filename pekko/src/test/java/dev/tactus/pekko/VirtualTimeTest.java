package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.event.NoLogging$;
import org.junit.jupiter.api.Test;

/// When our scheduler fires, to the nanosecond, on virtual time.
class VirtualTimeTest {
  private static final Duration TICK = Duration.ofMillis(10);

  private final InlineContext context = new InlineContext();
  private final TactusScheduler scheduler =
      new TactusScheduler(
          SchedulerConfig.of(SchedulerKind.config(), NoLogging$.MODULE$, false),
          NoLogging$.MODULE$,
          RuntimeToolbox.manual(),
          Thread::new);

  private long now() {
    return scheduler.nanos();
  }

  @Test
  @Requirement("S1.1")
  void scheduleOnce_ofAnyDelay_firesWithinATickAndNeverEarly() {
    Random random = new Random(20261115);
    List<Long> late = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      Duration delay = Duration.ofNanos(1 + random.nextLong(Duration.ofSeconds(20).toNanos()));
      long due = now() + delay.toNanos();
      scheduler.scheduleOnce(delay, () -> late.add(now() - due), context);
      if (i % 100 == 0) {
        scheduler.advance(Duration.ofNanos(random.nextLong(3 * TICK.toNanos())));
      }
    }
    scheduler.advance(Duration.ofSeconds(21));
    assertThat(late).hasSize(10_000).allMatch(nanos -> nanos >= 0 && nanos < TICK.toNanos());
  }

  @Test
  void scheduleOnce_sameTick_firesInTheOrderOfRegistration() {
    List<String> ran = new ArrayList<>();
    scheduler.scheduleOnce(Duration.ofMillis(19), () -> ran.add("19 ms"), context);
    scheduler.scheduleOnce(Duration.ofMillis(11), () -> ran.add("11 ms"), context);
    scheduler.scheduleOnce(Duration.ofMillis(9), () -> ran.add("9 ms"), context);
    scheduler.scheduleOnce(Duration.ofMillis(15), () -> ran.add("15 ms"), context);
    scheduler.advance(Duration.ofMillis(20));
    assertThat(ran).containsExactly("9 ms", "19 ms", "11 ms", "15 ms");
  }

  @Test
  @Requirement("S1.5")
  void scheduleOnce_beyondTheTimeThatTheClockCanShow_isTakenAtACoarseTick() {
    TactusScheduler coarse =
        new TactusScheduler(
            SchedulerConfig.of(
                SchedulerKind.config("pekko.scheduler.tick-duration = 60s"),
                NoLogging$.MODULE$,
                false),
            NoLogging$.MODULE$,
            RuntimeToolbox.manual(),
            Thread::new);
    Cancellable handle = coarse.scheduleOnce(Duration.ofNanos(Long.MAX_VALUE), () -> {}, context);
    assertThat(handle.cancel()).isTrue();
    coarse.close();
  }

  @Test
  @Requirement("R3")
  void fixedRate_overManyRuns_doesNotDrift() {
    List<Long> runs = new ArrayList<>();
    scheduler.scheduleAtFixedRate(
        Duration.ofMillis(7), Duration.ofMillis(23), () -> runs.add(now()), context);
    scheduler.advance(Duration.ofMillis(7 + 23 * 999).plus(TICK));
    assertThat(runs).hasSize(1000);
    for (int i = 0; i < runs.size(); i++) {
      long due = Duration.ofMillis(7 + 23L * i).toNanos();
      assertThat(runs.get(i)).isBetween(due, due + TICK.toNanos());
    }
  }

  @Test
  @Requirement("R3")
  void fixedRate_afterALongRun_makesUpForTheMissedRunsOneATick() {
    List<Long> runs = new ArrayList<>();
    ManualDelay held = new ManualDelay();
    scheduler.scheduleAtFixedRate(Duration.ofMillis(20), Duration.ofMillis(20), held::hold, held);
    scheduler.advance(Duration.ofMillis(20));
    scheduler.advance(Duration.ofMillis(100)); // five more are due, and the first has not run yet
    held.runs = runs;
    held.let();
    scheduler.advance(Duration.ofMillis(60));
    // At 120 ms the run of 20 ms; then 40, 60, 80, 100, 120, 140 ms a tick apart.
    assertThat(runs)
        .containsExactly(
            120_000_000L,
            130_000_000L,
            140_000_000L,
            150_000_000L,
            160_000_000L,
            170_000_000L,
            180_000_000L);
  }

  /// A context that keeps what it gets until it is let go, and runs what comes after at once.
  private final class ManualDelay implements scala.concurrent.ExecutionContext {
    private final List<Runnable> kept = new ArrayList<>();
    private boolean open;
    private List<Long> runs = new ArrayList<>();

    @Override
    public void execute(Runnable task) {
      if (open) {
        task.run();
      } else {
        kept.add(task);
      }
    }

    void hold() {
      runs.add(now());
    }

    void let() {
      open = true;
      kept.forEach(Runnable::run);
    }

    @Override
    public void reportFailure(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  @Test
  void fixedDelay_isCountedFromTheEndOfTheRun() {
    List<Long> runs = new ArrayList<>();
    scheduler.scheduleWithFixedDelay(
        Duration.ZERO, Duration.ofMillis(10), () -> runs.add(now()), context);
    scheduler.advance(Duration.ofMillis(50));
    assertThat(runs)
        .containsExactly(0L, 10_000_000L, 20_000_000L, 30_000_000L, 40_000_000L, 50_000_000L);
  }

  @Test
  @Requirement("S1.4")
  void cancel_ofAFarTimer_letsGoOfItWithinATick() {
    List<Cancellable> handles = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      handles.add(scheduler.scheduleOnce(Duration.ofDays(1 + i % 100), () -> {}, context));
    }
    scheduler.advance(TICK);
    assertThat(scheduler.dump().overflowSize()).isEqualTo(1000);
    handles.forEach(Cancellable::cancel);
    scheduler.advance(TICK);
    assertThat(scheduler.dump().overflowSize()).isZero();
    assertThat(scheduler.metrics().active()).isZero();
    assertThat(scheduler.metrics().cancelled()).isEqualTo(1000);
  }

  @Test
  @Requirement("R4")
  void close_withTimersThatAreDue_doesNotRunThem() {
    List<String> ran = new ArrayList<>();
    scheduler.scheduleOnce(Duration.ofMillis(5), () -> ran.add("due"), context);
    scheduler.close();
    assertThat(ran).isEmpty();
  }
}
