package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import org.junit.jupiter.api.Test;

/// The plain scheduler keeps the contract.
@Requirement("S9.1")
final class JdkSchedulerContractTest extends SchedulerContract {
  @Override
  SchedulerKind kind() {
    return SchedulerKind.JDK;
  }

  @Test
  void start_onVirtualTime_isRefusedAndSaysWhatToChoose() {
    SchedulerSettings settings = SchedulerSettings.defaults().withKind(SchedulerKind.JDK);
    assertThatThrownBy(
            () -> SystemScheduler.start(settings, RuntimeToolbox.manual(), new EventStream()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Choose SchedulerKind.WHEEL");
  }
}
