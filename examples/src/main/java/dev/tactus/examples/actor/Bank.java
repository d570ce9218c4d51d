package dev.tactus.examples.actor;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Context;
import dev.tactus.examples.actor.Account.Answer;
import dev.tactus.examples.actor.Account.Command;
import dev.tactus.examples.actor.Account.Ledger;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/// A bank: an account for each owner, made when somebody asks for it first.
public final class Bank implements Actor<Bank.Order> {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /// Something for one account.
  public record Order(String owner, Command command) {}

  private final Ledger ledger;
  private final Map<String, ActorRef<Command>> accounts = new HashMap<>();

  /// A bank with this ledger.
  public Bank(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public void receive(Context<Order> ctx, Order order) {
    accounts
        .computeIfAbsent(
            order.owner(), owner -> ctx.spawn("account-" + owner, Account.of(owner, ledger)))
        .tell(order.command());
  }

  /// Asks for money to be moved.
  public static CompletableFuture<Answer> move(ActorRef<Order> bank, String owner, long cents) {
    return bank.ask(replyTo -> new Order(owner, new Command.Move(cents, replyTo)), PATIENCE);
  }

  /// Moves some money, and prints the answers.
  public static void main(String[] args) {
    try (ActorSystem system = ActorSystem.start("bank")) {
      ActorRef<Order> bank = system.spawn("bank", () -> new Bank(new MemoryLedger()));
      CompletableFuture<Answer> deposit = move(bank, "ada", 10_000);
      CompletableFuture<Answer> withdrawal = move(bank, "ada", -2_500);
      CompletableFuture<Answer> tooMuch = move(bank, "ada", -9_000);
      System.out.println(deposit.join());
      System.out.println(withdrawal.join());
      System.out.println(tooMuch.join());
    }
  }

  /// A ledger that forgets everything at the end of the program.
  private static final class MemoryLedger implements Ledger {
    private final Map<String, Long> balances = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Long> load(String owner) {
      return CompletableFuture.completedStage(balances.getOrDefault(owner, 0L));
    }

    @Override
    public CompletionStage<Void> store(String owner, long cents) {
      balances.put(owner, cents);
      return CompletableFuture.completedStage(null);
    }
  }
}
