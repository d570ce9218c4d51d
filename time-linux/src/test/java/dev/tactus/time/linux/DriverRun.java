package dev.tactus.time.linux;

import dev.tactus.time.driver.LoopingTickDriver;
import org.jspecify.annotations.Nullable;

/// A thread that runs a driver, and keeps what the driver died of.
final class DriverRun {
  private final Thread thread;
  private volatile @Nullable Throwable death;

  private DriverRun(LoopingTickDriver driver) {
    thread =
        Thread.ofPlatform()
            .name("tick-driver-under-test")
            .daemon()
            .start(
                () -> {
                  try {
                    driver.run();
                  } catch (Throwable e) {
                    death = e;
                  }
                });
  }

  static DriverRun start(LoopingTickDriver driver) {
    return new DriverRun(driver);
  }

  /// Waits for the end of the run.
  ///
  /// @return what it died of; nothing when it was stopped
  @Nullable Throwable end() throws InterruptedException {
    thread.join();
    return death;
  }
}
