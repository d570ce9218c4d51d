package dev.tactus.actor;

import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.SteppedPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A system on virtual time and workers that the test moves.
final class VirtualSystem implements AutoCloseable {
  static final Duration TICK = Duration.ofMillis(10);
  private static final long TURNS_MAX = 10_000_000;

  final SteppedPool pool;
  final ActorSystem system;
  final List<RuntimeEvent> events = new ArrayList<>();

  private VirtualSystem(SystemSettings settings, SteppedPool pool) {
    this.pool = pool;
    this.system = ActorSystem.start(settings);
    system.events().subscribe(RuntimeEvent.class, events::add);
  }

  static VirtualSystem start() {
    return start(settings -> settings);
  }

  static VirtualSystem start(UnaryOperator<SystemSettings> change) {
    return start(0, change);
  }

  static VirtualSystem start(long seed, UnaryOperator<SystemSettings> change) {
    SteppedPool pool = SteppedPool.of(PoolSettings.defaults().withWorkers(2).withSeed(seed));
    SystemSettings settings =
        SystemSettings.of("virtual")
            .withSeed(seed)
            .withToolbox(RuntimeToolbox::manual)
            .withCloseTimeout(Duration.ZERO)
            .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pool));
    return new VirtualSystem(change.apply(settings), pool);
  }

  /// Lets actors run until none is ready.
  void settle() {
    long turns = pool.runUntilIdle(TURNS_MAX);
    if (turns == TURNS_MAX) {
      throw new AssertionError("the actors never came to rest");
    }
  }

  /// Lets time pass, tick by tick, and actors run after each.
  void advance(Duration duration) {
    settle();
    for (long i = duration.dividedBy(TICK); i > 0; i--) {
      system.scheduler().advance(TICK);
      settle();
    }
  }

  /// The events of one type so far.
  <E extends RuntimeEvent> List<E> events(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Override
  public void close() {
    system.close();
  }
}
