package dev.tactus.actor;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.PolicyRegistry;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.TimerPolicy;
import dev.tactus.scheduler.TimerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Whatever happens to a system, its books say what became of every timer and every message.
@Timeout(120)
@Requirement({"S4.7", "S3.4", "A6"})
final class SystemBooksTest {
  private static final int SEEDS = 150;
  private static final int STEPS = 120;

  /// Counts messages as they go in and as they are handled.
  private static final class Counting implements ActorObserver {
    long sent;
    long ended;

    @Override
    public void sent(ActorRef<?> receiver, Object message) {
      sent++;
    }

    @Override
    public void handling(ActorRef<?> receiver, Object message) {}

    @Override
    public void handled(ActorRef<?> receiver, Object message) {
      ended++;
    }
  }

  private interface Order {
    void carryOut(Context<Order> ctx);
  }

  /// A system to which everything happens that can happen.
  private static final class Life {
    private final Random random;
    private final Counting counting = new Counting();
    private final VirtualSystem virtual;
    private final List<ActorRef<Order>> actors = new ArrayList<>();
    private final List<Cancellable> timers = new ArrayList<>();
    private int names;

    Life(long seed) {
      random = new Random(seed);
      SchedulerSettings scheduler =
          SchedulerSettings.defaults()
              .withSystemQuota(30 + random.nextInt(100))
              .withPolicies(
                  PolicyRegistry.DEFAULT.withDefault(TimerPolicy.DEFAULT.withBacklogLimit(5)));
      virtual =
          VirtualSystem.start(
              seed,
              settings ->
                  settings
                      .withScheduler(scheduler)
                      .withPressure(new PressureSettings(1, 0, 1))
                      .withObserver(counting));
    }

    void live() {
      for (int i = 0; i < 5; i++) {
        spawn();
      }
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(10)) {
          case 0 -> spawn();
          case 1 -> virtual.system.stop(any());
          case 2, 3 -> send();
          case 4, 5 -> tellTimers();
          case 6 -> cancelOne();
          case 7 -> tellToFail();
          case 8 -> tick();
          default -> virtual.advance(ofMillis(10L * random.nextInt(8)));
        }
        if (random.nextInt(4) == 0) {
          virtual.settle();
          checkTimers();
        }
      }
      end();
    }

    private ActorRef<Order> any() {
      return actors.get(random.nextInt(actors.size()));
    }

    private void spawn() {
      MailboxSettings mailbox =
          switch (random.nextInt(4)) {
            case 0 -> MailboxSettings.bounded(3, OverflowStrategy.DROP_HEAD);
            case 1 -> MailboxSettings.bounded(3, OverflowStrategy.DROP_NEW);
            case 2 -> MailboxSettings.bounded(4, OverflowStrategy.DEAD_LETTER);
            default -> MailboxSettings.unbounded();
          };
      Supervision supervision =
          random.nextBoolean()
              ? Supervision.restart().withBackoff(ofMillis(20), ofMillis(80), 0.5)
              : random.nextBoolean() ? Supervision.resume() : Supervision.stop();
      Props<Order> props = Props.of(() -> (ctx, order) -> order.carryOut(ctx));
      actors.add(
          virtual.system.spawn(
              "a" + names++, props.withMailbox(mailbox).withSupervision(supervision)));
    }

    /// A timer from outside, whose handle is kept.
    private void send() {
      ActorScheduler messages = virtual.system.messages();
      Duration delay = ofMillis(1 + random.nextInt(200));
      Duration period = ofMillis(10 + random.nextInt(50));
      Order order = ctx -> {};
      try {
        timers.add(
            switch (random.nextInt(3)) {
              case 0 -> messages.scheduleOnce(delay, any(), order, Scheduler.DIRECT, null);
              case 1 ->
                  messages.scheduleAtFixedRate(delay, period, any(), order, Scheduler.DIRECT, null);
              default ->
                  messages.scheduleWithFixedDelay(
                      delay, period, any(), order, Scheduler.DIRECT, null);
            });
      } catch (QuotaExceededException e) {
        assertThat(e.limit()).isPositive();
      }
    }

    /// Timers inside an actor; beyond the quota it fails, which is one more thing to happen.
    private void tellTimers() {
      Duration delay = ofMillis(1 + random.nextInt(150));
      int key = random.nextInt(3);
      int kind = random.nextInt(4);
      Order later = ctx -> {};
      any()
          .tell(
              ctx -> {
                switch (kind) {
                  case 0 -> ctx.timers().once(key, delay, later);
                  case 1 -> ctx.timers().atFixedRate(key, delay, later);
                  case 2 -> ctx.timers().withFixedDelay(key, delay, later);
                  default -> {
                    boolean unused = ctx.timers().cancel(key);
                  }
                }
              });
    }

    private void tellToFail() {
      any()
          .tell(
              ctx -> {
                throw new IllegalStateException("as the seed says");
              });
    }

    private void cancelOne() {
      if (!timers.isEmpty()) {
        boolean unused = timers.get(random.nextInt(timers.size())).cancel();
      }
    }

    /// Time passes, and no actor gets a turn: messages pile up.
    private void tick() {
      long unused = virtual.system.scheduler().advance(ofMillis(10L * random.nextInt(12)));
    }

    private void checkTimers() {
      SchedulerMetrics metrics = virtual.system.scheduler().metrics();
      assertThat(metrics.registered())
          .isEqualTo(
              metrics.completed() + metrics.cancelled() + metrics.dropped() + metrics.active());
      long open =
          timers.stream()
              .filter(
                  timer ->
                      switch (timer.state()) {
                        case PENDING, SCHEDULED, EXECUTING -> true;
                        case COMPLETED, CANCELLED -> false;
                      })
              .count();
      assertThat(metrics.active()).isGreaterThanOrEqualTo(open);
      assertThat(metrics.active()).isLessThanOrEqualTo(metrics.registered());
      long dead = virtual.system.deadLetters().values().stream().mapToLong(Long::longValue).sum();
      assertThat(counting.sent - counting.ended - dead - virtual.system.takenBack())
          .as("messages that wait")
          .isNotNegative();
    }

    private void end() {
      assertThat(virtual.system.shutdown().isClean()).isTrue();
      SchedulerMetrics metrics = virtual.system.scheduler().metrics();
      assertThat(metrics.active()).isZero();
      assertThat(timers).allMatch(timer -> timer.isCancelled() || isCompleted(timer));
      long dead = virtual.system.deadLetters().values().stream().mapToLong(Long::longValue).sum();
      assertThat(counting.sent).isEqualTo(counting.ended + dead + virtual.system.takenBack());
      assertThat(virtual.events(DeadLetter.class)).hasSize((int) dead);
    }

    private static boolean isCompleted(Cancellable timer) {
      return timer.state() == TimerState.COMPLETED;
    }
  }

  @Test
  void books_ofARandomLife_balanceAtEveryQuietPointAndAtTheEnd() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        new Life(seed).live();
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
