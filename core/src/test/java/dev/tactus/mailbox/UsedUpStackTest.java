package dev.tactus.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Props;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.SteppedPool;
import dev.tactus.workers.WorkerHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Bounded mailboxes whose senders run out of stack on the way to the pool.
@Requirement({"M3.1", "W9"})
@Timeout(60)
final class UsedUpStackTest {
  private final List<Integer> handled = new ArrayList<>();

  /// Throws when it is told to, as if the stack had ended there.
  private static final class Steep implements Clock {
    long now;
    boolean isSteep;

    @Override
    public long nanos() {
      if (isSteep) {
        throw new StackOverflowError("as if");
      }
      return now;
    }

    @Override
    public ClockKind kind() {
      return ClockKind.DETERMINISTIC;
    }
  }

  @ParameterizedTest
  @EnumSource(OverflowStrategy.class)
  void tell_stackUsedUpInThePool_handledWithTheNextMessage(OverflowStrategy overflow) {
    Steep clock = new Steep();
    SteppedPool pool =
        SteppedPool.of(
            PoolSettings.defaults().withWorkers(1).withHost(WorkerHost.DEFAULT.withClock(clock)));
    try (ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("steep")
                .withToolbox(RuntimeToolbox::manual)
                .withCloseTimeout(Duration.ZERO)
                .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pool)))) {
      ActorRef<Integer> actor =
          system.spawn(
              Props.of(() -> (Actor<Integer>) (ctx, m) -> handled.add(m))
                  .withMailbox(MailboxSettings.bounded(8, overflow)));
      pool.runUntilIdle(100);
      for (int i = 0; i < 7; i++) { // after every other one, the pool wants to time a submission
        clock.now += 2_000_000;
        actor.tell(i);
        assertThat(pool.runUntilIdle(10)).isPositive();
      }
      clock.isSteep = true;
      assertThatThrownBy(() -> actor.tell(7)).isInstanceOf(StackOverflowError.class);
      clock.isSteep = false;

      actor.tell(8);
      pool.runUntilIdle(10);

      assertThat(handled).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
    }
  }
}
