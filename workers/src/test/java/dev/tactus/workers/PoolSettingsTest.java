package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.host.HostParker;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Settings: what each changes, and what is refused.
@Requirement("W8")
final class PoolSettingsTest {
  /// A call that must fail, and what its message must say.
  record Refused(String given, String allowed, ThrowingCallable call) {}

  static List<Refused> refused() {
    PoolSettings pool = PoolSettings.defaults();
    QueueSettings queues = QueueSettings.DEFAULT;
    IdleSettings idle = IdleSettings.DEFAULT;
    return List.of(
        new Refused("workers was 0", "1 to 4095", () -> pool.withWorkers(0)),
        new Refused("workers was 4096", "1 to 4095", () -> pool.withWorkers(4096)),
        new Refused(
            "was PT-1S", "zero or more", () -> pool.withCloseTimeout(Duration.ofSeconds(-1))),
        new Refused(
            "was PT-1S", "zero or more", () -> pool.withJoinTimeout(Duration.ofSeconds(-1))),
        new Refused("Capacity was 3", "a power of two", () -> queues.withDequeCapacity(3)),
        new Refused("Capacity was 1", "a power of two", () -> queues.withDequeCapacity(1)),
        new Refused("Interval was 0", "1 or more", () -> queues.withGlobalInterval(0)),
        new Refused("Batch was -1", "0 to 1024", () -> queues.withGlobalBatch(-1)),
        new Refused("Limit was 0", "1 or more", () -> queues.withNewestLimit(0)),
        new Refused("spinRounds was -1", "0 or more", () -> idle.withSpinRounds(-1)),
        new Refused("parkRounds was 4", "more than spinRounds, 4", () -> idle.withParkRounds(4)),
        new Refused("spinNanos was -1", "0 or more", () -> idle.withSpinNanos(-1)),
        new Refused("stealWorthNanos was -1", "0 or more", () -> idle.withStealWorthNanos(-1)),
        new Refused("wakeWorthNanos was 1", "or more", () -> idle.withWakeWorthNanos(1)),
        new Refused("watchNanos was 0", "1 or more", () -> idle.withWatchNanos(0)));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void with_valueOutOfRange_refusedWithWhatIsAllowed(Refused refused) {
    assertThatThrownBy(refused.call())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(refused.given())
        .hasMessageContaining("allowed is")
        .hasMessageContaining(refused.allowed());
  }

  @Test
  @Requirement({"W4", "W6", "W7"})
  void defaults_numbers_areThoseOfTheRequirements() {
    assertThat(QueueSettings.DEFAULT).isEqualTo(new QueueSettings(256, 61, 16, 16));
    assertThat(IdleSettings.DEFAULT.spinRounds()).isEqualTo(4);
    assertThat(IdleSettings.DEFAULT.parkRounds()).isEqualTo(16);
  }

  @Test
  @Requirement("W6")
  void withWorth_asMuchAsThereIs_isNever() {
    IdleSettings idle =
        IdleSettings.DEFAULT
            .withWakeWorthNanos(Long.MAX_VALUE)
            .withStealWorthNanos(Long.MAX_VALUE)
            .withSpinRounds(1);
    long wakeWorthOfSlot = Worker.SLOT_SHARE * idle.wakeWorthNanos();
    assertThat(wakeWorthOfSlot).isGreaterThan(Duration.ofDays(100_000).toNanos());
    assertThat(idle.stealWorthNanos()).isEqualTo(idle.wakeWorthNanos());
  }

  @Test
  void with_eachSetting_changesOnlyThat() {
    Runnable yield = () -> {};
    WorkerHost host =
        WorkerHost.DEFAULT
            .withThreads(Thread::new)
            .withParkers(HostParker::new)
            .withClock(ManualClock.atZero())
            .withYield(yield);
    FailureHandler failures = (task, error) -> {};
    QueueSettings queues =
        QueueSettings.DEFAULT
            .withDequeCapacity(8)
            .withGlobalInterval(7)
            .withGlobalBatch(6)
            .withNewestLimit(5);
    IdleSettings idle =
        IdleSettings.DEFAULT
            .withSpinRounds(1)
            .withParkRounds(2)
            .withSpinNanos(3)
            .withStealWorthNanos(4)
            .withWakeWorthNanos(5)
            .withWatchNanos(6);

    PoolSettings settings =
        PoolSettings.defaults()
            .withName("n")
            .withWorkers(3)
            .withSpareWorkers(2)
            .withSeed(9)
            .withQueues(queues)
            .withIdle(idle)
            .withHost(host)
            .withFailures(failures)
            .withCloseTimeout(Duration.ofSeconds(2))
            .withJoinTimeout(Duration.ofSeconds(4));

    assertThat(queues).isEqualTo(new QueueSettings(8, 7, 6, 5));
    assertThat(idle).isEqualTo(new IdleSettings(1, 2, 3, 4, 5, 6));
    assertThat(host.yield()).isSameAs(yield);
    assertThat(settings)
        .isEqualTo(
            new PoolSettings(
                "n",
                3,
                2,
                9,
                queues,
                idle,
                host,
                failures,
                Duration.ofSeconds(2),
                Duration.ofSeconds(4)));
  }
}
