package dev.tactus.testkit.simulation;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.actor.Props;
import dev.tactus.actor.Supervision;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Actors with bugs as people write them, each beside its repair. Where they differ is a line or
/// two, marked with `repaired`.
final class PlantedBugs {
  private static final Duration WHILE = Duration.ofMillis(100);

  private PlantedBugs() {}

  /// All of them, broken, by name.
  static Map<String, Scenario> broken() {
    Map<String, Scenario> all = new TreeMap<>();
    all.put("lost wake-up", lostWakeUp(false));
    all.put("wrong stash order", wrongStashOrder(false));
    all.put("timer not cancelled on restart", timerOutlivesRestart(false));
    all.put("lost money", lostMoney(false));
    return all;
  }

  // ------------------------------------------------------------------------------ lost wake-up

  private sealed interface ShopMessage {}

  private record Put(int item) implements ShopMessage {}

  private record Poll(ActorRef<WorkerMessage> worker) implements ShopMessage {}

  private record Sleeping(ActorRef<WorkerMessage> worker) implements ShopMessage {}

  private sealed interface WorkerMessage {}

  private record Item(int item) implements WorkerMessage {}

  private record Nothing() implements WorkerMessage {}

  private record WakeUp() implements WorkerMessage {}

  /// A worker that finds nothing says that it goes to sleep, and is woken by the next item. An item
  /// that comes between its look and its sleep wakes nobody.
  static Scenario lostWakeUp(boolean repaired) {
    return sim -> {
      List<Integer> done = new ArrayList<>();
      ActorRef<ShopMessage> shop = sim.system().spawn("shop", () -> new Shop(repaired));
      sim.system()
          .<WorkerMessage>spawn(
              "worker",
              () ->
                  new Actor<>() {
                    @Override
                    public void started(Context<WorkerMessage> ctx) {
                      shop.tell(new Poll(ctx.self()));
                    }

                    @Override
                    public void receive(Context<WorkerMessage> ctx, WorkerMessage message) {
                      switch (message) {
                        case Item item -> {
                          done.add(item.item());
                          shop.tell(new Poll(ctx.self()));
                        }
                        case Nothing nothing -> shop.tell(new Sleeping(ctx.self()));
                        case WakeUp wakeUp -> shop.tell(new Poll(ctx.self()));
                      }
                    }
                  });
      for (int i = 0; i < 3; i++) {
        int item = i;
        sim.system()
            .<String>spawn("customer-" + i, () -> (ctx, text) -> shop.tell(new Put(item)))
            .tell("go");
      }
      sim.advance(WHILE);
      if (done.size() != 3) {
        throw new AssertionError("done were only " + done.size() + " items");
      }
    };
  }

  private static final class Shop implements Actor<ShopMessage> {
    private final boolean repaired;
    private final Deque<Integer> items = new ArrayDeque<>();
    private @Nullable ActorRef<WorkerMessage> sleeper;

    Shop(boolean repaired) {
      this.repaired = repaired;
    }

    @Override
    public void receive(Context<ShopMessage> ctx, ShopMessage message) {
      switch (message) {
        case Put put -> {
          items.add(put.item());
          wake();
        }
        case Poll poll -> {
          Integer item = items.poll();
          poll.worker().tell(item == null ? new Nothing() : new Item(item));
        }
        case Sleeping sleeping -> {
          sleeper = sleeping.worker();
          if (repaired && !items.isEmpty()) {
            wake();
          }
        }
      }
    }

    private void wake() {
      if (sleeper != null) {
        sleeper.tell(new WakeUp());
        sleeper = null;
      }
    }
  }

  // ------------------------------------------------------------------------- wrong stash order

  /// Messages that come before the configuration are set aside, and then sent to itself again: so
  /// they end up behind those that came meanwhile.
  static Scenario wrongStashOrder(boolean repaired) {
    return sim -> {
      List<Integer> seen = new ArrayList<>();
      ActorRef<Object> service =
          sim.system().spawn("service", Props.of(() -> service(seen, repaired)).withStash(100));
      sim.system()
          .<String>spawn("configuration", () -> (ctx, text) -> service.tell("configured"))
          .tell("load");
      sim.system()
          .<Integer>spawn(
              "client",
              () ->
                  (ctx, next) -> {
                    service.tell(next);
                    if (next < 5) {
                      ctx.self().tell(next + 1);
                    }
                  })
          .tell(1);
      sim.advance(WHILE);
      if (!seen.equals(List.of(1, 2, 3, 4, 5))) {
        throw new AssertionError("requests were served as " + seen);
      }
    };
  }

  private static Actor<Object> service(List<Integer> seen, boolean repaired) {
    return new Actor<>() {
      private final List<Object> aside = new ArrayList<>();
      private boolean isConfigured;

      @Override
      public void receive(Context<Object> ctx, Object message) {
        if (message.equals("configured")) {
          isConfigured = true;
          aside.forEach(ctx.self()::tell);
          aside.clear();
          ctx.unstashAll();
        } else if (isConfigured) {
          seen.add((Integer) message);
        } else if (repaired) {
          ctx.stash();
        } else {
          aside.add(message);
        }
      }
    };
  }

  // ------------------------------------------------------------ timer not cancelled on restart

  private static final Duration SESSION = Duration.ofSeconds(30);

  private record Login() {}

  private record Expired() {}

  /// A session that crashes begins anew with the next login, but the timer of the old one still
  /// runs, and ends the new one too early.
  static Scenario timerOutlivesRestart(boolean repaired) {
    return sim -> {
      ActorRef<Object> session =
          sim.system().spawn("session", Props.of(() -> session(sim, repaired)));
      sim.mayCrash(actor -> actor == session);
      for (int i = 0; i < 4; i++) {
        session.tell(new Login());
        sim.advance(Duration.ofSeconds(1 + sim.choose(20)));
      }
      sim.advance(SESSION.multipliedBy(2));
    };
  }

  private static Actor<Object> session(Simulation sim, boolean repaired) {
    return new Actor<>() {
      private long loginNanos = -1;

      @Override
      public void receive(Context<Object> ctx, Object message) {
        if (message instanceof Login) {
          if (loginNanos < 0) {
            loginNanos = sim.nowNanos();
            if (repaired) {
              ctx.timers().once("session", SESSION, new Expired());
            } else {
              ctx.scheduleOnce(SESSION, ctx.self(), new Expired());
            }
          }
        } else if (loginNanos >= 0) {
          long lastedNanos = sim.nowNanos() - loginNanos;
          if (lastedNanos < SESSION.toNanos()) {
            throw new AssertionError("a session ended after " + lastedNanos + " ns");
          }
          loginNanos = -1;
        }
      }
    };
  }

  // -------------------------------------------------------------------------------- lost money

  private static final int BALANCE = 1_000;
  private static final Duration RETRY = Duration.ofSeconds(1);

  private record Transfer(String from, String to, int amount) {}

  private record Change(String account, int amount, ActorRef<Object> replyTo, Object reply) {}

  private record Withdrawn(Transfer transfer) {}

  private record Deposited(Transfer transfer) {}

  private record Retry() {}

  /// What survives a crash.
  private static final class Disk {
    private final Map<String, Integer> balances = new HashMap<>();
    private final List<Transfer> underway = new ArrayList<>();
  }

  /// Money is taken from one account, and when that is confirmed it is given to the other. The bank
  /// keeps what is between the two in its memory, and a crash loses it.
  static Scenario lostMoney(boolean repaired) {
    return sim -> {
      Disk disk = new Disk();
      disk.balances.put("a", BALANCE);
      disk.balances.put("b", BALANCE);
      ActorRef<Change> accounts = sim.system().spawn("accounts", () -> accounts(disk));
      ActorRef<Object> bank =
          sim.system()
              .spawn(
                  "bank",
                  Props.of(() -> bank(disk, accounts, repaired))
                      .withSupervision(
                          Supervision.restart()
                              .withLimit(Supervision.UNLIMITED, Duration.ofSeconds(1))));
      sim.mayCrash(actor -> actor == bank);
      for (int i = 0; i < 5; i++) {
        bank.tell(new Transfer(i % 2 == 0 ? "a" : "b", i % 2 == 0 ? "b" : "a", 10 + i));
        sim.advance(Duration.ofMillis(sim.choose(30)));
      }
      sim.heal();
      bank.tell(new Retry());
      sim.advance(RETRY.multipliedBy(10));
      int total = disk.balances.values().stream().mapToInt(Integer::intValue).sum();
      if (total != 2 * BALANCE) {
        throw new AssertionError("of " + 2 * BALANCE + " there are " + total + " left");
      }
    };
  }

  private static Actor<Change> accounts(Disk disk) {
    return (ctx, change) -> {
      disk.balances.merge(change.account(), change.amount(), Integer::sum);
      if (change.reply() instanceof Withdrawn withdrawn) {
        disk.underway.add(withdrawn.transfer()); // one write with the withdrawal
      } else if (change.reply() instanceof Deposited deposited) {
        disk.underway.remove(deposited.transfer());
      }
      change.replyTo().tell(change.reply());
    };
  }

  private static Actor<Object> bank(Disk disk, ActorRef<Change> accounts, boolean repaired) {
    return new Actor<>() {
      private final List<Transfer> depositing = new ArrayList<>();

      @Override
      public void started(Context<Object> ctx) {
        ctx.timers().withFixedDelay("retry", RETRY, new Retry());
      }

      @Override
      public void receive(Context<Object> ctx, Object message) {
        switch (message) {
          case Transfer it ->
              accounts.tell(new Change(it.from(), -it.amount(), ctx.self(), new Withdrawn(it)));
          case Withdrawn it -> deposit(ctx, it.transfer());
          case Deposited it -> depositing.remove(it.transfer());
          case Retry it when repaired -> List.copyOf(disk.underway).forEach(t -> deposit(ctx, t));
          default -> {}
        }
      }

      private void deposit(Context<Object> ctx, Transfer it) {
        if (!depositing.contains(it) && disk.underway.contains(it)) {
          depositing.add(it);
          accounts.tell(new Change(it.to(), it.amount(), ctx.self(), new Deposited(it)));
        }
      }
    };
  }
}
