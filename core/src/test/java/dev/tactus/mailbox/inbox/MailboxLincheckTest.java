package dev.tactus.mailbox.inbox;

import dev.tactus.event.EventStream;
import dev.tactus.mailbox.inbox.RecordingMailbox.Effect;
import dev.tactus.mailbox.inbox.RecordingMailbox.Order;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Scenario;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The mailbox under every interleaving of senders, turns, suspension, refusals and the closing.
///
/// There is no sequential specification that would say more than the books: each message is
/// delivered or refused, once; what one sender sends keeps its order; no two turns overlap; and
/// when no turn waits any more, nothing is left that could be handled.
@Requirement({"M1.2", "M1.3", "M1.5", "M2.2", "M2.3", "M2.4", "M5.1", "M5.4", "W2"})
final class MailboxLincheckTest {
  /// A message or system message of one sender.
  private record Item(char sender, int number) {}

  /// What every set of calls has in common.
  abstract static class Books {
    final MailboxLab lab = MailboxLab.create();
    final RecordingMailbox mailbox;
    private final AtomicInteger messagesOfA = new AtomicInteger();
    private final AtomicInteger messagesOfB = new AtomicInteger();
    private final AtomicInteger orders = new AtomicInteger();
    private final AtomicInteger lateOrders = new AtomicInteger();

    Books(@Nullable LocalQueue queue) {
      this(queue, true);
    }

    Books(@Nullable LocalQueue queue, boolean isLaunched) {
      mailbox = new RecordingMailbox(lab.dispatcher, queue);
      if (isLaunched) {
        mailbox.launch();
        int unused = lab.runAll();
      }
    }

    /// From a worker: an empty mailbox takes it without a node.
    void sendA() {
      mailbox.enqueue(new Item('a', messagesOfA.incrementAndGet()), true);
    }

    /// From elsewhere.
    void sendB() {
      mailbox.enqueue(new Item('b', messagesOfB.incrementAndGet()), false);
    }

    /// System messages have one sender, so that their order is known.
    void order(Effect effect) {
      if (!mailbox.order(effect, new Item('s', orders.incrementAndGet()))) {
        lateOrders.incrementAndGet();
      }
    }

    void finish() {
      lab.refuse(false);
      while (lab.runOne() || lab.scheduler.runOne()) {
        // until nothing is left to do
      }
      boolean isSuspended = mailbox.view().suspends() > 0;
      boolean isClosed = mailbox.view().phase() == dev.tactus.dispatch.Occupant.Phase.CLOSED;
      require(isSuspended || mailbox.depth() == 0, "messages are left");
      require(mailbox.systemDepth() == 0, "system messages are left");
      require(mailbox.closings.get() == (isClosed ? 1 : 0), "it was not closed once");
      order(Effect.CLOSE);
      while (lab.runOne()) {
        // to the end
      }
      require(!mailbox.twoAtOnce, "two turns at once");
      require(mailbox.begun == 1, "it did not begin once");
      require(lab.failures.isEmpty(), "a turn failed");
      checkMessages();
      checkOrders();
    }

    private void checkMessages() {
      List<Object> all = new ArrayList<>(mailbox.handled);
      all.removeIf(Order.class::isInstance);
      checkSenderOrder(all);
      mailbox.refused.forEach(refused -> all.add(refused.message()));
      Set<Object> once = new HashSet<>(all);
      require(once.size() == all.size(), "a message came twice: " + all);
      require(once.size() == messagesOfA.get() + messagesOfB.get(), "a message was lost: " + all);
    }

    private static void checkSenderOrder(List<Object> items) {
      int latestOfA = 0;
      int latestOfB = 0;
      for (Object each : items) {
        Item item = (Item) each;
        if (item.sender() == 'a') {
          require(item.number() > latestOfA, "overtaken: " + items);
          latestOfA = item.number();
        } else {
          require(item.number() > latestOfB, "overtaken: " + items);
          latestOfB = item.number();
        }
      }
    }

    private void checkOrders() {
      List<Object> all = new ArrayList<>(mailbox.handled);
      all.removeIf(item -> !(item instanceof Order));
      all.addAll(mailbox.refusedSystem);
      require(all.size() + lateOrders.get() == orders.get(), "a system message was lost: " + all);
      int latest = 0;
      for (Object order : all) {
        int number = ((Item) ((Order) order).tag).number();
        require(number > latest, "system messages were overtaken: " + all);
        latest = number;
      }
    }

    private static void require(boolean holds, String claim) {
      if (!holds) {
        throw new IllegalStateException(claim);
      }
    }
  }

  /// Messages and turns on two workers.
  public static final class Sending extends Books {
    public Sending() {
      super(null);
    }

    @Operation(nonParallelGroup = "a")
    public void fromA() {
      sendA();
    }

    @Operation(nonParallelGroup = "b")
    public void fromB() {
      sendB();
    }

    @Operation
    public void run() {
      boolean unused = lab.runOne();
    }

    @Validate
    public void check() {
      finish();
    }
  }

  /// A turn that waits for more.
  public static final class Lingering extends Books {
    private static final int LOOKS = 2;

    public Lingering() {
      super(null, false);
    }

    @Operation(nonParallelGroup = "a")
    public void fromA() {
      sendA();
    }

    @Operation(nonParallelGroup = "b")
    public void fromB() {
      sendB();
    }

    @Operation(nonParallelGroup = "system")
    public void close() {
      order(Effect.CLOSE);
    }

    /// The first turn of the mailbox, so once.
    @Operation(nonParallelGroup = "turn")
    public void linger() {
      if (mailbox.runLingering((task, taken) -> look())) {
        mailbox.launch();
      }
    }

    private boolean look() {
      for (int i = 0; i < LOOKS; i++) {
        if (mailbox.hasMore()) {
          return true;
        }
      }
      return false;
    }

    @Operation
    public void run() {
      boolean unused = lab.runOne();
    }

    @Validate
    public void check() {
      finish();
    }
  }

  /// System messages that suspend, resume and close, among messages and turns.
  public static final class Ordering extends Books {
    public Ordering() {
      super(null);
    }

    @Operation(nonParallelGroup = "a")
    public void fromA() {
      sendA();
    }

    @Operation(nonParallelGroup = "system")
    public void suspend() {
      order(Effect.SUSPEND);
    }

    @Operation(nonParallelGroup = "system")
    public void resume() {
      order(Effect.RESUME);
    }

    @Operation(nonParallelGroup = "system")
    public void close() {
      order(Effect.CLOSE);
    }

    @Operation
    public void run() {
      boolean unused = lab.runOne();
    }

    @Validate
    public void check() {
      finish();
    }
  }

  /// The same with an order of its own.
  public static final class OrderingDeque extends Books {
    public OrderingDeque() {
      super(new DequeQueue());
    }

    @Operation(nonParallelGroup = "a")
    public void fromA() {
      sendA();
    }

    @Operation(nonParallelGroup = "system")
    public void suspend() {
      order(Effect.SUSPEND);
    }

    @Operation(nonParallelGroup = "system")
    public void close() {
      order(Effect.CLOSE);
    }

    @Operation
    public void run() {
      boolean unused = lab.runOne();
    }

    @Validate
    public void check() {
      finish();
    }
  }

  /// A pool that refuses now and then, and the timer that tries again.
  public static final class Refusing extends Books {
    public Refusing() {
      super(null);
    }

    @Operation(nonParallelGroup = "a")
    public void fromA() {
      sendA();
    }

    @Operation(nonParallelGroup = "b")
    public void fromB() {
      sendB();
    }

    @Operation
    public void refuse() {
      lab.refuse(true);
    }

    @Operation
    public void accept() {
      lab.refuse(false);
    }

    @Operation
    public void run() {
      boolean unused = lab.runOne();
    }

    @Operation
    public void pass() {
      boolean unused = lab.scheduler.runOne();
    }

    @Validate
    public void check() {
      finish();
    }
  }

  /// What the mailbox does not depend on in its own steps counts as one step, so that more of those
  /// that matter are tried.
  private static ModelCheckingOptions modelChecking(int invocations) {
    return new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(invocations)
        .addGuarantee(
            ManagedStrategyGuaranteeKt.forClasses(
                    ConcurrentLinkedQueue.class.getName(),
                    LongAdder.class.getName(),
                    EventStream.class.getName())
                .allMethods()
                .treatAsAtomic());
  }

  @Test
  void enqueue_underTheModelChecker_everyMessageIsDeliveredOnceAndInOrder() {
    modelChecking(80)
        .addCustomScenario(
            Scenario.of(Sending.class)
                .before("fromB")
                .thread("run", "run")
                .thread("fromA", "fromA")
                .build())
        .addCustomScenario(
            Scenario.of(Sending.class).thread("fromA", "run").thread("fromB", "run").build())
        .check(Sending.class);
  }

  @Test
  void lingering_underTheModelChecker_everyMessageIsDeliveredOnceAndInOrder() {
    modelChecking(80)
        .addCustomScenario(
            Scenario.of(Lingering.class)
                .thread("linger", "run")
                .thread("fromA", "fromA")
                .thread("fromB")
                .build())
        .addCustomScenario(
            Scenario.of(Lingering.class)
                .before("fromA")
                .thread("linger", "run")
                .thread("fromB", "close", "fromB")
                .build())
        .check(Lingering.class);
  }

  @Test
  void systemMessages_underTheModelChecker_areHandledInOrderAndNothingIsLost() {
    modelChecking(80)
        .addCustomScenario(
            Scenario.of(Ordering.class)
                .before("fromA")
                .thread("run", "run")
                .thread("suspend", "resume")
                .build())
        .addCustomScenario(
            Scenario.of(Ordering.class)
                .before("suspend", "run", "fromA")
                .thread("run", "fromA")
                .thread("resume", "run")
                .build())
        .addCustomScenario( // with nothing behind the order that would wake it
            Scenario.of(Ordering.class)
                .before("suspend", "run", "fromA")
                .thread("run")
                .thread("resume")
                .build())
        .addCustomScenario(
            Scenario.of(Ordering.class)
                .before("fromA")
                .thread("close", "suspend")
                .thread("run", "fromA", "fromA")
                .build())
        .addCustomScenario(
            Scenario.of(Ordering.class)
                .before("close", "fromA")
                .thread("run")
                .thread("fromA")
                .thread("suspend")
                .build())
        .check(Ordering.class);
  }

  @Test
  void queue_underTheModelChecker_losesNothing() {
    modelChecking(80)
        .addCustomScenario(
            Scenario.of(OrderingDeque.class)
                .before("fromA")
                .thread("run", "run")
                .thread("fromA", "suspend")
                .build())
        .addCustomScenario(
            Scenario.of(OrderingDeque.class)
                .before("fromA", "close")
                .thread("run")
                .thread("fromA", "fromA")
                .build())
        .check(OrderingDeque.class);
  }

  @Test
  void refusals_underTheModelChecker_loseNothing() {
    modelChecking(30)
        .addCustomScenario(
            Scenario.of(Refusing.class)
                .before("refuse", "fromB")
                .thread("fromA", "accept")
                .thread("fromB", "pass", "run")
                .build())
        .addCustomScenario(
            Scenario.of(Refusing.class)
                .before("fromB", "refuse")
                .thread("run", "run")
                .thread("fromA", "accept", "fromA")
                .build())
        .check(Refusing.class);
  }
}
