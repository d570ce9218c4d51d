package dev.tactus.scheduler;

import dev.tactus.time.Clock;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Parker;
import dev.tactus.time.driver.ExternalTickDriver;
import dev.tactus.time.driver.HostTickDriver;
import dev.tactus.time.driver.ManualTickDriver;
import dev.tactus.time.driver.TickDriver;
import dev.tactus.time.driver.TickDriverProvider;
import dev.tactus.time.host.HostClock;
import dev.tactus.time.host.HostParker;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/// What a runtime gets from the machine: time, ticks, threads, and a way to wait. Everything else
/// is built on these, so that replacing them replaces the machine.
///
/// A toolbox serves one scheduler: a driver has one sink.
///
/// @param clock where time comes from
/// @param driver what ticks
/// @param threads makes the thread that a driver may need
/// @param parkers makes a means to wait for each thread that needs one
/// @param gauge tells whether the system is under pressure
/// @param fallback why the driver is not the one that was asked for, when it is not
public record RuntimeToolbox(
    Clock clock,
    TickDriver driver,
    ThreadFactory threads,
    Supplier<Parker> parkers,
    BackpressureGauge gauge,
    Optional<SchedulerWarning.DriverFallback> fallback) {
  /// Checks that everything is there.
  public RuntimeToolbox {
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(threads, "threads");
    Objects.requireNonNull(parkers, "parkers");
    Objects.requireNonNull(gauge, "gauge");
    Objects.requireNonNull(fallback, "fallback");
  }

  /// A toolbox of this clock and this driver, with threads and waiting of the Java virtual machine.
  public static RuntimeToolbox of(Clock clock, TickDriver driver) {
    return new RuntimeToolbox(
        clock,
        driver,
        Thread::new,
        HostParker::new,
        BackpressureSwitch.released(),
        Optional.empty());
  }

  /// The default: the clock and a parked thread of the Java virtual machine.
  public static RuntimeToolbox host() {
    return of(HostClock.instance(), HostTickDriver.waitingBy(new HostParker()));
  }

  /// Virtual time, moved by [WheelScheduler#advance]; it starts no thread.
  public static RuntimeToolbox manual() {
    ManualClock clock = ManualClock.atZero();
    return of(clock, ManualTickDriver.moving(clock));
  }

  /// Real time, ticked by a loop of the caller's. It starts no thread.
  public static RuntimeToolbox external(ExternalTickDriver driver) {
    return of(HostClock.instance(), driver);
  }

  /// A timer of the kernel where there is one, otherwise the host driver; [#fallback()] then says
  /// why, and the scheduler publishes it when it starts.
  public static RuntimeToolbox kernel() {
    return kernel(TickDriverProvider.all());
  }

  /// The first of these that works.
  static RuntimeToolbox kernel(List<TickDriverProvider> providers) {
    String obstacle = "no module that offers one is on the class path or module path";
    for (TickDriverProvider provider : providers) {
      try {
        Optional<String> found = provider.obstacle();
        if (found.isEmpty()) {
          return of(provider.clock(), provider.create());
        }
        obstacle = found.get();
      } catch (RuntimeException | LinkageError e) { // the next one may do better
        obstacle = "the driver of " + provider.getClass().getName() + " failed: " + e;
      }
    }
    RuntimeToolbox host = host();
    return new RuntimeToolbox(
        host.clock,
        host.driver,
        host.threads,
        host.parkers,
        host.gauge,
        Optional.of(new SchedulerWarning.DriverFallback("kernel", obstacle)));
  }

  /// The same with another way to make threads.
  public RuntimeToolbox withThreads(ThreadFactory factory) {
    return new RuntimeToolbox(clock, driver, factory, parkers, gauge, fallback);
  }

  /// The same with another gauge.
  public RuntimeToolbox withGauge(BackpressureGauge other) {
    return new RuntimeToolbox(clock, driver, threads, parkers, other, fallback);
  }

  /// The same with another way to wait.
  public RuntimeToolbox withParkers(Supplier<Parker> other) {
    return new RuntimeToolbox(clock, driver, threads, other, gauge, fallback);
  }
}
