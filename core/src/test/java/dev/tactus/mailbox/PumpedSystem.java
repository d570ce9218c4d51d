package dev.tactus.mailbox;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.Props;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// An actor system that moves only when it is told to: one thread, virtual time.
public final class PumpedSystem implements AutoCloseable {
  /// What moves it.
  public final PumpPool pump = PumpPool.of("pump", () -> {}, FailureHandler.UNCAUGHT);

  /// The system.
  public final ActorSystem system;

  /// Its dead letters.
  public final List<DeadLetter> deadLetters = new ArrayList<>();

  private PumpedSystem(
      UnaryOperator<DispatcherSettings> dispatcher, UnaryOperator<SystemSettings> change) {
    SystemSettings settings =
        SystemSettings.of("pumped")
            .withToolbox(RuntimeToolbox::manual)
            .withCloseTimeout(Duration.ZERO)
            .withDispatcher(
                Dispatchers.DEFAULT_ID, dispatcher.apply(DispatcherSettings.pool(pump)));
    system = ActorSystem.start(change.apply(settings));
    system.events().subscribe(DeadLetter.class, deadLetters::add);
    run();
  }

  /// One with the defaults of everything else.
  public static PumpedSystem start() {
    return new PumpedSystem(dispatcher -> dispatcher, settings -> settings);
  }

  /// One with other settings.
  public static PumpedSystem with(UnaryOperator<SystemSettings> change) {
    return new PumpedSystem(dispatcher -> dispatcher, change);
  }

  /// One whose dispatcher has other settings.
  public static PumpedSystem withDispatcher(UnaryOperator<DispatcherSettings> change) {
    return new PumpedSystem(change, settings -> settings);
  }

  /// Spawns an actor with such a mailbox that puts what it gets into a list, and lets it begin.
  public <M> ActorRef<M> collector(MailboxSettings mailbox, List<? super M> into) {
    ActorRef<M> made =
        system.spawn(Props.of(() -> (Actor<M>) (ctx, m) -> into.add(m)).withMailbox(mailbox));
    run();
    return made;
  }

  /// Runs turns until none waits.
  ///
  /// @return how many
  public long run() {
    return pump.runAll(1_000_000);
  }

  /// Lets time pass and runs what falls due.
  public void advance(Duration time) {
    long unused = system.scheduler().advance(time);
    run();
  }

  @Override
  public void close() {
    system.close();
  }
}
