package dev.tactus.scheduler;

import dev.tactus.error.ErrorCode;
import dev.tactus.time.driver.DriverKind;

/// Somebody tried to move the time of a scheduler that runs on real time.
public final class ManualTickRefusedException extends SchedulerException {
  private static final long serialVersionUID = 1L;

  ManualTickRefusedException(DriverKind kind) {
    super(
        ErrorCode.MANUAL_TICK_REFUSED,
        "This scheduler has a driver of kind "
            + kind
            + ", so its time moves by itself and cannot be advanced by hand. Start one with"
            + " WheelScheduler.start(settings, RuntimeToolbox.manual()) to move its time.");
  }
}
