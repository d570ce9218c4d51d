package dev.tactus.examples.actor;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.actor.Props;
import dev.tactus.actor.Supervision;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// The account of one owner. Its balance is kept in a ledger that takes its time; while the account
/// waits for it, it sets aside whatever it is told.
public final class Account implements Actor<Account.Command> {
  private static final int WAITING_MAX = 1_000;

  /// Where balances are kept.
  public interface Ledger {
    /// The balance of an owner, in cents.
    CompletionStage<Long> load(String owner);

    /// Keeps a balance.
    CompletionStage<Void> store(String owner, long cents);
  }

  /// What an account can be told.
  public sealed interface Command {
    /// Puts money in, or takes it out when the amount is negative.
    record Move(long cents, ActorRef<Answer> replyTo) implements Command {}

    /// The ledger has answered.
    record Loaded(long cents) implements Command {}

    /// The ledger has kept the new balance.
    record Stored(Move move, long cents) implements Command {}

    /// The ledger has failed.
    record LedgerFailed(Throwable why) implements Command {}
  }

  /// What it answers.
  public sealed interface Answer {
    /// It was done, and this is the balance now.
    record Balance(long cents) implements Answer {}

    /// It was not done, since the balance is too small.
    record Refused(long cents) implements Answer {}
  }

  private final String owner;
  private final Ledger ledger;
  private long balance;

  private Account(String owner, Ledger ledger) {
    this.owner = owner;
    this.ledger = ledger;
  }

  /// How to make one. A ledger that fails is tried again, later and later.
  public static Props<Command> of(String owner, Ledger ledger) {
    return Props.<Command>of(() -> new Account(owner, ledger))
        .withStash(WAITING_MAX)
        .withSupervision(
            Supervision.restart()
                .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(10), 0.2)
                .withLimit(Supervision.UNLIMITED, Duration.ofMinutes(1)));
  }

  @Override
  public void started(Context<Command> ctx) {
    ctx.pipeToSelf(ledger.load(owner), Account::loaded, Command.LedgerFailed::new);
  }

  private static Command loaded(@Nullable Long cents) {
    return new Command.Loaded(cents == null ? 0 : cents);
  }

  /// Waits for the ledger.
  @Override
  public void receive(Context<Command> ctx, Command command) throws LedgerException {
    switch (command) {
      case Command.Move move -> ctx.stash();
      case Command.Loaded(long cents) -> open(ctx, cents);
      case Command.Stored(var move, long cents) -> {
        move.replyTo().tell(new Answer.Balance(cents));
        open(ctx, cents);
      }
      case Command.LedgerFailed(var why) -> throw new LedgerException(owner, why);
    }
  }

  private void open(Context<Command> ctx, long cents) {
    balance = cents;
    ctx.become(this::receiveOpen);
    ctx.unstashAll();
  }

  private void receiveOpen(Context<Command> ctx, Command command) {
    if (command instanceof Command.Move move) {
      long after = balance + move.cents();
      if (after < 0) {
        move.replyTo().tell(new Answer.Refused(balance));
      } else {
        ctx.unbecome();
        ctx.pipeToSelf(
            ledger.store(owner, after),
            nothing -> new Command.Stored(move, after),
            Command.LedgerFailed::new);
      }
    }
  }
}
