package dev.tactus.actor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.shutdown.Phase;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Who closes a system moves what nobody else moves, as long as it takes.
@Requirement("A11")
@Timeout(60)
final class MovedClosingTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final PumpPool pump = PumpPool.of("pump", () -> {}, FailureHandler.UNCAUGHT);
  private final List<String> story = new CopyOnWriteArrayList<>();

  /// Tells of its end; its child is on another dispatcher.
  private Props<String> ending(String name, String dispatcher, @Nullable Props<String> child) {
    return Props.<String>of(
            () ->
                new Actor<>() {
                  @Override
                  public void started(Context<String> ctx) {
                    if (child != null) {
                      ctx.spawn("child", child);
                    }
                  }

                  @Override
                  public void receive(Context<String> ctx, String message) {}

                  @Override
                  public void stopped(Context<String> ctx) {
                    story.add(name);
                  }
                })
        .withDispatcher(dispatcher);
  }

  @Test
  void shutdown_withATaskOnAnotherThread_movesWhatComesAfterIt() {
    ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("moved")
                .withCloseTimeout(LONG)
                .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pump)));
    ActorRef<String> actor = system.spawn("actor", ending("actor", Dispatchers.DEFAULT_ID, null));
    pump.runAll(1_000);
    Thread closing = Thread.currentThread();
    system
        .coordinatedShutdown()
        .addTask(
            Phase.FINISH_WORK,
            "flush",
            () ->
                CompletableFuture.runAsync(
                    () -> {
                      while (closing.getState() != Thread.State.TIMED_WAITING) {
                        Thread.onSpinWait(); // it has moved all there was, and waits
                      }
                      story.add("flushed");
                    }));
    SystemReport report = system.shutdown();
    assertThat(story).containsExactly("flushed", "actor");
    assertThat(report.forced()).isEmpty();
    assertThat(report.phases()).hasValueSatisfying(phases -> assertThat(phases.isClean()).isTrue());
    assertThat(actor.path().name()).isEqualTo("actor");
  }

  @Test
  void shutdown_ofActorsOnWorkersAndOnAPump_endsAllOfThem() throws Exception {
    ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("moved")
                .withWorkers(1)
                .withCloseTimeout(LONG)
                .withDispatcher("pump", DispatcherSettings.pool(pump)));
    Props<String> third = ending("third", Dispatchers.DEFAULT_ID, null);
    Props<String> second = ending("second", "pump", third);
    CountDownLatch begun = new CountDownLatch(1);
    system.spawn("first", ending("first", Dispatchers.DEFAULT_ID, second));
    system.<String>spawn("last", () -> (ctx, message) -> begun.countDown()).tell("now");
    begun.await();
    while (pump.runAll(1_000) == 0) {
      Thread.onSpinWait(); // the worker is about to make it
    }
    SystemReport report = system.shutdown();
    assertThat(story).containsExactly("third", "second", "first");
    assertThat(report.forced()).isEmpty();
  }

  @Test
  void shutdown_withAnActorOfTheSystemThatDoesNotEnd_namesThatOne() {
    try (SteppedSystem t =
        SteppedSystem.start(
            s -> s.withDispatcher("held", DispatcherSettings.executor(turn -> {})))) {
      ActorCell<?> guardian = ((ActorCell<?>) t.system.schedulerDumps()).parent;
      ActorSettings held = ActorSettings.DEFAULT.withDispatcher("held");
      t.system.<String>spawnUnder(
          requireNonNull(guardian), "stuck", () -> (ctx, message) -> {}, held);
      assertThat(t.system.shutdown().forced())
          .map(ActorPath::toString)
          .containsExactly("tactus://t/system/stuck");
    }
  }

  @Test
  void shutdown_ofATurnThatNeverComesToRest_ends() {
    try (SteppedSystem t = SteppedSystem.start()) {
      t.system
          .coordinatedShutdown()
          .addTask(
              Phase.FINISH_WORK,
              "never",
              () -> {
                again(t.system);
                return new CompletableFuture<>();
              });
      SystemReport report = t.system.shutdown();
      assertThat(report.forced()).isEmpty();
      assertThat(report.phases())
          .hasValueSatisfying(phases -> assertThat(phases.isClean()).isFalse());
      isOver = true;
    }
  }

  private boolean isOver;

  /// A turn that asks for the next one, as a process does that goes on and on.
  private void again(ActorSystem system) {
    if (!isOver) {
      system.execute(() -> again(system));
    }
  }

  /// What the phase waits for is that nothing happens meanwhile.
  @Test
  void shutdown_withAPhaseLongerThanTheCloseTimeout_lastsAsLongAsThePhase() {
    List<Phase> phases =
        List.of(
            Phase.of(Phase.FINISH_WORK).withTimeout(LONG),
            Phase.of(Phase.STOP_ACTORS).after(Phase.FINISH_WORK),
            Phase.of(Phase.RELEASE).withTimeout(LONG).after(Phase.STOP_ACTORS));
    ActorSystem system =
        ActorSystem.start(
            SystemSettings.of("phases")
                .withCloseTimeout(Duration.ofMillis(20))
                .withPhases(phases)
                .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pump)));
    CountDownLatch isCut = new CountDownLatch(1);
    system.whenEnded().thenRun(isCut::countDown);
    system.spawn("actor", ending("actor", Dispatchers.DEFAULT_ID, null));
    for (String phase : List.of(Phase.FINISH_WORK, Phase.RELEASE)) {
      system
          .coordinatedShutdown()
          .addTask(phase, phase, () -> CompletableFuture.runAsync(() -> await(isCut, phase)));
    }
    SystemReport report = system.shutdown();
    assertThat(story).containsExactly("finish-work", "actor", "release");
    assertThat(report.phases()).hasValueSatisfying(all -> assertThat(all.isClean()).isTrue());
  }

  private void await(CountDownLatch never, String phase) {
    try {
      boolean isCut = never.await(100, TimeUnit.MILLISECONDS);
      story.add(isCut ? phase + " was cut" : phase);
    } catch (InterruptedException e) {
      story.add(phase + " was interrupted");
    }
  }
}
