package dev.tactus.testkit.torture;

import static dev.tactus.testkit.torture.Ledger.check;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.ExecutionBatch;
import java.time.Duration;
import java.util.List;

/// An actor that does at random what actors do: it sends, sets aside, schedules, cancels, makes
/// children, watches and stops them, and fails.
final class Member implements Actor<Member.Message> {
  /// What members are told.
  sealed interface Message {}

  /// Something to do.
  ///
  /// @param from who sent it; -1 for the scenario
  /// @param number among the messages from the same sender
  /// @param hops how often it is passed on
  record Work(int from, long number, int hops) implements Message {}

  /// To open again after having set messages aside.
  private record Open() implements Message {}

  /// A timer with a key.
  ///
  /// @param timer which of the timers that had this key
  private record Once(int timer, long dueNanos) implements Message {}

  private record Beat(long sinceNanos) implements Message {}

  private record ChildEnded() implements Message {}

  /// Asks how many messages it has handled.
  record Count(ActorRef<Long> replyTo) implements Message {}

  private static final Duration BEAT = Duration.ofMillis(70);

  private final int id;
  private final Crowd crowd;
  private boolean closed;
  private int timers;
  private long beats;
  private long handled;

  Member(int id, Crowd crowd) {
    this.id = id;
    this.crowd = crowd;
  }

  @Override
  public void started(Context<Message> ctx) {
    if (crowd.choose(2) == 0) {
      ctx.timers().atFixedRate("beat", BEAT, new Beat(crowd.nowNanos()));
    }
  }

  @Override
  public void receive(Context<Message> ctx, Message message) {
    switch (message) {
      case Work work when closed -> ctx.stash();
      case Work work -> work(ctx, work);
      case Open open -> {
        closed = false;
        ctx.unstashAll();
      }
      case Once once -> once(once);
      case Beat beat -> beat(ctx, beat);
      case ChildEnded ended -> crowd.ledger().notice();
      case Count count -> count.replyTo().tell(handled);
    }
  }

  private void work(Context<Message> ctx, Work work) {
    handled++;
    crowd.ledger().handled(work.from(), id, work.number());
    if (work.hops() > 0) {
      for (int i = crowd.choose(3); i > 0; i--) {
        crowd.send(id, work.hops() - 1);
      }
    }
    switch (crowd.choose(12)) {
      case 0 -> {
        closed = true;
        ctx.timers().once("open", Duration.ofMillis(10 + crowd.choose(300)), new Open());
      }
      case 1, 2 -> startTimer(ctx);
      case 3 -> {
        timers++; // whatever had the key must not arrive any more
        boolean unused = ctx.timers().cancel("once");
      }
      case 4 -> spawnChild(ctx);
      case 5 -> stopChild(ctx);
      default -> {}
    }
  }

  private void startTimer(Context<Message> ctx) {
    Duration delay = Duration.ofMillis(1 + crowd.choose(400));
    timers++;
    ctx.timers().once("once", delay, new Once(timers, crowd.nowNanos() + delay.toNanos()));
  }

  private void once(Once once) {
    check(once.timer() == timers, "timer %s arrived, but %s replaced it", once.timer(), timers);
    check(
        crowd.nowNanos() >= once.dueNanos(),
        "a timer for %s arrived at %s",
        once.dueNanos(),
        crowd.nowNanos());
    crowd.sometimes("a keyed timer fired");
  }

  private void beat(Context<Message> ctx, Beat beat) {
    ExecutionBatch batch = ctx.batch().orElseThrow();
    beats += batch.runs();
    long most = (crowd.nowNanos() - beat.sinceNanos()) / BEAT.toNanos();
    check(beats <= most, "%s beats after %s intervals", beats, most);
    if (batch.missedRuns() > 0) {
      crowd.sometimes("beats were folded");
    }
  }

  private void spawnChild(Context<Message> ctx) {
    ActorRef<String> child =
        ctx.spawn(
            () ->
                (own, text) -> {
                  if (text.equals("fail")) {
                    throw new IllegalStateException("planned");
                  }
                });
    crowd.ledger().noticeDue();
    crowd.sometimes("a child was watched");
    ctx.watch(child, new ChildEnded());
    if (crowd.choose(2) == 0) {
      child.tell("fail");
    }
    Cancellable timer = ctx.scheduleOnce(Duration.ofMillis(1 + crowd.choose(200)), child, "hello");
    if (crowd.choose(3) == 0) {
      boolean unused = timer.cancel();
    }
  }

  private void stopChild(Context<Message> ctx) {
    List<ActorRef<?>> children = ctx.children();
    if (!children.isEmpty()) {
      ctx.stop(children.get(crowd.choose(children.size())));
      crowd.sometimes("a child was stopped");
    }
  }

  /// Sends to a member whose mailbox may be full.
  static boolean tryTell(ActorRef<Message> member, Work work) {
    try {
      member.tell(work);
      return true;
    } catch (MailboxFullException e) {
      return false;
    }
  }
}
