package dev.tactus.time.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TestThreads;
import dev.tactus.time.TickScale;
import dev.tactus.time.host.HostParker;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `notifyTick` only counts: exactly, from any thread, without a single allocation.
@Requirement("S6.2")
final class NotifyTickTest {
  private static final int CALLS = 100_000;

  static Stream<TickDriver> drivers() {
    ManualClock clock = ManualClock.atZero();
    Stream<TickDriver> drivers =
        Stream.of(
            ManualTickDriver.moving(clock),
            ExternalTickDriver.create(),
            HostTickDriver.waitingBy(new HostParker()));
    return drivers.peek(
        driver -> driver.attach(new RecordingSink(), clock, new TickScale(0, Resolution.DEFAULT)));
  }

  private static void notifyOften(TickDriver driver) {
    for (int i = 0; i < CALLS; i++) {
      driver.notifyTick();
    }
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void notifyTick_oftenCalled_allocatesNothing(TickDriver driver) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    notifyOften(driver); // what is loaded and linked on the first calls does not count
    long unused = threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    notifyOften(driver);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // The smallest object has 16 bytes; the measurement itself may cost a few of them.
    assertThat(allocated).isLessThan(CALLS);
    assertThat(driver.status()).isEqualTo(new DriverStatus.Backpressured(2 * CALLS));
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void notifyTick_fromSeveralThreads_countsExactly(TickDriver driver) throws InterruptedException {
    new TestThreads().with(3, () -> notifyOften(driver)).start().join();

    assertThat(driver.status()).isEqualTo(new DriverStatus.Backpressured(3 * CALLS));
  }

  @Test
  void notifyTick_neverAttached_counts() {
    ExternalTickDriver driver = ExternalTickDriver.create();
    driver.notifyTick();

    assertThat(driver.notifiedTicks()).isEqualTo(1);
    assertThat(driver.status()).isEqualTo(new DriverStatus.Suspended());
  }
}
