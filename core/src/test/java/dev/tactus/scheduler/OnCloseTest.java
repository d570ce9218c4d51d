package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.TaskRunFailed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tasks for the close of the scheduler.
@Requirement("S3.6")
final class OnCloseTest {
  private final VirtualScheduler virtual = VirtualScheduler.start();
  private final WheelScheduler scheduler = virtual.scheduler;
  private final List<String> runs = new ArrayList<>();

  @Test
  void tasks_runByPriority_andInTheOrderOfRegistrationWithinOne() {
    for (int i = 1; i <= 3; i++) {
      for (OnClosePriority priority :
          List.of(OnClosePriority.USER, OnClosePriority.SYSTEM_CRITICAL, OnClosePriority.RUNTIME)) {
        String name = priority + " " + i;
        scheduler.registerOnClose(() -> runs.add(name), priority);
      }
    }
    assertThat(runs).isEmpty();
    OnCloseReport report = scheduler.shutdown().onClose();
    assertThat(runs)
        .containsExactly(
            "SYSTEM_CRITICAL 1",
            "SYSTEM_CRITICAL 2",
            "SYSTEM_CRITICAL 3",
            "RUNTIME 1",
            "RUNTIME 2",
            "RUNTIME 3",
            "USER 1",
            "USER 2",
            "USER 3");
    assertThat(report).isEqualTo(new OnCloseReport(9, 0, Duration.ZERO));
  }

  @Test
  void cancel_beforeTheClose_takesTheTaskBackOnce() {
    OnCloseHandle gone = scheduler.registerOnClose(() -> runs.add("gone"), OnClosePriority.USER);
    OnCloseHandle kept = scheduler.registerOnClose(() -> runs.add("kept"), OnClosePriority.USER);
    assertThat(gone.cancel()).isTrue();
    assertThat(gone.cancel()).isFalse();
    assertThat(scheduler.shutdown().onClose().succeeded()).isEqualTo(1);
    assertThat(runs).containsExactly("kept");
    assertThat(kept.cancel()).as("it ran").isFalse();
  }

  @Test
  void cancel_byAnEarlierTask_isInTime() {
    OnCloseHandle[] later = new OnCloseHandle[1];
    scheduler.registerOnClose(
        () -> assertThat(later[0].cancel()).isTrue(), OnClosePriority.SYSTEM_CRITICAL);
    later[0] = scheduler.registerOnClose(() -> runs.add("later"), OnClosePriority.USER);
    assertThat(scheduler.shutdown().onClose()).isEqualTo(new OnCloseReport(1, 0, Duration.ZERO));
    assertThat(runs).isEmpty();
  }

  @Test
  void task_thatThrows_isReportedAndTheNextOnesRun() {
    AssertionError first = new AssertionError("first");
    IllegalStateException third = new IllegalStateException("third");
    scheduler.registerOnClose(
        () -> {
          throw first;
        },
        OnClosePriority.RUNTIME);
    scheduler.registerOnClose(() -> runs.add("second"), OnClosePriority.RUNTIME);
    scheduler.registerOnClose(
        () -> {
          throw third;
        },
        OnClosePriority.USER);
    scheduler.registerOnClose(() -> runs.add("fourth"), OnClosePriority.USER);
    OnCloseReport report = scheduler.shutdown().onClose();
    assertThat(report.succeeded()).isEqualTo(2);
    assertThat(report.failed()).isEqualTo(2);
    assertThat(runs).containsExactly("second", "fourth");
    assertThat(virtual.warnings())
        .containsExactly(
            new TaskRunFailed(OnClosePriority.RUNTIME, 1, first),
            new TaskRunFailed(OnClosePriority.USER, 3, third));
  }

  @Test
  void report_saysHowLongTheTasksTook() {
    scheduler.registerOnClose(() -> virtual.clock.advanceNanos(3_000), OnClosePriority.USER);
    scheduler.registerOnClose(() -> virtual.clock.advanceNanos(4_000), OnClosePriority.USER);
    assertThat(scheduler.shutdown().onClose())
        .isEqualTo(new OnCloseReport(2, 0, Duration.ofNanos(7_000)));
  }

  @Test
  @Requirement({"S3.6", "S3.7"})
  void register_afterTheCloseBegan_isRefused() {
    List<Throwable> refusals = new ArrayList<>();
    scheduler.registerOnClose(
        () -> {
          try {
            scheduler.registerOnClose(() -> runs.add("never"), OnClosePriority.USER);
          } catch (SchedulerClosedException e) {
            refusals.add(e);
          }
        },
        OnClosePriority.SYSTEM_CRITICAL);
    scheduler.close();
    assertThat(refusals).hasSize(1);
    assertThatThrownBy(() -> scheduler.registerOnClose(() -> {}, OnClosePriority.USER))
        .isInstanceOf(SchedulerClosedException.class)
        .hasMessageContainingAll("after closing had begun", "Register it earlier, or run it now");
    assertThat(runs).isEmpty();
  }

  @Test
  @Requirement({"S3.6", "S3.7"})
  void tasks_cannotSchedule() {
    scheduler.registerOnClose(() -> virtual.once(1, () -> runs.add("never")), OnClosePriority.USER);
    OnCloseReport report = scheduler.shutdown().onClose();
    assertThat(report.failed()).isEqualTo(1);
    assertThat(virtual.warnings(TaskRunFailed.class).getFirst().error())
        .isInstanceOf(SchedulerClosedException.class);
    assertThat(virtual.metrics().registered()).isZero();
  }

  @Test
  @Requirement({"S3.6", "S8.2"})
  void vmError_ofATask_isPassedOnWhenTheOthersHaveRun() {
    OutOfMemoryError error = new OutOfMemoryError("a test");
    scheduler.registerOnClose(
        () -> {
          throw error;
        },
        OnClosePriority.RUNTIME);
    scheduler.registerOnClose(() -> runs.add("second"), OnClosePriority.USER);
    Cancellable far = virtual.once(9, () -> runs.add("never"));
    assertThatThrownBy(scheduler::shutdown).isSameAs(error);
    assertThat(runs).containsExactly("second");
    assertThat(far.isCancelled()).isTrue();
    assertThat(virtual.warnings())
        .containsExactly(new TaskRunFailed(OnClosePriority.RUNTIME, 1, error));
    assertThat(scheduler.shutdown().onClose()).isEqualTo(new OnCloseReport(1, 1, Duration.ZERO));
    assertThat(runs).containsExactly("second");
  }

  @Test
  void close_fromWithinATask_isRefusedWithTheWayOut() {
    scheduler.registerOnClose(scheduler::close, OnClosePriority.RUNTIME);
    scheduler.registerOnClose(() -> runs.add("second"), OnClosePriority.USER);
    CloseReport report = scheduler.shutdown();
    assertThat(report.onClose().failed()).isEqualTo(1);
    assertThat(report.onClose().succeeded()).isEqualTo(1);
    assertThat(runs).containsExactly("second");
    assertThat(virtual.warnings(TaskRunFailed.class).getFirst().error())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is being closed already");
    assertThat(scheduler.shutdown()).isSameAs(report);
  }

  @Test
  @Timeout(60)
  void tasks_halfAMillion_runOrAreTakenBack() {
    List<OnCloseHandle> handles = new ArrayList<>();
    int[] run = new int[1];
    for (int i = 0; i < 500_000; i++) {
      handles.add(scheduler.registerOnClose(() -> run[0]++, OnClosePriority.USER));
    }
    handles.reversed().subList(0, 250_000).forEach(handle -> assertThat(handle.cancel()).isTrue());
    assertThat(scheduler.shutdown().onClose().succeeded()).isEqualTo(250_000);
    assertThat(run[0]).isEqualTo(250_000);
  }
}
