package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/// Steps that end for want of memory, or of stack, where a timer has changed its state and the
/// change is not counted yet.
@Requirement({"S4.7", "S8.2"})
final class UsedUpMemoryTest {
  private static final OutOfMemoryError ERROR = new OutOfMemoryError("no memory for a stripe");

  /// Throws while it is told to.
  private final class Adder extends LongAdder {
    private static final long serialVersionUID = 1;

    @Override
    public void add(long x) {
      check();
      super.add(x);
    }

    @Override
    public void increment() {
      check();
      super.increment();
    }

    @Override
    public long sum() {
      check();
      return super.sum();
    }
  }

  private boolean isUsedUp;
  private final LincheckEngine lab = new LincheckEngine(new SchedulerCounters(Adder::new));
  private final TickEngine engine = lab.engine;

  private void check() {
    if (isUsedUp) {
      throw ERROR;
    }
  }

  private Timer registered() {
    Timer timer = new Timer(engine, 2, 1, () -> {}, Scheduler.DIRECT);
    engine.register(timer);
    return timer;
  }

  @Test
  void registration_thatEndsAtTheQuota_isCountedAsRefused() {
    isUsedUp = true;
    assertThatThrownBy(this::registered).isSameAs(ERROR);
    isUsedUp = false;
    assertThat(engine.quota.taken()).isZero();
    assertThat(engine.pendingCommands()).isZero();
    assertThat(registered().id()).isEqualTo(2);
    assertThat(engine.quota.taken()).isEqualTo(1);
  }
}
