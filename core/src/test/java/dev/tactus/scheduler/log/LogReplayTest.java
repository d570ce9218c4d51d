package dev.tactus.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionMode;
import dev.tactus.scheduler.Priority;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.ClockKind;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a replay finds, and what it refuses.
@Requirement("S5.2")
final class LogReplayTest {
  private static final SchedulerSettings SETTINGS =
      SchedulerSettings.defaults().withResolution(Duration.ofMillis(1)).withSystemQuota(100);

  private static void nothing() {}

  private static Duration millis(long count) {
    return Duration.ofMillis(count);
  }

  private static Cancellable once(WheelScheduler scheduler, long delayMillis) {
    return scheduler.scheduleOnce(millis(delayMillis), LogReplayTest::nothing, Scheduler.DIRECT);
  }

  /// Records what a program does in virtual time.
  private static LogRecording record(SchedulerSettings settings, Consumer<WheelScheduler> program) {
    return record(settings, RuntimeToolbox.manual(), program);
  }

  private static LogRecording record(
      SchedulerSettings settings, RuntimeToolbox toolbox, Consumer<WheelScheduler> program) {
    try (WheelScheduler scheduler = WheelScheduler.start(settings, toolbox);
        DeterministicLog log = DeterministicLog.attach(scheduler, 1000)) {
      program.accept(scheduler);
      return log.snapshot();
    }
  }

  /// Two timers on tick 5, one cancelled on tick 3: 3 schedules, 1 cancel, 2 fires.
  private static LogRecording sample() {
    return record(
        SETTINGS,
        scheduler -> {
          once(scheduler, 5);
          once(scheduler, 5);
          Cancellable third = once(scheduler, 8);
          scheduler.advance(millis(3));
          third.cancel();
          scheduler.advance(millis(7));
        });
  }

  private static LogRecording with(LogRecording recording, Consumer<List<LogEntry>> change) {
    List<LogEntry> entries = new ArrayList<>(recording.entries());
    change.accept(entries);
    return new LogRecording(recording.header(), recording.overwritten(), entries);
  }

  private static LogRecording ofRealTime(LogRecording recording) {
    LogHeader h = recording.header();
    return new LogRecording(
        new LogHeader(h.name(), h.resolution(), h.wheel(), ClockKind.HOST, h.originNanos()),
        0,
        recording.entries());
  }

  private static LogDifference differenceOf(LogRecording recording) {
    assertThat(LogReplay.replay(recording)).isInstanceOf(ReplayResult.Different.class);
    return ((ReplayResult.Different) LogReplay.replay(recording)).difference();
  }

  @Test
  void replay_savedAndLoaded_same(@TempDir Path dir) {
    sample().save(dir.resolve("sample.log"));

    ReplayResult result = LogReplay.replay(LogRecording.load(dir.resolve("sample.log")));

    assertThat(result).isEqualTo(new ReplayResult.Same(Comparison.EXACT, 6, List.of()));
    assertThat(result.text())
        .isEqualTo("The replay is the same in all 6 entries, to the nanosecond.");
  }

  @Test
  void replay_emptyRecording_same() {
    assertThat(LogReplay.replay(record(SETTINGS, scheduler -> {})).isSame()).isTrue();
  }

  @Test
  void replay_firesSwapped_namesEntryAndBothTimers() {
    LogRecording swapped = with(sample(), entries -> entries.add(4, entries.remove(5)));

    LogDifference difference = differenceOf(swapped);

    assertThat(difference.entryNumber()).isEqualTo(5);
    assertThat(difference.expected()).contains(swapped.entries().get(4));
    assertThat(difference.actual()).contains(sample().entries().get(4));
    assertThat(difference.explanation())
        .isEqualTo("entry 5: expected timer 2 to fire on tick 5, but timer 1 fired on tick 5");
  }

  @Test
  void replay_fireMissing_tellsOfTheFire() {
    LogRecording lost = with(sample(), entries -> entries.remove(4));

    assertThat(differenceOf(lost).explanation())
        .isEqualTo("entry 5: expected timer 2 to fire on tick 5, but timer 1 fired on tick 5");
  }

  @Test
  void replay_lastFireMissing_tellsOfTheFire() {
    LogRecording lost = with(sample(), entries -> entries.remove(5));

    LogDifference difference = differenceOf(lost);

    assertThat(difference.explanation())
        .isEqualTo("entry 6: expected nothing more, but timer 2 fired on tick 5");
    assertThat(difference.expected()).isEmpty();
  }

  @Test
  void replay_fireTooMany_saysThatNothingHappened() {
    LogRecording twice =
        with(
            sample(),
            entries ->
                entries.add(new LogEntry.Fired(1, 9_000_000, OptionalLong.of(0), 9, 1, "direct")));

    LogDifference difference = differenceOf(twice);

    assertThat(difference.entryNumber()).isEqualTo(7);
    assertThat(difference.actual()).isEmpty();
    assertThat(difference.explanation())
        .isEqualTo("entry 7: expected timer 1 to fire on tick 9, but nothing happened");
  }

  @Test
  void replay_otherFieldsDiffer_listsThem() {
    LogRecording wrong =
        with(
            sample(),
            entries ->
                entries.set(
                    4, new LogEntry.Fired(1, 5_000_000, OptionalLong.of(0), 5, 3, "direct")));

    assertThat(differenceOf(wrong).explanation())
        .isEqualTo("entry 5: timer 1 fired on tick 5 as expected, but with runs 1 instead of 3");
  }

  @Test
  void replay_deadlineMiscalculated_found() {
    LogRecording wrong =
        with(
            sample(),
            entries ->
                entries.set(
                    0,
                    new LogEntry.Scheduled(
                        1, 0, ExecutionMode.ONE_SHOT, 5_000_000, 0, 6, Priority.NORMAL, "direct")));

    assertThat(differenceOf(wrong).explanation())
        .isEqualTo(
            "entry 1: timer 1 was scheduled for tick 5 as expected, but with deadline tick 5"
                + " instead of 6");
    assertThat(differenceOf(ofRealTime(wrong)).explanation())
        .as("by ticks as well")
        .contains("deadline tick 5 instead of 6");
  }

  @Test
  void replay_cancelOfTimerThatRan_found() {
    LogRecording wrong =
        with(
            sample(),
            entries ->
                entries.add(
                    new LogEntry.Cancelled(
                        1, 9_000_000, OptionalLong.of(0), CancelReason.REQUESTED)));

    assertThat(differenceOf(wrong).explanation())
        .isEqualTo(
            "entry 7: expected timer 1 to be cancelled (REQUESTED) at 9000000 ns, but it could not"
                + " be cancelled, because it was COMPLETED");
  }

  @Test
  void replay_timerForgottenByClose_found() {
    LogRecording closed =
        record(
            SETTINGS,
            scheduler -> {
              once(scheduler, 50);
              once(scheduler, 60);
              scheduler.advance(millis(3));
              scheduler.close();
            });
    assertThat(LogReplay.replay(closed).isSame()).isTrue();

    assertThat(differenceOf(with(closed, List::removeLast)).explanation())
        .startsWith("entry 4: expected nothing more, but timer ")
        .endsWith("was cancelled (CLOSED) at 3000000 ns");
  }

  @Test
  void replay_registrationsRefusedByQuota_numbersComeOutTheSame() {
    LogRecording recording =
        record(
            SETTINGS.withSystemQuota(2),
            scheduler -> {
              once(scheduler, 5);
              once(scheduler, 6);
              assertThatThrownBy(() -> once(scheduler, 7))
                  .isInstanceOf(QuotaExceededException.class);
              assertThatThrownBy(() -> once(scheduler, 8))
                  .isInstanceOf(QuotaExceededException.class);
              scheduler.advance(millis(5));
              assertThat(once(scheduler, 7).id()).isEqualTo(5);
              scheduler.advance(millis(20));
            });

    assertThat(LogReplay.replay(recording))
        .isEqualTo(new ReplayResult.Same(Comparison.EXACT, 6, List.of()));
  }

  @Test
  void replay_slowTaskOnTickingThread_foldsAgain() {
    replaySlowTask(Scheduler.DIRECT);
  }

  @Test
  void replay_slowTaskOnAnExecutorThatRunsAtOnce_foldsAgain() {
    replaySlowTask(Runnable::run);
  }

  private static void replaySlowTask(Executor executor) {
    ManualClock clock = ManualClock.atZero();
    RuntimeToolbox toolbox = RuntimeToolbox.of(clock, ManualTickDriver.moving(clock));
    boolean[] slow = {true};
    Runnable task =
        () -> {
          if (slow[0]) {
            slow[0] = false;
            clock.advanceNanos(5_000_000);
          }
        };
    LogRecording recording =
        record(
            SETTINGS,
            toolbox,
            scheduler -> {
              scheduler.scheduleAtFixedRate(millis(1), millis(1), task, executor);
              scheduler.advance(millis(10));
            });
    assertThat(recording.entries())
        .as("the run after the slow one stands for five")
        .filteredOn(entry -> entry instanceof LogEntry.Fired fired && fired.runs() == 5)
        .hasSize(1);

    assertThat(LogReplay.replay(recording).text())
        .isEqualTo(
            "The replay is the same in all %d entries, to the nanosecond.",
            recording.entries().size());
    assertThat(LogReplay.replay(ofRealTime(recording)).leftOut())
        .containsExactly(
            new ReplayResult.LeftOut(
                1, "runs were folded because a task held up the ticking thread"));
  }

  @Test
  void replay_refusalAfterAStall_isTheSameOrLeftOut() {
    ManualClock clock = ManualClock.atZero();
    RuntimeToolbox toolbox = RuntimeToolbox.of(clock, ManualTickDriver.moving(clock));
    boolean[] refuses = {true};
    LogRecording recording =
        record(
            SETTINGS,
            toolbox,
            scheduler -> {
              scheduler.scheduleOnce(
                  millis(1),
                  LogReplayTest::nothing,
                  task -> {
                    if (refuses[0]) {
                      refuses[0] = false;
                      throw new RejectedExecutionException("full");
                    }
                    task.run();
                  });
              once(scheduler, 3);
              clock.advanceNanos(5_000_000);
              scheduler.advance(millis(2));
            });

    assertThat(LogReplay.replay(recording))
        .isEqualTo(new ReplayResult.Same(Comparison.EXACT, 5, List.of()));
    assertThat(LogReplay.replay(ofRealTime(recording)).text())
        .isEqualTo("The replay is the same in all 2 entries, by ticks. Not compared: 1 timers.");
  }

  @Test
  void replay_closeThatDeliversSeveralDueTimes_isTheSame() {
    ManualClock clock = ManualClock.atZero();
    RuntimeToolbox toolbox = RuntimeToolbox.of(clock, ManualTickDriver.moving(clock));
    try (WheelScheduler scheduler = WheelScheduler.start(SETTINGS, toolbox);
        DeterministicLog log = DeterministicLog.attach(scheduler, 1000)) {
      for (Executor executor : List.of(Scheduler.DIRECT, (Executor) Runnable::run)) {
        scheduler.scheduleAtFixedRate(millis(1), millis(1), LogReplayTest::nothing, executor);
        scheduler.scheduleWithFixedDelay(millis(1), millis(1), LogReplayTest::nothing, executor);
      }
      clock.advanceNanos(3_000_000);
      assertThat(scheduler.shutdown().delivered()).isEqualTo(8);

      assertThat(log.snapshot().entries()).hasSize(4 + 8 + 4);
      assertThat(LogReplay.replay(log.snapshot()))
          .isEqualTo(new ReplayResult.Same(Comparison.EXACT, 16, List.of()));
    }
  }

  @Test
  void replay_registrationBehindItsTickInRealTime_leftOutWithReason() {
    LogRecording late =
        ofRealTime(
            with(
                sample(),
                entries -> {
                  entries.remove(5);
                  entries.add(new LogEntry.Fired(2, 7_000_000, OptionalLong.of(0), 6, 1, "direct"));
                }));

    ReplayResult result = LogReplay.replay(late);

    assertThat(result.text())
        .isEqualTo("The replay is the same in all 4 entries, by ticks. Not compared: 1 timers.");
    assertThat(result.leftOut())
        .containsExactly(
            new ReplayResult.LeftOut(
                2, "it reached the wheel after its first tick, by chance of the threads"));
  }

  @Test
  void replay_virtualTimeButLogOutOfOrder_comparedByTicks() {
    LogRecording shuffled = with(sample(), entries -> entries.add(2, entries.remove(0)));

    assertThat(LogReplay.replay(shuffled))
        .isEqualTo(new ReplayResult.Same(Comparison.TICKS, 6, List.of()));
  }

  @Test
  void replay_beginningOverwritten_refused() {
    LogRecording recording = new LogRecording(sample().header(), 17, sample().entries());

    assertThatThrownBy(() -> LogReplay.replay(recording))
        .isInstanceOf(LogReplayRefusedException.class)
        .hasMessage(
            "The recording has lost its first 17 entries, so the timers that they tell of cannot"
                + " be scheduled again. Record with a log of a larger capacity. [TAC-0503]");
  }

  @Test
  void replay_logAttachedLate_refused() {
    LogRecording recording = with(sample(), List::removeFirst);

    assertThatThrownBy(() -> LogReplay.replay(recording))
        .isInstanceOf(LogReplayRefusedException.class)
        .hasMessage(
            "Entry 4 of the recording cannot be replayed: timer 1 was scheduled before the log was"
                + " attached. Attach the log before the first timer is scheduled. [TAC-0503]");
  }

  @Test
  void replay_timerScheduledTwice_refused() {
    LogRecording recording = with(sample(), entries -> entries.add(entries.getFirst()));

    assertThatThrownBy(() -> LogReplay.replay(recording))
        .isInstanceOf(LogReplayRefusedException.class)
        .hasMessageStartingWith("Entry 7 of the recording cannot be replayed: timer 1 is scheduled")
        .hasMessageContaining("for the second time");
  }

  @Test
  void replay_numbersFarApart_refused() {
    LogRecording recording =
        with(
            sample(),
            entries ->
                entries.add(
                    new LogEntry.Scheduled(
                        1L << 40,
                        10_000_000,
                        ExecutionMode.ONE_SHOT,
                        1,
                        0,
                        11,
                        Priority.NORMAL,
                        "direct")));

    assertThatThrownBy(() -> LogReplay.replay(recording))
        .isInstanceOf(LogReplayRefusedException.class)
        .hasMessageContaining("their numbers go up to 1099511627776")
        .hasMessageContaining("of which 131072 are allowed");
  }

  @Test
  void replay_timeBeforeOrigin_refused() {
    LogRecording recording =
        with(
            sample(),
            entries ->
                entries.add(
                    new LogEntry.Cancelled(1, -5, OptionalLong.of(0), CancelReason.REQUESTED)));
    LogRecording withOrigin =
        new LogRecording(recording.header().withOriginNanos(0), 0, recording.entries());

    assertThatThrownBy(() -> LogReplay.replay(withOrigin))
        .isInstanceOf(LogReplayRefusedException.class)
        .hasMessageContaining("its time, -5 ns, is not within 73 years after the origin, 0 ns");
  }

  @Test
  void replay_ofARecordingThatEndsWhileTheDriverIsHeldUp_isTheSame() {
    ManualClock clock = ManualClock.atZero();
    ManualTickDriver driver = ManualTickDriver.moving(clock);
    LogRecording recording =
        record(
            SETTINGS,
            RuntimeToolbox.of(clock, driver),
            scheduler -> {
              once(scheduler, 5);
              driver.suspend();
              scheduler.advance(millis(10)); // the timer is due, and stays where it is
              once(scheduler, 5);
            });
    assertThat(LogReplay.replay(recording).isSame()).isTrue();
  }
}
