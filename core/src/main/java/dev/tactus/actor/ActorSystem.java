package dev.tactus.actor;

import dev.tactus.actor.shutdown.CoordinatedShutdown;
import dev.tactus.actor.shutdown.Phase;
import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.DispatcherHost;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.dispatch.Occupant;
import dev.tactus.error.ErrorCode;
import dev.tactus.event.EventStream;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.event.Subscription;
import dev.tactus.event.VmErrors;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.process.CommandRegistry;
import dev.tactus.process.ProcessSettings;
import dev.tactus.process.ProcessSystem;
import dev.tactus.process.ProcessToolbox;
import dev.tactus.scheduler.Affinity;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.OnClosePriority;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.scheduler.SystemScheduler;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.workers.FailureHandler;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Actors and everything that they run on: dispatchers, a scheduler, an event stream.
///
/// ```java
/// try (var system = ActorSystem.start("shop")) {
///   ActorRef<String> echo = system.spawn("echo", () -> (ctx, text) -> System.out.println(text));
///   echo.tell("hello");
///   system.stopGracefully(echo, Duration.ofSeconds(1)).join(); // after what it was sent
/// }
/// ```
///
/// Threads: any, for every method; [#close()] none of its own.
public final class ActorSystem implements AutoCloseable {

  /// A driver this far behind is overload, not jitter.
  private static final long DRIVER_BEHIND_TICKS = 10;

  private static final Duration DRIVER_CALM = Duration.ofSeconds(1);

  private final SystemSettings settings;
  private final Clock clock;
  private final EventStream events = new EventStream();
  private final SystemScheduler scheduler;
  private final Scheduler ownTimers;
  private final StopLimits stopLimits;
  private final TimerAffinities affinities;
  private final ActorScheduler messages;
  private final Dispatchers dispatchers;
  private final AskTimeouts askTimeouts;
  private final Overdue overdue;
  private final AskPatience askPatience = new AskPatience();
  private final Spawner spawner;
  private final SplittableRandom random;
  private final PressureGauge gauge;
  private final Map<DeadLetterReason, LongAdder> deadLetters =
      new EnumMap<>(DeadLetterReason.class);
  private final LongAdder takenBack = new LongAdder();
  private final ActorCell<Object> root;
  private final ActorCell<Object> user;
  private final ActorCell<Object> system;
  private final CompletableFuture<Void> userStops = new CompletableFuture<>();
  private final CompletableFuture<Void> userEnded = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final ActorTree tree;
  private final NamedProcesses processSystems = new NamedProcesses();
  private final long startNanos;
  private final Closing closing;
  private final Receptionist receptionist;
  private final CoordinatedShutdown coordinatedShutdown;

  private @Nullable ActorRef<SchedulerDumpRequest> schedulerDumps;

  /// Whether somebody wants to know of each beginning and end: there may be millions a second.
  private volatile boolean isLifeWanted;

  private ActorSystem(SystemSettings settings) {
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed());
    for (DeadLetterReason reason : DeadLetterReason.values()) {
      deadLetters.put(reason, new LongAdder());
    }
    this.gauge = new PressureGauge(settings.pressure());
    RuntimeToolbox toolbox = settings.toolbox().get().withGauge(gauge);
    this.clock = toolbox.clock();
    this.startNanos = clock.nanos();
    this.scheduler = SystemScheduler.start(settings.scheduler(), toolbox, events);
    this.ownTimers = scheduler.withAffinity(Affinity.RUNTIME);
    this.stopLimits = new StopLimits(scheduler, ownTimers, toolbox);
    this.affinities = new TimerAffinities(scheduler);
    this.messages = new ActorScheduler(scheduler);
    this.askTimeouts = new AskTimeouts(this);
    gauge.follow(events);
    events.onChange(
        () ->
            isLifeWanted =
                events.wants(ActorEvent.Started.class) || events.wants(ActorEvent.Stopped.class));
    registerOnClose(events.subscribe(SchedulerWarning.DriftExceeded.class, this::drifted));
    DispatcherHost host =
        new DispatcherHost(clock, ownTimers, events, toolbox.threads(), FailureHandler.UNCAUGHT);
    try {
      this.dispatchers = new Dispatchers(settings.dispatchers(), host);
      this.spawner = new Spawner(this, dispatchers, settings.mailboxes());
      this.overdue = new Overdue(spawner.defaultDispatcher());
    } catch (Throwable e) {
      scheduler.close(); // nobody else could: its thread would go on for ever
      throw e;
    }
    // There will be no check of questions any more.
    events.subscribe(SchedulerWarning.DriverStopped.class, stopped -> overdue.execute(askTimeouts));
    this.root = guardian(null, settings.name());
    this.system = guardian(root, "system");
    this.user = guardian(root, "user");
    this.tree = new ActorTree(root);
    this.closing = new Closing(this);
    this.receptionist = new Receptionist(this);
    this.coordinatedShutdown =
        CoordinatedShutdown.of(settings.phases(), clock, stopLimits, overdue);
    var unused =
        coordinatedShutdown.addTask(
            Phase.STOP_ACTORS,
            "user actors",
            () -> {
              user.enqueueSystem(new CellMessage.Stop());
              userStops.complete(null);
              return userEnded;
            });
  }

  /// What the runtime itself has to do when the scheduler is closed.
  private void registerOnClose(Subscription drifts) {
    // Nothing is shed any more: on-close tasks of users find no pressure.
    var unusedGauge = scheduler.registerOnClose(gauge::end, OnClosePriority.SYSTEM_CRITICAL);
    // A driver that has stopped is not behind.
    var unusedDrifts = scheduler.registerOnClose(drifts::close, OnClosePriority.RUNTIME);
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
  ///
  /// @throws SpawnException when it cannot have this name
  public static ActorSystem start(String name) {
    return start(SystemSettings.of(name));
  }

  /// Starts a system.
  public static ActorSystem start(SystemSettings settings) {
    ActorSystem started = new ActorSystem(settings);
    started.dispatchers.begin(new TreeCensus(started.tree, started.root));
    started.root.launch();
    started.system.launch();
    started.user.launch();
    return started;
  }

  /// Its actors, for those who look at them.
  public ActorTree tree() {
    return tree;
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
  public SystemScheduler scheduler() {
    return scheduler;
  }

  /// Messages that are sent later, by the names of Pekko's scheduler.
  public ActorScheduler messages() {
    return messages;
  }

  /// The scheduler for timers of this actor.
  Scheduler timersOf(ActorCell<?> cell) {
    return affinities.of(cell);
  }

  /// Registers a timer of this actor, see [TimerAffinities#register].
  Cancellable register(
      ActorCell<?> cell, boolean isReplacement, Function<Scheduler, Cancellable> registration) {
    return affinities.register(cell, isReplacement, registration);
  }

  /// Checks the delay of a timer, before something is given up for that timer.
  void checkDelay(String what, Duration delay) {
    affinities.check(what, delay);
  }

  /// The actor that answers a [SchedulerDumpRequest]. It is started when it is asked for first, as
  /// `/system/scheduler`.
  ///
  /// @throws SpawnException when that was never the case, and the system has ended
  public synchronized ActorRef<SchedulerDumpRequest> schedulerDumps() {
    ActorRef<SchedulerDumpRequest> present = schedulerDumps;
    if (present == null) {
      present =
          spawner.make(
              system,
              "scheduler",
              () -> (ctx, request) -> request.replyTo().tell(scheduler.dump()),
              ActorSettings.OF_RUNTIME.withSupervision(Supervision.resume()));
      schedulerDumps = present;
    }
    return present;
  }

  /// Its dispatchers.
  public Dispatchers dispatchers() {
    return dispatchers;
  }

  /// Makes an actor at the top, without a name of its own choice.
  public <M> ActorRef<M> spawn(Supplier<? extends Actor<M>> factory) {
    return spawner.spawn(user, null, Spawner.given(factory), ActorSettings.DEFAULT);
  }

  /// Makes an actor of this name at the top.
  ///
  /// @throws SpawnException when there is one of this name, or it cannot be one
  public <M> ActorRef<M> spawn(String name, Supplier<? extends Actor<M>> factory) {
    return spawner.spawn(user, Spawner.given(name), Spawner.given(factory), ActorSettings.DEFAULT);
  }

  /// Makes an actor at the top, without a name of its own choice.
  public <M> ActorRef<M> spawn(Props<M> props) {
    Props<M> given = Spawner.given(props);
    return spawner.spawn(user, null, given.factory(), given.settings());
  }

  /// Makes an actor of this name at the top.
  ///
  /// @throws SpawnException when there is one of this name, or a part that it asks for is not there
  public <M> ActorRef<M> spawn(String name, Props<M> props) {
    Props<M> given = Spawner.given(props);
    return spawner.spawn(user, Spawner.given(name), given.factory(), given.settings());
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
    cell(actor, "poisoned").sendNotice(new CellEnvelope.Poison());
  }

  /// Ends an actor after the messages that it has been sent until now, and tells when it has ended.
  ///
  /// @return completes when the actor, all below it and its last hook are over, and its name is
  ///   free; fails with [StopTimeoutException] when that takes longer, or the system ends before
  /// @throws dev.tactus.time.InvalidDelayException when the timeout is not positive or too long
  /// @throws SchedulerException when there are too many timers
  public CompletableFuture<Void> stopGracefully(ActorRef<?> actor, Duration timeout) {
    ActorCell<?> ending = cell(actor, "stopped");
    checkDelay("The timeout", timeout);
    return new GracefulStop(ending, timeout).begin(system);
  }

  private static ActorCell<?> cell(ActorRef<?> actor, String verb) {
    if (actor instanceof ActorCell<?> cell && !cell.isGuardian()) {
      return cell;
    }
    throw new IllegalArgumentException(
        ErrorCode.NOT_AN_ACTOR.mark(
            actor + " cannot be " + verb + "; only actors that were spawned can."));
  }

  /// How many messages wait in the mailbox of an actor, as far as one can tell while it runs; 0 for
  /// the address of an answer. Threads: any.
  public int mailboxDepth(ActorRef<?> actor) {
    return mailboxDepth(actor, Integer.MAX_VALUE);
  }

  /// The same, counted up to a limit: the messages of an unbounded mailbox are counted one by one.
  public int mailboxDepth(ActorRef<?> actor, int max) {
    return switch (Objects.requireNonNull(actor, "actor: say whose mailbox is meant")) {
      case ActorCell<?> cell -> cell.depth(max);
      case AdapterRef<?> adapter -> adapter.owner().depth(max);
      case AskRef<?> answer -> 0;
    };
  }

  /// Whether an actor has ended; for an adapter, the actor behind it. The address of an answer has
  /// no end. Threads: any.
  public boolean hasEnded(ActorRef<?> actor) {
    return switch (Objects.requireNonNull(actor, "actor: say whose end is meant")) {
      case ActorCell<?> cell -> cell.phase() == Occupant.Phase.CLOSED;
      case AdapterRef<?> adapter -> adapter.owner().phase() == Occupant.Phase.CLOSED;
      case AskRef<?> answer -> false;
    };
  }

  /// Where actors are found by what they do.
  public Receptionist receptionist() {
    return receptionist;
  }

  /// The end of the system in phases: tasks can be added to it, and [#shutdown()] runs it.
  public CoordinatedShutdown coordinatedShutdown() {
    return coordinatedShutdown;
  }

  /// Makes an actor of the runtime itself that has no name.
  <M> ActorCell<M> makeUnder(ActorCell<?> parent, Supplier<? extends Actor<M>> factory) {
    return spawner.make(parent, null, factory, ActorSettings.OF_RUNTIME);
  }

  /// Makes an actor of the runtime itself.
  <M> ActorCell<M> spawnSystem(String name, Supplier<? extends Actor<M>> factory) {
    return spawner.make(system, name, factory, ActorSettings.OF_RUNTIME);
  }

  /// How many dead letters there were for this reason.
  public long deadLetters(DeadLetterReason reason) {
    LongAdder count = deadLetters.get(reason);
    return count == null ? 0 : count.sum();
  }

  /// Publishes a message that nobody handles, and counts it.
  public void deadLetter(DeadLetter letter) {
    LongAdder count = deadLetters.get(letter.reason());
    if (count != null) {
      count.increment();
    }
    publish(letter);
  }

  /// How many messages of timers were taken back out of a mailbox: their timers were cancelled
  /// while they waited there.
  public long takenBack() {
    return takenBack.sum();
  }

  void tookBack() {
    takenBack.increment();
  }

  /// Publishes an event. What a subscriber makes of it keeps no actor from going on: an error of
  /// the virtual machine is passed on here, and not through the turn.
  void publish(RuntimeEvent event) {
    try {
      events.publish(event);
    } catch (Throwable e) {
      VmErrors.report(e);
    }
  }

  /// Tells that an actor has begun, if somebody wants to know.
  void began(ActorCell<?> cell) {
    if (isLifeWanted) {
      publish(new ActorEvent.Started(cell));
    }
  }

  /// Tells that an actor has ended, if somebody wants to know.
  void finished(ActorCell<?> cell) {
    if (isLifeWanted) {
      publish(new ActorEvent.Stopped(cell));
    }
  }

  /// Publishes a failure and logs it.
  void failed(ActorEvent event) {
    publish(event);
    FailureLog.write(event);
  }

  void pressure(MailboxPressure event) {
    publish(event);
    gauge.mailbox(event.pressed());
  }

  /// Counts a driver that is far behind as overload, until some time has passed without that.
  private void drifted(SchedulerWarning.DriftExceeded drift) {
    long behindNanos = DRIVER_BEHIND_TICKS * scheduler.resolution().toNanos();
    if (drift.observedNanos() >= behindNanos && !gauge.isEngaged()) {
      gauge.driver(true);
      try {
        SoonerThanNever calm = new SoonerThanNever(() -> gauge.driver(false));
        var unused = scheduler.scheduleOnce(DRIVER_CALM, calm, Scheduler.DIRECT);
      } catch (SchedulerException e) {
        gauge.driver(false); // it ends
      }
    }
  }

  /// Whether the system counts as overloaded.
  public boolean isUnderPressure() {
    return gauge.isEngaged();
  }

  long nowNanos() {
    return clock.nanos();
  }

  ClockKind clockKind() {
    return clock.kind();
  }

  synchronized SplittableRandom random() {
    return random.split();
  }

  /// The timers of the runtime itself, which the quota does not concern.
  Scheduler ownTimers() {
    return ownTimers;
  }

  /// How long stopping may take.
  StopLimits stopLimits() {
    return stopLimits;
  }

  /// Where questions wait before they get timers.
  AskTimeouts askTimeouts() {
    return askTimeouts;
  }

  /// How long who asks looks for the answer.
  AskPatience askPatience() {
    return askPatience;
  }

  /// Where futures fail whose time is over.
  Overdue overdue() {
    return overdue;
  }

  /// Runs something on the default dispatcher, as soon as that takes it, or here if it is closed.
  void execute(Runnable command) {
    spawner.defaultDispatcher().executeEventually(command);
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

  /// Starts processes beside the actors: on the workers of the default dispatcher, with the
  /// scheduler and the event stream of this system. They stop in the phase that finishes work, so
  /// before the actors do.
  ///
  /// Several may be started, also with one registry, each under a name of its own.
  ///
  /// @param processes how they work; the name in it tells them from others beside these actors
  /// @param registry their commands, beside which they know those of [ActorCommands]
  /// @throws dev.tactus.process.ProcessException.NameTaken when others that have not stopped have
  ///   this name
  /// @throws IllegalStateException when the system ends and that phase has begun
  public ProcessSystem startProcesses(ProcessSettings processes, CommandRegistry registry) {
    return processSystems.start(processes.name(), () -> startNamed(processes, registry));
  }

  private NamedProcesses.Entry startNamed(ProcessSettings processes, CommandRegistry registry) {
    CommandRegistry wider = registry.extension();
    ActorCommands.register(wider);
    ProcessSystem started =
        ProcessSystem.start(
            processes,
            new ProcessToolbox(spawner.defaultDispatcher().pool(), scheduler, clock, events),
            wider);
    // It runs nothing yet, so nobody has to stop it if this comes too late.
    CoordinatedShutdown.Registration stop =
        coordinatedShutdown.addTask(
            Phase.FINISH_WORK,
            "processes of " + processes.name(),
            () -> started.stop(processes.stopDeadline()));
    return new NamedProcesses.Entry(started, stop);
  }

  /// The systems of processes that were started beside the actors, each with another name. One that
  /// has stopped stays until its name is used again.
  public List<ProcessSystem> processSystems() {
    return processSystems.all();
  }

  /// How long it has existed, on its clock.
  public long upNanos() {
    return nowNanos() - startNanos;
  }

  /// Completes when all actors have ended.
  public CompletableFuture<Void> whenEnded() {
    return ended.copy();
  }

  /// Closes the system; see [#shutdown()].
  @Override
  public void close() {
    SystemReport unused = shutdown();
  }

  /// Runs the phases of the coordinated shutdown, in one of which all actors are stopped, children
  /// before parents; then closes the scheduler, which delivers what was due, runs the on-close
  /// tasks and cancels the rest; then ends the dispatchers. A second call waits for the first and
  /// gives the same report.
  ///
  /// Where actors run on a pool that the caller moves, this moves it.
  ///
  /// An error of the virtual machine in an on-close task is thrown when all of that is done; the
  /// next call gives the report.
  ///
  /// An interrupt of the caller shortens nothing: all of it has its time, and the caller is
  /// interrupted afterwards.
  ///
  /// @throws IllegalStateException when called by one of its own actors, by a task of a phase, or
  ///   on the ticking thread
  public SystemReport shutdown() {
    return closing.shutdown();
  }

  /// What is above all actors.
  ActorCell<?> root() {
    return root;
  }

  /// What is above the actors of users.
  ActorCell<?> user() {
    return user;
  }

  /// Completes when the actors of users are stopped by the phase for that.
  CompletableFuture<Void> whenUserStops() {
    return userStops;
  }

  /// Completes when the actors of users have ended.
  CompletableFuture<Void> whenUserEnded() {
    return userEnded;
  }

  /// How many dead letters there were, by reason.
  public Map<DeadLetterReason, Long> deadLetters() {
    Map<DeadLetterReason, Long> counts = new EnumMap<>(DeadLetterReason.class);
    deadLetters.forEach((reason, count) -> counts.put(reason, count.sum()));
    return counts;
  }
}
