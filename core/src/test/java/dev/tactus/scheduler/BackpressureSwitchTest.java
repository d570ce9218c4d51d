package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.Subscription;
import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A gauge that is set by hand tells everybody what holds.
@Requirement("S4.5")
final class BackpressureSwitchTest {
  private final BackpressureSwitch gauge = BackpressureSwitch.released();
  private final List<String> told = new ArrayList<>();

  private Subscription follow(String name) {
    return gauge.onChange(engaged -> told.add(name + " " + engaged));
  }

  @Test
  void set_twiceTheSame_isToldOnce() {
    follow("a");
    gauge.release();
    gauge.engage();
    gauge.engage();
    assertThat(told).containsExactly("a true");
    assertThat(gauge.isEngaged()).isTrue();
  }

  @Test
  void set_byAListener_leavesTheOthersWithWhatHoldsInTheEnd() {
    follow("first");
    gauge.onChange(
        engaged -> {
          if (engaged) {
            gauge.release();
          }
        });
    follow("last");
    gauge.engage();
    assertThat(told).containsExactly("first true", "first false");
    assertThat(gauge.isEngaged()).isFalse();
  }

  @Test
  void set_whereAListenerThrows_tellsTheOthersAndThrows() {
    gauge.onChange(
        engaged -> {
          throw new IllegalStateException("broken");
        });
    follow("last");
    assertThatThrownBy(gauge::engage).hasMessage("broken");
    assertThatThrownBy(gauge::release).hasMessage("broken");
    assertThat(told).containsExactly("last true", "last false");
  }

  @Test
  void onChange_whileEngaged_tellsTheNextChange() {
    gauge.engage();
    Subscription late = follow("late");
    gauge.release();
    late.close();
    gauge.engage();
    assertThat(told).containsExactly("late false");
  }

  @Test
  void release_byASubscriberOfOneScheduler_reachesTheOther() {
    RuntimeToolbox toolbox = RuntimeToolbox.manual().withGauge(gauge);
    RuntimeToolbox another = RuntimeToolbox.manual().withGauge(gauge);
    try (WheelScheduler one = WheelScheduler.start(SchedulerSettings.defaults(), toolbox);
        WheelScheduler other = WheelScheduler.start(SchedulerSettings.defaults(), another)) {
      long quota = other.metrics().quotaLimit();
      one.events()
          .subscribe(
              SchedulerWarning.BackpressureState.class,
              state -> {
                if (state.engaged()) {
                  gauge.release();
                }
              });
      gauge.engage();
      assertThat(other.metrics().quotaLimit()).isEqualTo(quota);
      assertThat(one.metrics().quotaLimit()).isEqualTo(quota);
    }
  }
}
