package dev.tactus.actor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.SteppedPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// A system on virtual time whose workers the test moves: nothing happens but what a test lets
/// happen, all of it on the test's own thread.
final class SteppedSystem implements AutoCloseable {
  private static final long TURNS_MAX = 50_000_000;
  private static final Duration TICK = Duration.ofMillis(10);

  /// A message that says itself what the actor is to do.
  interface Act {
    void run(Context<Act> ctx) throws Exception;
  }

  final SteppedPool pool;
  final ActorSystem system;
  private final List<RuntimeEvent> events = new ArrayList<>();

  private SteppedSystem(int workers, UnaryOperator<SystemSettings> change) {
    this.pool = SteppedPool.of(PoolSettings.defaults().withWorkers(workers).withSeed(7));
    this.system =
        ActorSystem.start(
            change.apply(
                SystemSettings.of("t")
                    .withSeed(7)
                    .withToolbox(RuntimeToolbox::manual)
                    .withCloseTimeout(Duration.ZERO)
                    .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pool))));
    system.events().subscribe(RuntimeEvent.class, events::add);
    run();
    events.clear();
  }

  static SteppedSystem start() {
    return new SteppedSystem(2, settings -> settings);
  }

  /// One with other settings.
  static SteppedSystem start(UnaryOperator<SystemSettings> change) {
    return new SteppedSystem(2, change);
  }

  /// One with so many workers, whose turns have so many messages.
  static SteppedSystem start(int workers, int throughput) {
    return new SteppedSystem(
        workers,
        settings -> {
          Map<String, DispatcherSettings> all = settings.dispatchers();
          DispatcherSettings standard = requireNonNull(all.get(Dispatchers.DEFAULT_ID));
          return settings.withDispatcher(
              Dispatchers.DEFAULT_ID, standard.withThroughput(throughput));
        });
  }

  /// An actor that does what it is told.
  ActorRef<Act> puppet(String name) {
    return system.spawn(name, () -> (ctx, act) -> act.run(ctx));
  }

  /// An actor that keeps what it is told.
  <M> ActorRef<M> collector(String name, List<M> messages) {
    return system.spawn(name, () -> (ctx, message) -> messages.add(message));
  }

  /// Lets everything happen that can without time passing.
  void run() {
    long turns = pool.runUntilIdle(TURNS_MAX);
    assertThat(turns).as("turns").isLessThan(TURNS_MAX);
  }

  /// Tells an actor what to do, and lets it happen.
  void run(ActorRef<Act> puppet, Act act) {
    puppet.tell(act);
    run();
  }

  /// Lets time pass, and everything happen in it.
  void advance(Duration duration) {
    run();
    for (Duration left = duration; left.isPositive(); left = left.minus(TICK)) {
      long unused = system.scheduler().advance(left.compareTo(TICK) < 0 ? left : TICK);
      run();
    }
  }

  /// What was published of this type since the beginning, in order.
  <E extends RuntimeEvent> List<E> events(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /// The messages that became dead letters for this reason, in order.
  List<Object> deadLetters(DeadLetterReason reason) {
    return events(DeadLetter.class).stream()
        .filter(letter -> letter.reason() == reason)
        .map(DeadLetter::message)
        .toList();
  }

  boolean hasEnded(ActorRef<?> actor) {
    return events(ActorEvent.Stopped.class).stream().anyMatch(event -> event.actor() == actor);
  }

  @Override
  public void close() {
    system.close();
    run();
  }
}
