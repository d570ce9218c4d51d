package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.workers.PumpPool;
import dev.tactus.workers.TaskPool;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// What becomes of processes whose pool refuses to run them.
@Requirement("P3")
final class RefusalTest {
  private final RuntimeToolbox time = RuntimeToolbox.manual();
  private final EventStream events = new EventStream();
  private final WheelScheduler scheduler =
      WheelScheduler.start(SchedulerSettings.defaults(), time, events);

  private ProcessSystem on(TaskPool pool) {
    return ProcessSystem.start(
        ProcessSettings.defaults().withStepsPerTurn(1),
        new ProcessToolbox(pool, scheduler, time.clock(), events),
        CommandRegistry.create());
  }

  @Test
  void pool_closedWhileAProcessWantsAnotherTurn_endsIt() {
    PumpPool pool = PumpPool.of("pump", () -> {}, (task, failure) -> {});
    Script script = new Script((self, received, out) -> out.continues());
    CompletableFuture<ExitReason> exit = on(pool).run(() -> script, "run", null);
    pool.close();
    assertThat(pool.runOne()).isTrue();

    assertThat(exit).isCompletedWithValueMatching(ExitReason.Terminated.class::isInstance);
    assertThat(script.closes.get()).isEqualTo(1);
  }

  @Test
  @Requirement("P7")
  void pool_closedAndTheProcessIsTerminated_endsByTheReasonThatWasGiven() {
    PumpPool pool = PumpPool.of("pump", () -> {}, (task, failure) -> {});
    ProcessSystem system = on(pool);
    Pid pid = system.spawn(Script::keeping, "run", null);
    CompletableFuture<ExitReason> exit = system.exitOf(pid);
    assertThat(pool.runOne()).isTrue();
    pool.close();
    system.terminate(pid, "enough");

    assertThat(exit).isCompletedWithValue(new ExitReason.Terminated("enough"));
  }
}
