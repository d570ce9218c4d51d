package dev.tactus.mailbox.inbox;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Scenario;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// The signal between senders that add to a shared queue and the mailbox that empties it.
@Requirement({"M3.1", "M9.1", "M2.2"})
final class SharedQueueLincheckTest {
  /// What the model checker calls.
  public static final class Calls {
    private final MailboxLab lab = MailboxLab.create();
    private final SharedQueue queue = new SharedQueue();
    private final RecordingMailbox mailbox = new RecordingMailbox(lab.dispatcher, queue);
    private final AtomicInteger numbers = new AtomicInteger();
    private final Queue<Object> dropped = new ConcurrentLinkedQueue<>();

    public Calls() {
      mailbox.launch();
      int unused = lab.runAll();
    }

    @Operation
    public void push() {
      queue.push(numbers.incrementAndGet());
      queue.signal(mailbox);
    }

    @Operation
    public void drop() {
      Object oldest = queue.takeOldest();
      if (oldest != null) {
        dropped.add(oldest);
      }
    }

    @Operation
    public void run() {
      boolean unused = lab.runOne();
    }

    @Validate
    public void check() {
      int unused = lab.runAll();
      List<Object> all = new ArrayList<>(mailbox.handled);
      all.addAll(dropped);
      if (mailbox.depth() != 0 || mailbox.twoAtOnce) {
        throw new IllegalStateException("left " + mailbox.depth() + ", " + mailbox.twoAtOnce);
      }
      if (all.size() != numbers.get() || new HashSet<>(all).size() != numbers.get()) {
        throw new IllegalStateException(numbers + " were sent, these came out: " + all);
      }
    }
  }

  @Test
  void push_underTheModelChecker_wakesTheMailboxWheneverSomethingWaits() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(100)
        .addGuarantee(
            ManagedStrategyGuaranteeKt.forClasses(
                    ConcurrentLinkedQueue.class.getName(), LongAdder.class.getName())
                .allMethods()
                .treatAsAtomic())
        .addCustomScenario(
            Scenario.of(Calls.class).before("push").thread("run", "run").thread("push").build())
        .addCustomScenario(
            Scenario.of(Calls.class)
                .before("push")
                .thread("run")
                .thread("push")
                .thread("push", "drop")
                .build())
        .check(Calls.class);
  }
}
