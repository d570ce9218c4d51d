package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A one-shot that begins itself anew needs no more room than it has.
@Requirement({"A6", "S4.5"})
final class RenewedTimersTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SteppedSystem t =
      SteppedSystem.start(s -> s.withScheduler(SchedulerSettings.defaults().withSystemQuota(1)));

  private final ActorRef<Act> actor = t.puppet("a");
  private final List<QuotaExceededException> refused = new ArrayList<>();
  private int runs;

  @Test
  void once_withItsOwnKeyWhereTheQuotaIsFull_takesItsPlace() {
    t.run(actor, this::goOn);
    t.advance(SECOND.multipliedBy(5));
    assertThat(runs).isEqualTo(6);
    assertThat(refused).isEmpty();
    t.run(actor, ctx -> ctx.timers().cancelAll());
    assertThat(t.system.scheduler().metrics().active()).isZero();
  }

  private void goOn(Context<Act> ctx) {
    runs++;
    begin(ctx, "k", this::goOn);
  }

  @Test
  void once_withAnotherKeyWhereTheQuotaIsFull_isRefused() {
    t.run(actor, ctx -> begin(ctx, "k", due -> begin(due, "another", late -> runs++)));
    t.advance(SECOND.multipliedBy(5));
    assertThat(refused).hasSize(1);
    assertThat(runs).isZero();
  }

  @Test
  void once_withItsOwnKeyForTheSecondTime_replacesTheFirst() {
    t.run(
        actor,
        ctx ->
            begin(
                ctx,
                "k",
                due -> {
                  begin(due, "k", late -> runs += 100);
                  begin(due, "k", late -> runs++);
                  begin(due, "another", late -> runs += 100);
                }));
    t.advance(SECOND.multipliedBy(5));
    assertThat(runs).isEqualTo(1);
    assertThat(refused).as("the other one").hasSize(1);
  }

  @Test
  void once_afterTheHandlerOfAnEarlierOne_needsRoom() {
    t.run(actor, ctx -> begin(ctx, "k", due -> runs++));
    t.advance(SECOND.multipliedBy(2));
    var unused = t.system.scheduler().scheduleOnce(SECOND, () -> {}, Scheduler.DIRECT);
    t.run(actor, ctx -> begin(ctx, "k", due -> runs++));
    assertThat(refused).hasSize(1);
    assertThat(runs).isEqualTo(1);
  }

  private void begin(Context<Act> ctx, String key, Act act) {
    try {
      ctx.timers().once(key, SECOND, act);
    } catch (QuotaExceededException e) {
      refused.add(e);
    }
  }
}
