package dev.tactus.mailbox;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.PressureSettings;
import dev.tactus.actor.Props;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scenario;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.host.StackProbe;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/// Bounded mailboxes under every interleaving of senders and turns.
@Requirement({"M3.1", "M3.3", "M3.4"})
final class GateLincheckTest {
  private record Item(char sender, int number) {}

  /// An actor with a small mailbox, in a system that only moves when it is told to.
  abstract static class Books {
    private final PumpPool pump = PumpPool.of("pump", () -> {}, FailureHandler.UNCAUGHT);
    private final ActorSystem system;
    private final ActorRef<Item> actor;
    private final AtomicInteger sentByA = new AtomicInteger();
    private final AtomicInteger sentByB = new AtomicInteger();
    private final List<Item> handled = new ArrayList<>();
    private final ConcurrentLinkedQueue<Object> dead = new ConcurrentLinkedQueue<>();
    private volatile boolean pressed;
    private volatile boolean pressedTwice;

    Books(int capacity, OverflowStrategy overflow) {
      system =
          ActorSystem.start(
              SystemSettings.of("lin")
                  .withPressure(new PressureSettings(2, 0, 1))
                  .withToolbox(RuntimeToolbox::manual)
                  .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pump)));
      MailboxSettings mailbox = MailboxSettings.bounded(capacity, overflow);
      actor =
          system.spawn(
              Props.of(() -> (Actor<Item>) (ctx, item) -> handled.add(item)).withMailbox(mailbox));
      system.events().subscribe(DeadLetter.class, letter -> dead.add(letter.message()));
      system
          .events()
          .subscribe(
              MailboxPressure.class,
              event -> {
                pressedTwice |= pressed == event.pressed();
                pressed = event.pressed();
              });
      long unused = pump.runAll(Long.MAX_VALUE);
    }

    void sendA() {
      actor.tell(new Item('a', sentByA.incrementAndGet()));
    }

    void sendB() {
      actor.tell(new Item('b', sentByB.incrementAndGet()));
    }

    void runOne() {
      boolean unused = pump.runOne();
    }

    void finish(boolean mayDrop) {
      long unused = pump.runAll(Long.MAX_VALUE);
      List<Object> all = new ArrayList<>(handled);
      all.addAll(dead);
      int sent = sentByA.get() + sentByB.get();
      require(all.size() == sent && new HashSet<>(all).size() == sent, "lost or twice: " + all);
      require(mayDrop || dead.isEmpty(), "dead letters: " + dead);
      require(system.deadLetters(DeadLetterReason.OVERFLOW) == dead.size(), "counted wrongly");
      require(!pressed, "under pressure at the end");
      require(!pressedTwice, "events of pressure out of order");
      int a = 0;
      int b = 0;
      for (Item item : handled) {
        require(item.number() > (item.sender() == 'a' ? a : b), "overtaken: " + handled);
        a = item.sender() == 'a' ? item.number() : a;
        b = item.sender() == 'b' ? item.number() : b;
      }
    }

    private static void require(boolean holds, String claim) {
      if (!holds) {
        throw new IllegalStateException(claim);
      }
    }
  }

  /// Room for one message; the others wait.
  public static final class BlockOne extends Books {
    public BlockOne() {
      super(1, OverflowStrategy.BLOCK);
    }

    @Operation
    public void fromA() {
      sendA();
    }

    @Operation
    public void fromB() {
      sendB();
    }

    @Operation
    public void run() {
      runOne();
    }

    @Validate
    public void check() {
      finish(false);
    }
  }

  /// Room for two messages; the others wait.
  public static final class BlockTwo extends Books {
    public BlockTwo() {
      super(2, OverflowStrategy.BLOCK);
    }

    @Operation
    public void fromA() {
      sendA();
    }

    @Operation
    public void fromB() {
      sendB();
    }

    @Operation
    public void run() {
      runOne();
    }

    @Validate
    public void check() {
      finish(false);
    }
  }

  /// Room for one message, which makes room for the next.
  public static final class DropHead extends Books {
    public DropHead() {
      super(1, OverflowStrategy.DROP_HEAD);
    }

    @Operation
    public void fromA() {
      sendA();
    }

    @Operation
    public void fromB() {
      sendB();
    }

    @Operation
    public void run() {
      runOne();
    }

    @Validate
    public void check() {
      finish(true);
    }
  }

  private static ModelCheckingOptions modelChecking(Class<?> calls) {
    return new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .iterations(0)
        .invocationsPerIteration(25)
        .addGuarantee(
            ManagedStrategyGuaranteeKt.forClasses(StackProbe.class.getName()).allMethods().ignore())
        .addGuarantee(
            ManagedStrategyGuaranteeKt.forClasses(
                    ConcurrentLinkedQueue.class.getName(),
                    LongAdder.class.getName(),
                    WheelScheduler.class.getName())
                .allMethods()
                .treatAsAtomic())
        .addCustomScenario(
            Scenario.of(calls)
                .before("fromA")
                .thread("run", "run")
                .thread("fromB", "fromB")
                .build())
        .addCustomScenario(
            Scenario.of(calls)
                .before("fromA")
                .thread("fromA", "run")
                .thread("fromB", "fromB")
                .build());
  }

  @Test
  void block_withRoomForOneUnderTheModelChecker_keepsTheOrderAndLosesNothing() {
    modelChecking(BlockOne.class).check(BlockOne.class);
  }

  @Test
  void block_withRoomForTwoUnderTheModelChecker_keepsTheOrderAndLosesNothing() {
    modelChecking(BlockTwo.class).check(BlockTwo.class);
  }

  @Test
  void dropHead_underTheModelChecker_everyMessageIsHandledOrADeadLetterOnce() {
    modelChecking(DropHead.class).check(DropHead.class);
  }
}
