package dev.tactus.scheduler;

import dev.tactus.requirement.Requirement;

/// The wheel keeps the contract.
@Requirement("S9.1")
final class WheelSchedulerContractTest extends SchedulerContract {
  @Override
  SchedulerKind kind() {
    return SchedulerKind.WHEEL;
  }
}
