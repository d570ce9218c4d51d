package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tactus.event.Subscription;
import dev.tactus.requirement.Requirement;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// While nobody listens, a timer costs itself and nothing else.
@Requirement("S5.3")
final class DiagnosticsCostTest {
  private static final int PAIRS = 20_000;

  /// What the Javadoc of [Timer] says that a timer takes.
  private static final long TIMER_BYTES = 56;

  /// A reference to the timer, in a list of the wheel.
  private static final long PLACE_BYTES = 4;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Duration delay = Duration.ofSeconds(1);

  private static void task() {}

  /// How many bytes one registration with its cancellation allocates on this thread.
  private double bytesPerPair(VirtualScheduler virtual) {
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < PAIRS; i++) {
      virtual.scheduler.scheduleOnce(delay, DiagnosticsCostTest::task, Scheduler.DIRECT).cancel();
    }
    return (double) (threads.getCurrentThreadAllocatedBytes() - before) / PAIRS;
  }

  /// How many bytes one timer allocates on the ticking thread that takes it in.
  private double bytesPerArrival(VirtualScheduler virtual) {
    for (int i = 0; i < PAIRS; i++) {
      virtual.scheduler.scheduleOnce(delay, DiagnosticsCostTest::task, Scheduler.DIRECT);
    }
    return bytesOfAdvance(virtual, virtual.scheduler.resolution());
  }

  /// How many bytes one fired timer, which has been taken in, allocates on the ticking thread.
  private double bytesPerFire(VirtualScheduler virtual) {
    double unused = bytesPerArrival(virtual);
    return bytesOfAdvance(virtual, delay);
  }

  private double bytesOfAdvance(VirtualScheduler virtual, Duration time) {
    long before = threads.getCurrentThreadAllocatedBytes();
    virtual.scheduler.advance(time);
    return (double) (threads.getCurrentThreadAllocatedBytes() - before) / PAIRS;
  }

  @Test
  void scheduleAndCancel_withoutAListener_allocateTheTimerOnly() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      double unused = bytesPerPair(virtual); // once through, so that classes are loaded
      assertThat(bytesPerPair(virtual)).isLessThanOrEqualTo(TIMER_BYTES + 1);
    }
  }

  @Test
  void arrival_withoutAListener_allocatesAPlaceOnly() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      double unused = bytesPerArrival(virtual);
      assertThat(bytesPerArrival(virtual)).isLessThan(PLACE_BYTES + 1);
    }
  }

  @Test
  void firing_withoutAListener_allocatesNothing() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      double unused = bytesPerFire(virtual);
      assertThat(bytesPerFire(virtual)).isLessThan(1);
    }
  }

  @Test
  void events_costOnlyWhileSomebodyListens() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      long[] seen = {0};
      Subscription all = virtual.events.subscribe(TimerDiagnostic.class, event -> seen[0]++);
      assertThat(bytesPerPair(virtual)).isGreaterThan(TIMER_BYTES + 50);
      assertThat(bytesPerFire(virtual)).isGreaterThan(20);
      assertThat(seen[0]).isEqualTo(4L * PAIRS);
      all.close();
      assertThat(bytesPerPair(virtual)).isLessThanOrEqualTo(TIMER_BYTES + 1);
      assertThat(bytesPerFire(virtual)).isLessThan(1);
      assertThat(seen[0]).isEqualTo(4L * PAIRS);
    }
  }
}
