package dev.tactus.testkit.torture;

import static dev.tactus.testkit.torture.Ledger.check;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Props;
import dev.tactus.actor.Supervision;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.testkit.simulation.Scenario;
import dev.tactus.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Random members that send each other work, under faults; then the faults heal, and the books must
/// balance.
///
/// Checked are: every message is handled, failed or a dead letter, none twice (M, A8); the order
/// between two actors (W1, A1); cancelled and replaced timers never arrive, none is early (S1, A6);
/// beats are never too many (S2); watched ends are told exactly once (A4); a member answers after
/// the faults have healed (A3, liveness); the scheduler's books balance, and nothing is left after
/// the end (S1.4, S3.3).
final class Crowd implements Scenario {
  /// Makes a member, so that tests can put a broken one in its place.
  interface Recruiter {
    /// @param id which member
    /// @param crowd what it belongs to
    Actor<Member.Message> member(int id, Crowd crowd);
  }

  private static final int MEMBERS_MIN = 2;
  private static final int MEMBERS_MORE = 4;
  private static final int ROUNDS = 6;
  private static final int HOPS = 3;
  private static final Duration WINDOW = Duration.ofSeconds(30);

  /// Longer than anything takes that a member begins.
  private static final Duration CALM = Duration.ofSeconds(3);

  private final Recruiter recruiter;
  private final Ledger ledger = new Ledger();
  private final List<ActorRef<Member.Message>> members = new ArrayList<>();
  private @Nullable Simulation simulation;

  Crowd(Recruiter recruiter) {
    this.recruiter = recruiter;
  }

  private Simulation simulation() {
    if (simulation == null) {
      throw new IllegalStateException("the crowd has not begun");
    }
    return simulation;
  }

  Ledger ledger() {
    return ledger;
  }

  int choose(int bound) {
    return simulation().choose(bound);
  }

  long nowNanos() {
    return simulation().nowNanos();
  }

  void sometimes(String state) {
    simulation().sometimes(true, state);
  }

  @Override
  public void run(Simulation sim) {
    simulation = sim;
    sim.system().events().subscribe(RuntimeEvent.class, ledger::event);
    long ownTimers = sim.system().scheduler().metrics().active();
    int count = MEMBERS_MIN + choose(MEMBERS_MORE);
    for (int i = 0; i < count; i++) {
      int id = i;
      members.add(
          sim.system()
              .spawn(
                  "member-" + i,
                  Props.of(() -> recruiter.member(id, this))
                      .withStash(10_000)
                      .withMailbox(mailbox())
                      .withSupervision(supervision())));
    }
    sim.mayCrash(members::contains);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = choose(8); i > 0; i--) {
        send(-1, HOPS);
      }
      sim.advance(Duration.ofMillis(choose(400)));
    }
    sim.heal();
    sim.advance(CALM);
    for (ActorRef<Member.Message> member : members) {
      long handled = sim.ask(member, Member.Count::new);
      check(handled >= 0, "a member answered %s", handled);
    }
    finish(sim, ownTimers);
  }

  private MailboxSettings mailbox() {
    return switch (choose(4)) {
      case 0 -> MailboxSettings.deque().withCapacity(3, OverflowStrategy.FAIL);
      case 1 -> MailboxSettings.deque().withCapacity(4, OverflowStrategy.DEAD_LETTER);
      case 2 -> MailboxSettings.deque().withCapacity(2, OverflowStrategy.BLOCK);
      default -> MailboxSettings.deque();
    };
  }

  private Supervision supervision() {
    Supervision restart = Supervision.restart().withLimit(Supervision.UNLIMITED, WINDOW);
    return switch (choose(3)) {
      case 0 -> Supervision.resume();
      case 1 -> restart.withBackoff(Duration.ofMillis(20), Duration.ofMillis(200), 0.5);
      default -> restart;
    };
  }

  /// Sends work to any member.
  ///
  /// @param from who sends; -1 for the scenario
  void send(int from, int hops) {
    int to = choose(members.size());
    long number = ledger.sending(from, to);
    if (!Member.tryTell(members.get(to), new Member.Work(from, number, hops))) {
      ledger.refused();
      sometimes("a sender was told that a mailbox is full");
    }
  }

  /// @param ownTimers how many timers the system has for itself
  private void finish(Simulation sim, long ownTimers) {
    sim.settle();
    SchedulerMetrics before = sim.system().scheduler().metrics();
    check(
        before.registered()
            == before.completed() + before.cancelled() + before.dropped() + before.active(),
        "the scheduler's books do not balance: %s",
        before);
    for (ActorRef<Member.Message> member : members) {
      sim.system().stop(member);
    }
    sim.advance(CALM);
    ledger.balanceAfterStop();
    long left = sim.system().scheduler().metrics().active() - ownTimers;
    check(left == 0, "%s timers outlived their actors", left);
  }
}
