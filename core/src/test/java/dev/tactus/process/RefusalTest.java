package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.dispatch.FullExecutor;
import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.workers.ExecutorPool;
import dev.tactus.workers.PumpPool;
import dev.tactus.workers.TaskPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  private final FullExecutor executor = new FullExecutor();

  private ProcessSystem onExecutor() {
    return on(ExecutorPool.on("executor", executor, (task, failure) -> {}));
  }

  @Test
  void executor_fullForAWhile_processWaitsAndGoesOn() {
    List<ProcessWarning> warnings = new ArrayList<>();
    events.subscribe(ProcessWarning.class, warnings::add);
    ProcessSystem system = onExecutor();
    Script waiting = Script.keeping();
    Script continuing =
        new Script(
            (self, received, out) -> {
              if (self.steps < 3) {
                out.continues();
              }
            });
    Pid first = system.spawn(() -> waiting, "run", null);
    executor.runAll();
    Pid second = system.spawn(() -> continuing, "run", null);
    executor.isFull = true;
    executor.runAll(); // wants another turn, and does not get it
    system.send(first, "wake up");
    assertThat(system.info(first).orElseThrow().state()).isEqualTo(ProcessState.READY);
    scheduler.advance(Duration.ofSeconds(5));
    executor.runAll();
    assertThat(waiting.bodies()).isEmpty();
    assertThat(warnings).containsExactly(new ProcessWarning.TurnRefused(second));

    executor.isFull = false;
    scheduler.advance(Duration.ofSeconds(1));
    executor.runAll();

    assertThat(waiting.bodies()).containsExactly("wake up");
    assertThat(continuing.steps).isEqualTo(3);
    assertThat(system.alive()).isEqualTo(2);
    scheduler.advance(Duration.ofMillis(20));
    assertThat(scheduler.metrics().active()).isZero();
  }

  @Test
  @Requirement("P7")
  void executor_fullForEver_terminatedProcessEndsAllTheSame() {
    ProcessSystem system = onExecutor();
    executor.isFull = true;
    CompletableFuture<ExitReason> exit = system.run(Script::keeping, "run", null);
    Pid pid = new Pid(1);
    scheduler.advance(Duration.ofSeconds(5));
    assertThat(exit).isNotDone();
    system.terminate(pid, "enough");
    scheduler.advance(Duration.ofSeconds(1));

    assertThat(exit).isCompletedWithValue(new ExitReason.Terminated("enough"));
  }

  @Test
  @Requirement("P9")
  void executor_fullForEver_stopEndsThemAtItsDeadline() {
    ProcessSystem system = onExecutor();
    executor.isFull = true;
    for (int i = 0; i < 3; i++) {
      Pid unused = system.spawn(Script::keeping, "run", null);
    }
    CompletableFuture<StopReport> report = system.stop(Duration.ofMillis(5));
    scheduler.advance(Duration.ofMillis(10));

    assertThat(report).isDone();
    assertThat(report.join().forced()).isEqualTo(3);
    assertThat(report.join().stuck()).isZero();
  }

  @Test
  void executor_fullAndTheSchedulerIsClosed_endsThemInsteadOfLeavingThem() {
    ProcessSystem system = onExecutor();
    executor.isFull = true;
    CompletableFuture<ExitReason> exit = system.run(Script::keeping, "run", null);
    assertThat(exit).isNotDone();
    scheduler.close();

    assertThat(exit).isCompletedWithValueMatching(ExitReason.Terminated.class::isInstance);
    assertThat(system.run(Script::keeping, "run", null))
        .isCompletedWithValueMatching(ExitReason.Terminated.class::isInstance);
  }

  @Test
  @Requirement("P7")
  void pool_closedUnderALongChainOfLinks_endsAllOfThem() {
    int count = 20_000;
    PumpPool pool = PumpPool.of("pump", () -> {}, (task, failure) -> {});
    ProcessSystem system = on(pool);
    for (int i = 1; i <= count; i++) {
      int number = i;
      Pid unused =
          system.spawn(
              () ->
                  new Script(
                      (self, received, out) -> {
                        if (self.steps == 1 && number > 1) {
                          out.post(Commands.link(new Pid(number - 1)));
                        }
                      }),
              "run",
              null);
    }
    long turns = pool.runAll(2L * count);
    assertThat(turns).isEqualTo(count);
    pool.close();
    system.terminate(new Pid(1), "the first");

    assertThat(system.alive()).isZero();
  }
}
