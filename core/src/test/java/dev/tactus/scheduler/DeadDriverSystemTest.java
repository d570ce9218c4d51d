package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.AskTimeoutException;
import dev.tactus.actor.StopTimeoutException;
import dev.tactus.actor.SystemSettings;
import dev.tactus.actor.shutdown.Phase;
import dev.tactus.actor.shutdown.ShutdownSummary;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.SchedulerWarning.DriverStopped;
import dev.tactus.time.Parker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A system whose driver has died: what needs time is told so, or has its time in another way.
@Requirement("S6.5")
final class DeadDriverSystemTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  /// Each wait is over at once, and its time has passed; or, while it is held, not over at all.
  private final class PassingParker implements Parker {
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public boolean park(long nanos) {
      if (waitsAreHeld) {
        try {
          ended.await();
        } catch (InterruptedException e) {
          return true;
        }
      } else {
        clock.moveTo(clock.nanos() + nanos);
      }
      return false;
    }

    @Override
    public void unpark() {
      ended.countDown();
    }
  }

  private final SettableClock clock = SettableClock.likeHost();
  private final ScriptedDriver driver = new ScriptedDriver();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile boolean waitsAreHeld;
  private final ActorSystem system = start();

  private ActorSystem start() {
    ActorSystem started =
        ActorSystem.start(
            SystemSettings.of("dead")
                .withWorkers(2)
                .withCloseTimeout(LONG)
                .withToolbox(
                    () -> RuntimeToolbox.of(clock, driver).withParkers(PassingParker::new)));
    started.events().subscribe(DriverStopped.class, event -> stopped.countDown());
    return started;
  }

  private void killDriver() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      driver.thenThrow(new IllegalStateException("the driver died"));
    }
    assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @AfterEach
  void end() {
    system.close();
  }

  private ActorRef<ActorRef<Object>> silent() {
    return system.spawn("silent", () -> (ctx, replyTo) -> {});
  }

  private static void assertRefused(CompletableFuture<Object> answer) {
    assertThat(answer)
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withCauseInstanceOf(AskTimeoutException.class)
        .withMessageContaining("nobody could tell when PT30S are over")
        .withMessageContaining("driver does not tick any more");
  }

  @Test
  @Requirement("A5")
  void ask_beforeAndAfterTheDriverDied_failsAndSaysWhy() throws Exception {
    ActorRef<ActorRef<Object>> silent = silent();
    CompletableFuture<Object> before = silent.ask(replyTo -> replyTo, LONG);
    killDriver();
    assertRefused(before);
    assertRefused(silent.ask(replyTo -> replyTo, LONG));
    assertRefused(silent.ask(replyTo -> replyTo, LONG));
  }

  @Test
  @Requirement("A2")
  void stopGracefully_afterTheDriverDied_endsTheActor() throws Exception {
    ActorRef<ActorRef<Object>> silent = silent();
    killDriver();
    waitsAreHeld = true;
    assertThat(system.stopGracefully(silent, LONG)).succeedsWithin(Duration.ofMinutes(1));
  }

  @Test
  @Requirement("A2")
  void stopGracefully_ofOneThatDoesNotEnd_failsInTimeAlthoughTheDriverDied() throws Exception {
    CountDownLatch handled = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    ActorRef<String> stuck =
        system.spawn(
            "stuck",
            () ->
                (ctx, message) -> {
                  handled.countDown();
                  gate.await();
                });
    stuck.tell("wait");
    assertThat(handled.await(60, TimeUnit.SECONDS)).isTrue();
    killDriver();
    assertThat(system.stopGracefully(stuck, LONG))
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withCauseInstanceOf(StopTimeoutException.class)
        .withMessageContaining("within PT30S");
    gate.countDown();
  }

  @Test
  @Requirement("A11")
  void close_afterTheDriverDied_beginsAPhaseWhenTheOneBeforeHasEnded() throws Exception {
    CompletableFuture<String> intake = new CompletableFuture<>();
    CompletableFuture<Boolean> release = new CompletableFuture<>();
    system.coordinatedShutdown().addTask(Phase.STOP_INTAKE, "intake", () -> intake);
    system
        .coordinatedShutdown()
        .addTask(
            Phase.RELEASE,
            "release",
            () -> {
              release.complete(intake.isDone());
              return release;
            });
    killDriver();
    waitsAreHeld = true;
    CompletableFuture<ShutdownSummary> run = system.coordinatedShutdown().run();
    assertThat(release).isNotDone(); // phases begin on this thread, or when a task ends
    intake.complete("ended");
    assertThat(release).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(true);
    assertThat(run).succeedsWithin(Duration.ofMinutes(1)).matches(ShutdownSummary::isClean);
  }

  @Test
  @Requirement("A11")
  void close_afterTheDriverDied_endsAPhaseWhoseTimeIsOver() throws Exception {
    system
        .coordinatedShutdown()
        .addTask(Phase.STOP_INTAKE, "never", () -> new CompletableFuture<Void>());
    killDriver();
    ShutdownSummary summary = system.coordinatedShutdown().run().get(1, TimeUnit.MINUTES);
    assertThat(summary.isClean()).isFalse();
    assertThat(summary.phases().get(0).took()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }
}
