package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/// What is made for errors is made for errors only: an actor with settings of its own takes no more
/// memory to spawn than what these settings need.
@Requirement("M6.1")
final class SpawnCostTest {
  private static final int ACTORS = 2_000;
  private static final int LEVELS = 200;

  /// What an actor may take more: a count of children grows by steps.
  private static final double SLACK_BYTES = 16;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static Props<Act> puppet() {
    return Props.of(() -> (ctx, act) -> act.run(ctx));
  }

  /// How many bytes a spawn under this actor takes.
  private double bytesPerSpawn(SteppedSystem t, ActorRef<Act> parent, Props<Act> props) {
    double[] bytes = new double[2];
    for (int round = 0; round < bytes.length; round++) { // the first loads classes
      int place = round;
      t.run(
          parent,
          ctx -> {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ACTORS; i++) {
              ActorRef<Act> unused = ctx.spawn(props);
            }
            bytes[place] = (threads.getCurrentThreadAllocatedBytes() - before) / (double) ACTORS;
          });
    }
    return bytes[1];
  }

  /// An actor far below the top, whose path is long.
  private static ActorRef<Act> deep(SteppedSystem t) {
    ActorRef<Act> lowest = t.puppet("top");
    for (int level = 0; level < LEVELS; level++) {
      ActorRef<Act> above = lowest;
      ActorRef<?>[] made = new ActorRef<?>[1];
      t.run(above, ctx -> made[0] = ctx.spawn("level", puppet()));
      @SuppressWarnings("unchecked") // what was spawned a line above
      ActorRef<Act> below = (ActorRef<Act>) made[0];
      lowest = below;
    }
    return lowest;
  }

  @Test
  void spawn_withAnotherSupervision_takesNoMoreThanTheDefault() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> parent = t.puppet("parent");
      Props<Act> other = puppet().withSupervision(Supervision.resume());
      double standard = bytesPerSpawn(t, parent, puppet());
      assertThat(bytesPerSpawn(t, parent, other)).isLessThan(standard + SLACK_BYTES);
    }
  }

  @Test
  void spawn_withAMailboxFarBelowTheTop_doesNotSpellItsPath() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Props<Act> bounded =
          puppet().withMailbox(MailboxSettings.bounded(8, OverflowStrategy.DROP_NEW));
      double atTheTop = bytesPerSpawn(t, t.puppet("parent"), bounded);
      assertThat(bytesPerSpawn(t, deep(t), bounded)).isLessThan(atTheTop + SLACK_BYTES);
    }
  }
}
