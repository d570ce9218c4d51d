package dev.tactus.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tactus.actor.ActorRef;
import dev.tactus.requirement.Requirement;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/// While nobody listens, a message costs its node and nothing else.
@Requirement("M4.3")
final class TelemetryCostTest {
  private static final int BURSTS = 2_000;
  private static final int BURST = 64;

  /// An object with two references.
  private static final long NODE_BYTES = 24;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// How many bytes a message takes, on its way in and out.
  private double bytesPerMessage(PumpedSystem pumped, ActorRef<String> actor) {
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < BURSTS; i++) {
      for (int j = 0; j < BURST; j++) {
        actor.tell("message");
      }
      long unused = pumped.run();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / (double) (BURSTS * BURST);
  }

  @Test
  void tell_withoutASubscriber_allocatesItsNodeOnly() {
    try (PumpedSystem pumped = PumpedSystem.start()) {
      ActorRef<String> actor = pumped.system.spawn(() -> (ctx, message) -> {});
      double unused = bytesPerMessage(pumped, actor); // once through, so that classes are loaded
      assertThat(bytesPerMessage(pumped, actor)).isLessThan(NODE_BYTES + 1);
    }
  }
}
