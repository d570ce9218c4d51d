package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.InvalidDelayException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What cannot be scheduled is refused with a reason, and leaves no trace.
@Requirement("S1.5")
final class InvalidDelayTest {
  private static final Duration GOOD = ticks(1);

  private interface Call {
    void with(Scheduler scheduler, Duration bad);
  }

  /// A place that takes a delay.
  ///
  /// @param name what its message calls the delay
  private record Place(String name, Call call) {}

  private static final List<Place> PLACES =
      List.of(
          new Place("The delay", (s, d) -> s.scheduleOnce(d, () -> {}, Scheduler.DIRECT)),
          new Place(
              "The initial delay",
              (s, d) -> s.scheduleAtFixedRate(d, GOOD, () -> {}, Scheduler.DIRECT)),
          new Place(
              "The interval", (s, d) -> s.scheduleAtFixedRate(GOOD, d, () -> {}, Scheduler.DIRECT)),
          new Place(
              "The initial delay",
              (s, d) -> s.scheduleWithFixedDelay(d, GOOD, () -> {}, Scheduler.DIRECT)),
          new Place(
              "The delay between runs",
              (s, d) -> s.scheduleWithFixedDelay(GOOD, d, () -> {}, Scheduler.DIRECT)),
          new Place("The delay", (s, d) -> s.delay(d)),
          new Place("The delay", (s, d) -> s.delay(d, Scheduler.DIRECT)),
          new Place(
              "The delay",
              (s, d) ->
                  s.withAffinity(Affinity.subsystem("x"))
                      .scheduleOnce(d, () -> {}, Scheduler.DIRECT)));

  private static void assertRefused(Place place, Duration bad, String... said) {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      assertThatThrownBy(() -> place.call.with(virtual.scheduler, bad))
          .as("%s with %s", place, bad)
          .isInstanceOf(InvalidDelayException.class)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(place.name + " was " + bad + ";")
          .hasMessageContainingAll(said);
      assertNothingRegistered(virtual);
    }
  }

  private static void assertNothingRegistered(VirtualScheduler virtual) {
    SchedulerDump dump = virtual.scheduler.dump();
    assertThat(dump.metrics().registered()).isZero();
    assertThat(dump.metrics().active()).isZero();
    assertThat(dump.pendingCommands()).isZero();
    assertThat(dump.periodicJobs()).isEmpty();
    assertThat(virtual.warnings()).isEmpty();
  }

  @Test
  void schedule_zeroOrNegative_isRefusedEverywhere() {
    for (Place place : PLACES) {
      for (Duration bad :
          List.of(
              Duration.ZERO,
              Duration.ofNanos(-1),
              Duration.ofNanos(Long.MIN_VALUE),
              Duration.ofSeconds(Long.MIN_VALUE))) {
        assertRefused(place, bad, "must be longer than zero", "hand the task to its executor");
      }
    }
  }

  @Test
  void schedule_tooLong_isRefusedEverywhere() {
    Duration longest = ticks(Integer.MAX_VALUE);
    for (Place place : PLACES) {
      for (Duration bad :
          List.of(
              longest.plusNanos(1),
              longest.plus(ticks(1)),
              Duration.ofNanos(Long.MAX_VALUE),
              Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000),
              Duration.ofSeconds(Long.MAX_VALUE, 999_999_999))) {
        assertRefused(place, bad, "at a tick of PT0.01S at most " + longest, "coarser resolution");
      }
    }
  }

  @Test
  @Requirement("S7.3")
  void schedule_theLongestDelay_isAccepted() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      AtomicInteger runs = new AtomicInteger();
      virtual.advanceTicks(3);
      virtual.once(Integer.MAX_VALUE, runs::incrementAndGet);
      virtual.advanceTicks(Integer.MAX_VALUE - 1L);
      assertThat(runs).hasValue(0);
      virtual.advanceTicks(1);
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  @Requirement("S7.3")
  void schedule_theLongestDelayOfACoarseTick_isWhatTheMessageAllows() {
    SchedulerSettings hourly = SchedulerSettings.defaults().withResolution(Duration.ofHours(1));
    Duration longest = hourly.resolution().longestDelay();
    try (VirtualScheduler virtual = VirtualScheduler.start(hourly)) {
      virtual.scheduler.scheduleOnce(longest, () -> {}, Scheduler.DIRECT);
      assertThat(virtual.metrics().active()).isEqualTo(1);
      assertThatThrownBy(
              () ->
                  virtual.scheduler.scheduleOnce(longest.plusNanos(1), () -> {}, Scheduler.DIRECT))
          .isInstanceOf(InvalidDelayException.class)
          .hasMessageContaining("at most " + longest + " is allowed");
    }
  }

  @Test
  @Requirement({"S1.5", "S1.1"})
  void schedule_lateInTheLifeOfTheClock_isKeptOrRefused() {
    SchedulerSettings hourly = SchedulerSettings.defaults().withResolution(Duration.ofHours(1));
    Duration longest = hourly.resolution().longestDelay();
    Duration years = Duration.ofDays(3 * 365);
    try (VirtualScheduler virtual = VirtualScheduler.start(hourly)) {
      AtomicInteger runs = new AtomicInteger();
      virtual.scheduler.advance(Duration.ofHours(longest.toHours() - 1));
      virtual.scheduler.scheduleOnce(years, runs::incrementAndGet, Scheduler.DIRECT);
      virtual.scheduler.advance(years.minusHours(1));
      assertThat(runs).hasValue(0);
      virtual.scheduler.advance(Duration.ofHours(1));
      assertThat(runs).as("in time, half a clock's life after the start").hasValue(1);

      for (Place place : PLACES) {
        if (!place.name.equals("The interval") && !place.name.equals("The delay between runs")) {
          assertThatThrownBy(() -> place.call.with(virtual.scheduler, longest))
              .as("%s", place)
              .isInstanceOf(InvalidDelayException.class)
              .hasMessageStartingWith(place.name + " was " + longest + ";")
              .hasMessageContainingAll("which its clock cannot count", "Use a shorter one");
        }
      }
      virtual.scheduler.advance(Duration.ofDays(1));
      assertThat(runs).as("nothing was taken for due").hasValue(1);
      assertThat(virtual.metrics().registered()).isEqualTo(1);
    }
  }

  @Test
  void schedule_theShortestDelay_isAccepted() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      AtomicInteger runs = new AtomicInteger();
      virtual.scheduler.scheduleOnce(Duration.ofNanos(1), runs::incrementAndGet, Scheduler.DIRECT);
      virtual.advanceTicks(1);
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void schedule_withoutTaskExecutorOrDelay_isRefused() {
    @Nullable Runnable noTask = null;
    @Nullable Executor nowhere = null;
    @Nullable Duration never = null;
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      Scheduler s = virtual.scheduler;
      assertNull("task", () -> s.scheduleOnce(GOOD, unchecked(noTask), Scheduler.DIRECT));
      assertNull("executor", () -> s.scheduleOnce(GOOD, () -> {}, unchecked(nowhere)));
      assertNull(
          "task", () -> s.scheduleAtFixedRate(GOOD, GOOD, unchecked(noTask), Scheduler.DIRECT));
      assertNull(
          "executor", () -> s.scheduleWithFixedDelay(GOOD, GOOD, () -> {}, unchecked(nowhere)));
      assertNull("executor", () -> s.delay(GOOD, unchecked(nowhere)));
      assertThatThrownBy(() -> s.scheduleOnce(unchecked(never), () -> {}, Scheduler.DIRECT))
          .isInstanceOf(NullPointerException.class);
      assertNothingRegistered(virtual);
    }
  }

  private static void assertNull(
      String name, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(NullPointerException.class)
        .hasMessageStartingWith(name + ": ");
  }

  /// Lets a null through to where it is checked at run time.
  @SuppressWarnings("NullAway")
  private static <T> T unchecked(@Nullable T value) {
    return value;
  }
}
