package dev.tactus.examples.actor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.examples.actor.Account.Answer;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/// A bank whose ledger answers when the test says so.
@Requirement({"A3", "A7"})
final class BankTest {
  private static final class SlowLedger implements Account.Ledger {
    final Map<String, CompletableFuture<Long>> loads = new HashMap<>();
    final Deque<CompletableFuture<Void>> stores = new ArrayDeque<>();
    final List<Long> stored = new ArrayList<>();

    /// The load that somebody waits for.
    CompletableFuture<Long> loaded(String owner) {
      return requireNonNull(loads.remove(owner));
    }

    @Override
    public CompletionStage<Long> load(String owner) {
      CompletableFuture<Long> load = new CompletableFuture<>();
      loads.put(owner, load);
      return load;
    }

    @Override
    public CompletionStage<Void> store(String owner, long cents) {
      CompletableFuture<Void> store = new CompletableFuture<>();
      stores.add(store);
      stored.add(cents);
      return store;
    }
  }

  private final SlowLedger ledger = new SlowLedger();

  @Test
  void move_ledgerStillLoads_waitsAndKeepsTheOrder() {
    try (SteppedActors t = new SteppedActors()) {
      ActorRef<Bank.Order> bank = t.system.spawn("bank", () -> new Bank(ledger));
      CompletableFuture<Answer> in = Bank.move(bank, "ada", 100);
      CompletableFuture<Answer> out = Bank.move(bank, "ada", -150);
      CompletableFuture<Answer> tooMuch = Bank.move(bank, "ada", -1);
      t.run();
      assertThat(in).isNotDone();
      ledger.loaded("ada").complete(50L);
      t.run();
      assertThat(ledger.stored).as("one at a time").containsExactly(150L);
      ledger.stores.remove().complete(null);
      t.run();
      assertThat(in).isCompletedWithValue(new Answer.Balance(150));
      ledger.stores.remove().complete(null);
      t.run();
      assertThat(out).isCompletedWithValue(new Answer.Balance(0));
      assertThat(tooMuch).isCompletedWithValue(new Answer.Refused(0));
    }
  }

  @Test
  void move_ledgerFailsAtFirst_isDoneAfterARestart() {
    try (SteppedActors t = new SteppedActors()) {
      ActorRef<Bank.Order> bank = t.system.spawn("bank", () -> new Bank(ledger));
      CompletableFuture<Answer> in = Bank.move(bank, "ada", 100);
      t.run();
      ledger.loaded("ada").completeExceptionally(new IllegalStateException("no line"));
      t.run();
      assertThat(ledger.loads).as("not before the backoff").isEmpty();
      t.advance(Duration.ofMillis(150));
      ledger.loaded("ada").complete(1L);
      t.run();
      ledger.stores.remove().complete(null);
      t.run();
      assertThat(in).isCompletedWithValue(new Answer.Balance(101));
    }
  }

  @Test
  void move_differentOwners_doNotWaitForEachOther() {
    try (SteppedActors t = new SteppedActors()) {
      ActorRef<Bank.Order> bank = t.system.spawn("bank", () -> new Bank(ledger));
      CompletableFuture<Answer> ada = Bank.move(bank, "ada", 1);
      CompletableFuture<Answer> bob = Bank.move(bank, "bob", 2);
      t.run();
      ledger.loaded("bob").complete(0L);
      t.run();
      ledger.stores.remove().complete(null);
      t.run();
      assertThat(bob).isCompletedWithValue(new Answer.Balance(2));
      assertThat(ada).isNotDone();
    }
  }
}
