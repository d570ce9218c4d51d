package dev.tactus.actor;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.DispatcherHost;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.event.EventStream;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.Clock;
import dev.tactus.workers.FailureHandler;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Actors and everything that they run on: dispatchers, a scheduler, an event stream.
///
/// ```java
/// try (var system = ActorSystem.start("shop")) {
///   ActorRef<String> echo = system.spawn("echo", () -> (ctx, text) -> System.out.println(text));
///   echo.tell("hello");
/// }
/// ```
///
/// Threads: any, for every method; [#close()] none of its own.
public final class ActorSystem implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ActorSystem.class);

  private final SystemSettings settings;
  private final Clock clock;
  private final EventStream events = new EventStream();
  private final WheelScheduler scheduler;
  private final Dispatchers dispatchers;
  private final Spawner spawner;
  private final SplittableRandom random;
  private final Map<DeadLetterReason, LongAdder> deadLetters =
      new EnumMap<>(DeadLetterReason.class);
  private final ActorCell<Object> root;
  private final ActorCell<Object> user;
  private final ActorCell<Object> system;
  private final CompletableFuture<Void> userEnded = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private ActorSystem(SystemSettings settings) {
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed());
    for (DeadLetterReason reason : DeadLetterReason.values()) {
      deadLetters.put(reason, new LongAdder());
    }
    RuntimeToolbox toolbox = settings.toolbox().get();
    this.clock = toolbox.clock();
    this.scheduler = WheelScheduler.start(settings.scheduler(), toolbox, events);
    this.dispatchers =
        new Dispatchers(
            settings.dispatchers(),
            new DispatcherHost(
                clock, scheduler, events, toolbox.threads(), FailureHandler.UNCAUGHT));
    this.spawner = new Spawner(this, dispatchers, settings.mailboxes());
    this.root = guardian(null, settings.name());
    this.system = guardian(root, "system");
    this.user = guardian(root, "user");
  }

  private ActorCell<Object> guardian(@Nullable ActorCell<?> parent, String name) {
    Supplier<Actor<Object>> nothing = () -> (ctx, message) -> {};
    Place place = new Place(spawner.defaultDispatcher(), null, null, name);
    ActorCell<Object> cell = new ActorCell<>(this, parent, nothing, ActorSettings.DEFAULT, place);
    Annex unused = cell.annex(); // its children are made by other threads
    if (parent != null) {
      String obstacle = parent.annex().children.add(cell, name);
      assert obstacle == null : obstacle;
    }
    return cell;
  }

  /// Starts a system with the defaults of everything.
  public static ActorSystem start(String name) {
    return start(SystemSettings.of(name));
  }

  /// Starts a system.
  public static ActorSystem start(SystemSettings settings) {
    ActorSystem started = new ActorSystem(settings);
    started.root.launch();
    started.system.launch();
    started.user.launch();
    return started;
  }

  /// Its name.
  public String name() {
    return settings.name();
  }

  /// How it was built.
  public SystemSettings settings() {
    return settings;
  }

  /// Its event stream: dead letters, failures, warnings of the scheduler.
  public EventStream events() {
    return events;
  }

  /// Its timers.
  public WheelScheduler scheduler() {
    return scheduler;
  }

  /// Its dispatchers.
  public Dispatchers dispatchers() {
    return dispatchers;
  }

  /// Makes an actor at the top, without a name of its own choice.
  public <M> ActorRef<M> spawn(Supplier<? extends Actor<M>> factory) {
    return spawner.spawn(user, null, factory, ActorSettings.DEFAULT);
  }

  /// Makes an actor of this name at the top.
  ///
  /// @throws SpawnException when there is one of this name, or it cannot be one
  public <M> ActorRef<M> spawn(String name, Supplier<? extends Actor<M>> factory) {
    return spawner.spawn(user, name, factory, ActorSettings.DEFAULT);
  }

  /// Makes an actor at the top, without a name of its own choice.
  public <M> ActorRef<M> spawn(Props<M> props) {
    return spawner.spawn(user, null, props.factory(), props.settings());
  }

  /// Makes an actor of this name at the top.
  ///
  /// @throws SpawnException when there is one of this name, or a part that it asks for is not there
  public <M> ActorRef<M> spawn(String name, Props<M> props) {
    return spawner.spawn(user, name, props.factory(), props.settings());
  }

  <M> ActorCell<M> spawnUnder(
      ActorCell<?> parent,
      @Nullable String name,
      Supplier<? extends Actor<M>> factory,
      ActorSettings actorSettings) {
    return spawner.spawn(parent, name, factory, actorSettings);
  }

  /// Ends an actor after its present message. What waits in its mailbox becomes dead letters.
  public void stop(ActorRef<?> actor) {
    boolean unused = cell(actor, "stopped").enqueueSystem(new CellMessage.Stop());
  }

  /// Ends an actor after the messages that it has been sent until now.
  public void poison(ActorRef<?> actor) {
    cell(actor, "poisoned").enqueue(new CellEnvelope.Poison());
  }

  private static ActorCell<?> cell(ActorRef<?> actor, String verb) {
    if (actor instanceof ActorCell<?> cell && !cell.isGuardian()) {
      return cell;
    }
    throw new IllegalArgumentException(
        actor + " cannot be " + verb + "; only actors that were spawned can.");
  }

  /// How many dead letters there were for this reason.
  public long deadLetters(DeadLetterReason reason) {
    LongAdder count = deadLetters.get(reason);
    return count == null ? 0 : count.sum();
  }

  void deadLetter(DeadLetter letter) {
    LongAdder count = deadLetters.get(letter.reason());
    if (count != null) {
      count.increment();
    }
    events.publish(letter);
  }

  void publish(RuntimeEvent event) {
    events.publish(event);
  }

  /// Publishes a failure and logs it.
  void failed(ActorEvent event) {
    events.publish(event);
    switch (event) {
      case ActorEvent.Failed failure ->
          LOG.error(
              "{} failed{}; supervision decided: {}",
              failure.actor().path(),
              failure.message().isEmpty() ? "" : " on " + failure.message(),
              failure.directive(),
              failure.cause());
      case ActorEvent.HookFailed hook ->
          LOG.error("{} failed in its hook {}", hook.actor().path(), hook.hook(), hook.cause());
      default -> {}
    }
  }

  /// Passes an error of the virtual machine on.
  void reportFatal(Throwable error) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
  }

  void pressure(ActorCell<?> cell, MailboxPressure event) {
    events.publish(event);
  }

  long nowNanos() {
    return clock.nanos();
  }

  synchronized SplittableRandom random() {
    return random.split();
  }

  /// Runs something on the default dispatcher, or here if that is closed.
  void execute(Runnable command) {
    try {
      spawner.defaultDispatcher().execute(command);
    } catch (RejectedExecutionException e) {
      command.run();
    }
  }

  /// Notes that an actor has ended.
  void ended(ActorCell<?> cell) {
    Dispatcher dispatcher = cell.dispatcher();
    if (dispatcher != spawner.defaultDispatcher()) {
      dispatchers.release(dispatcher);
    }
    if (cell == user) {
      userEnded.complete(null);
    } else if (cell == root) {
      ended.complete(null);
    }
  }

  /// Completes when all actors have ended.
  public CompletableFuture<Void> whenEnded() {
    return ended.copy();
  }

  /// Stops all actors, then the scheduler and the dispatchers. Waits for that, as long as the
  /// settings allow.
  @Override
  public void close() {
    user.enqueueSystem(new CellMessage.Stop());
    boolean isOver = await(userEnded);
    root.enqueueSystem(new CellMessage.Stop());
    isOver &= await(ended);
    scheduler.close();
    dispatchers.close();
    if (!isOver) {
      LOG.warn("The system {} was closed before all of its actors had ended", name());
    }
  }

  private boolean await(CompletableFuture<Void> end) {
    try {
      end.get(settings.closeTimeout().toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a system cannot fail", e);
    }
  }
}
