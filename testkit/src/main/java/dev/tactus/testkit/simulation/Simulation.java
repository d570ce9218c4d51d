package dev.tactus.testkit.simulation;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.AskTimeoutException;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.error.ErrorCode;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.event.VmErrors;
import dev.tactus.process.CommandRegistry;
import dev.tactus.process.ProcessSettings;
import dev.tactus.process.ProcessSystem;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import dev.tactus.workers.ChoosingPool;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// A whole system on the calling thread: virtual time, and every choice from one seed.
///
/// ```java
/// var bank = sim.system().spawn("bank", Bank::new);
/// bank.tell(new Transfer("a", "b", 10));
/// sim.advance(Duration.ofMinutes(5));
/// assertThat(sim.ask(bank, Total::new)).isEqualTo(1_000);
/// ```
///
/// Threads: the one that made it.
public final class Simulation implements AutoCloseable {
  private static final int STALL_ONE_IN = 40;
  private static final int STALL_TICKS_MAX = 30;
  private static final int STALL_PLACES = 8;

  /// How many times longer a time is that has another chance of a stall, as a power of two.
  private static final int CHANCE_BITS = 2;

  private static final int REJECT_ONE_IN = 60;
  private static final int REJECT_MAX = 8;
  private static final int CRASH_ONE_IN = 30;
  private static final int SITE_ONE_IN = 8;
  private static final int FULL_ONE_IN = 12;
  private static final int SLOW_ONE_IN = 25;
  private static final int COMPLETION_ONE_IN = 4;
  private static final int LATE_TIMES_MAX = 50;
  private static final int SLOW_TURNS_MAX = 20;
  private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(1);

  private final long seed;
  private final SimulationSettings settings;
  private final Decisions decisions;
  private final Recorder recorder;
  private final ChoosingPool pool;
  private final ManualClock clock;
  private final ManualTickDriver driver;
  private final ActorSystem system;
  private final EnumSet<Fault> active = EnumSet.noneOf(Fault.class);
  private Predicate<ActorRef<?>> crashing = actor -> false;
  private int slowTurns;

  /// Whether something in the simulation runs at the moment, and not the scenario.
  private boolean isInside;

  private boolean isClosed;

  private Simulation(long seed, Decisions decisions, SimulationSettings settings) {
    this.seed = seed;
    this.settings = settings;
    this.decisions = decisions;
    for (Fault fault : Fault.values()) {
      if (settings.faults().contains(fault) && decisions.happens(2)) {
        active.add(fault);
      }
    }
    this.recorder =
        new Recorder(
            settings.eventsMax(),
            new Recorder.Trouble() {
              @Override
              public void beforeHandling(ActorRef<?> receiver) {
                crashIfUnlucky(receiver);
              }

              @Override
              public boolean isFull(ActorRef<?> receiver) {
                return !isTheRuntimes(receiver)
                    && isMade(Fault.FULL_MAILBOX, FULL_ONE_IN, receiver);
              }
            });
    this.pool =
        ChoosingPool.of(
            "simulation",
            decisions,
            settings.randomTurns(),
            (task, failure) -> recorder.turnFailed(failure));
    Machine machine = Machine.of(pool);
    this.clock = machine.clock();
    this.driver = machine.driver();
    recorder.begin(clock);
    SystemSettings chosen = machine.kept(settings.system().apply(machine.settings(seed)));
    chosen.observer().ifPresent(recorder::tellAlso);
    this.system = ActorSystem.start(withoutThreads(chosen).withObserver(recorder));
    system.events().subscribe(RuntimeEvent.class, recorder::event);
  }

  /// Lets delays of the scheduler complete in a turn, instead of on a thread of the JDK.
  private SystemSettings withoutThreads(SystemSettings chosen) {
    SchedulerSettings timers = chosen.scheduler();
    return timers.delayExecutor() == SchedulerSettings.defaults().delayExecutor()
        ? chosen.withScheduler(timers.withDelayExecutor(this::executeInTurn))
        : chosen;
  }

  private void executeInTurn(Runnable command) {
    system.dispatchers().lookup(Dispatchers.DEFAULT_ID).executeEventually(command);
  }

  /// A simulation of this seed.
  public static Simulation ofSeed(long seed, SimulationSettings settings) {
    return new Simulation(seed, Decisions.ofSeed(seed), settings);
  }

  /// A simulation that takes its choices from a list, and the plain ones after its end.
  static Simulation ofScript(long seed, int[] script, SimulationSettings settings) {
    return new Simulation(seed, Decisions.ofScript(script), settings);
  }

  /// Where everything random in this run comes from.
  public long seed() {
    return seed;
  }

  /// What time it is, on the virtual clock.
  public long nowNanos() {
    return clock.nanos();
  }

  /// The system that is simulated.
  public ActorSystem system() {
    return system;
  }

  /// Starts a system of processes in this simulation, as [ActorSystem#startProcesses] does and with
  /// the same demands: on the same pool, in the same time, with the same events, and with the
  /// commands that talk to actors. It ends with the simulation.
  public ProcessSystem processes(ProcessSettings processSettings, CommandRegistry commands) {
    return system.startProcesses(processSettings, commands);
  }

  /// What happened so far.
  public Trace trace() {
    return recorder.trace(seed);
  }

  /// The states that the scenario has reached so far; see [#sometimes].
  public Set<String> reached() {
    return recorder.reached();
  }

  /// The choices so far.
  int[] choices() {
    return decisions.taken();
  }

  /// Lets actors run until none has anything to do, without any time passing.
  ///
  /// @throws AssertionError when an actor or a hook of it, a process, a command handler, a task of
  ///   the scheduler or a subscriber of events has thrown one: their assertions count like those of
  ///   the scenario, whatever supervision makes of them; and when it is called by one of these
  public void settle() {
    requireOutside();
    settleOnce();
  }

  private void settleOnce() {
    long turns = 0;
    do {
      while (step()) {
        requireAssertions(); // at once: an actor may fail and restart for ever
        if (++turns > settings.turnsMax()) {
          throw new AssertionError(
              ErrorCode.NO_REST.mark(
                  "The system did not come to rest within "
                      + settings.turnsMax()
                      + " turns; an actor may be sending messages in a circle."));
        }
      }
      pool.bringBack();
    } while (pool.readyCount() > 0);
    requireAssertions();
  }

  /// Throws the first [AssertionError] of an actor or the like. Supervision has dealt with it as
  /// with any failure; here it is a failure of the seed as well.
  void requireAssertions() {
    recorder.requireAssertions();
  }

  private boolean step() {
    if (isMade(Fault.REJECTING_EXECUTOR, REJECT_ONE_IN)) {
      pool.refuseNext(1 + decisions.amount(REJECT_MAX));
    }
    if (slowTurns > 0 && --slowTurns == 0) {
      pool.bringBack();
    }
    if (pool.readyCount() > 1 && slowTurns == 0 && isMade(Fault.SLOW_ACTOR, SLOW_ONE_IN)) {
      pool.setAside(decisions.amount(pool.readyCount()));
      slowTurns = 1 + decisions.amount(SLOW_TURNS_MAX);
    }
    return stepInside();
  }

  private boolean stepInside() {
    isInside = true;
    try {
      return pool.step();
    } finally {
      isInside = false;
    }
  }

  /// Those who run in the simulation cannot move it. An assertion, so that the seed fails, whatever
  /// supervision makes of it.
  private void requireOutside() {
    if (isInside) {
      throw new AssertionError(
          "The simulation was to be moved or closed by an actor, a process or a task that runs in"
              + " it, which would wait for itself. Do this in the scenario.");
    }
    if (isClosed) {
      throw new IllegalStateException(
          "The simulation was to be moved after it was closed. Nothing runs in it any more; close"
              + " it last.");
    }
  }

  /// Lets time pass. Returns when everything is done that this time has caused.
  ///
  /// @throws AssertionError as [#settle()] does
  public void advance(Duration duration) {
    requireOutside();
    boolean unused =
        advance(
            duration,
            part -> {
              pass(part);
              return false;
            });
  }

  /// Lets time pass until something holds. It is looked at after each tick, also where nothing was
  /// due, and time stands at the tick at which it came to hold.
  ///
  /// @param limit how much time at most
  /// @return whether it holds
  /// @throws AssertionError as [#settle()] does
  public boolean advanceUntil(BooleanSupplier condition, Duration limit) {
    settle();
    return condition.getAsBoolean() || advance(limit, part -> passUntil(condition, part));
  }

  /// Lets time pass in which the driver may be held up: a longer time has more chances of that,
  /// anywhere in it.
  ///
  /// @param pass lets a part of it pass, and says whether that is enough
  /// @return whether it was enough
  private boolean advance(Duration duration, Predicate<Duration> pass) {
    Duration tick = system.scheduler().resolution();
    Duration left = duration;
    int chances = left.compareTo(tick) > 0 ? bits(wholeTicks(left, tick)) : 0;
    boolean isEnough = false;
    for (int i = 0; i < chances && !isEnough; i += CHANCE_BITS) {
      if (left.compareTo(tick) > 0 && happens(Fault.DRIVER_STALL, STALL_ONE_IN)) {
        Duration before = left.dividedBy(STALL_PLACES).multipliedBy(decisions.amount(STALL_PLACES));
        isEnough = pass.test(before);
        left = left.minus(before);
        if (!isEnough && left.compareTo(tick) > 0) {
          left = left.minus(stall(left, tick));
        }
      }
    }
    isEnough = isEnough || pass.test(left);
    recorder.add(TraceEvent.Kind.TIME, "", "", "");
    return isEnough;
  }

  /// How many ticks a time has, or as many as can be counted.
  private static long wholeTicks(Duration time, Duration tick) {
    return TimeUnit.NANOSECONDS.convert(time) / tick.toNanos();
  }

  private static int bits(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  /// Lets time pass in which nothing is held up.
  private void pass(Duration duration) {
    ticking(true);
    try {
      var unused = system.scheduler().advance(duration, this::settleBetweenTicks);
    } finally {
      ticking(false);
    }
  }

  /// The same to the next tick, and so on, until something holds.
  ///
  /// @return whether it holds
  private boolean passUntil(BooleanSupplier condition, Duration limit) {
    Duration tick = system.scheduler().resolution();
    Duration left = limit;
    while (left.isPositive() && !condition.getAsBoolean()) {
      Duration toNextTick = tick.minusNanos(Math.floorMod(nowNanos(), tick.toNanos()));
      Duration step = left.compareTo(toNextTick) < 0 ? left : toNextTick;
      pass(step);
      left = left.minus(step);
    }
    return condition.getAsBoolean();
  }

  private void settleBetweenTicks() {
    ticking(false);
    settleOnce();
    ticking(true);
  }

  private void ticking(boolean now) {
    isInside = now;
    recorder.ticking(now);
  }

  /// Lets the driver miss some ticks, and bring them together.
  ///
  /// @return how much time that was
  private Duration stall(Duration left, Duration tick) {
    recorder.add(TraceEvent.Kind.FAULT, "", "", Fault.DRIVER_STALL.name());
    settle();
    long beginNanos = nowNanos();
    long most = Math.min(STALL_TICKS_MAX, wholeTicks(left, tick));
    int ticks = 1 + decisions.amount((int) most);
    for (int i = 0; i < ticks; i++) {
      driver.notifyTick();
    }
    ticking(true);
    try {
      var unused = driver.pump();
    } finally {
      ticking(false);
    }
    settle();
    return Duration.ofNanos(
        nowNanos() - beginNanos); // less than these ticks, if it began within one
  }

  /// Asks an actor, and lets time pass until it has answered.
  ///
  /// @throws java.util.concurrent.CompletionException when it did not within a minute of virtual
  ///   time, also where the pool refuses the turn that would say so
  public <M, R> R ask(ActorRef<M> actor, Function<? super ActorRef<R>, ? extends M> question) {
    CompletableFuture<R> answer = actor.ask(question, ANSWER_TIMEOUT);
    if (!advanceUntil(answer::isDone, ANSWER_TIMEOUT.plus(system.scheduler().resolution()))) {
      boolean unused = answer.completeExceptionally(unanswered(actor));
    }
    return answer.join();
  }

  /// For a question whose timeout is over, where the pool refuses the turn that would say so.
  private static AskTimeoutException unanswered(ActorRef<?> actor) {
    return new AskTimeoutException(
        actor.path()
            + " did not answer within "
            + ANSWER_TIMEOUT
            + " of virtual time, in which the pool has refused turns. Let it answer in every case,"
            + " or heal the faults before it is asked.");
  }

  /// Lets actors that fit crash now and then, if the seed has [Fault#HANDLER_EXCEPTION] on. Those
  /// of the runtime itself, such as the receptionist, do not throw and are not asked about.
  public void mayCrash(Predicate<ActorRef<?>> which) {
    crashing = which;
  }

  private void crashIfUnlucky(ActorRef<?> receiver) {
    if (!isTheRuntimes(receiver)
        && crashing.test(receiver)
        && isMade(Fault.HANDLER_EXCEPTION, CRASH_ONE_IN, receiver)) {
      throw new SimulatedFailure("a crash of " + receiver + " that the seed has chosen");
    }
  }

  /// Whether an actor is one of the runtime's own, which fails only if its code is wrong.
  private static boolean isTheRuntimes(ActorRef<?> actor) {
    List<String> names = actor.path().names();
    return names.size() < 2 || names.getFirst().equals("system");
  }

  /// Marks a place in a scenario where something can go wrong.
  ///
  /// @param site what
  /// @return whether it does this time
  public boolean fault(String site) {
    boolean happens = happens(Fault.HANDLER_EXCEPTION, SITE_ONE_IN);
    if (happens) {
      recorder.fault(Fault.HANDLER_EXCEPTION.name() + " " + site);
    }
    return happens;
  }

  private boolean happens(Fault fault, int oneIn) {
    return active.contains(fault) && decisions.happens(oneIn);
  }

  /// Stands for something outside of the system that takes its time: a database, another service.
  /// Where [Fault#COMPLETION] is on, it now and then takes far longer, or is cancelled.
  ///
  /// @param usually how long it takes when nothing goes wrong
  /// @param result what it completes with, made at that moment; if it throws, with what it throws
  public <T> CompletableFuture<T> outside(Duration usually, Supplier<? extends T> result) {
    Duration delay = usually;
    boolean isCancelled = false;
    if (isMade(Fault.COMPLETION, COMPLETION_ONE_IN)) {
      isCancelled = decisions.happens(2);
      delay = usually.multipliedBy(2L + decisions.amount(LATE_TIMES_MAX));
    }
    boolean cancels = isCancelled;
    CompletableFuture<T> future = new CompletableFuture<>();
    var unused =
        system
            .scheduler()
            .scheduleOnce(
                delay,
                () -> {
                  if (cancels) {
                    future.cancel(false);
                  } else {
                    complete(future, result);
                  }
                },
                Scheduler.DIRECT);
    return future;
  }

  private static <T> void complete(CompletableFuture<T> future, Supplier<? extends T> result) {
    try {
      future.complete(result.get());
    } catch (Throwable e) {
      future.completeExceptionally(e);
      VmErrors.throwIfFatal(e);
      if (e instanceof AssertionError assertion) {
        throw assertion; // counts like any other
      }
    }
  }

  private boolean isMade(Fault fault, int oneIn) {
    boolean happens = happens(fault, oneIn);
    if (happens) {
      recorder.add(TraceEvent.Kind.FAULT, "", "", fault.name());
    }
    return happens;
  }

  private boolean isMade(Fault fault, int oneIn, ActorRef<?> where) {
    boolean happens = happens(fault, oneIn);
    if (happens) {
      recorder.add(TraceEvent.Kind.FAULT, recorder.name(where), "", fault.name());
    }
    return happens;
  }

  /// The faults that this seed has on, in the order of their kinds: the same in every run.
  public Set<Fault> faults() {
    return Collections.unmodifiableSet(EnumSet.copyOf(active));
  }

  /// Ends all faults: from now on the system must make progress.
  public void heal() {
    endFaults();
    recorder.add(TraceEvent.Kind.FAULT, "", "", "healed");
  }

  private void endFaults() {
    active.clear();
    slowTurns = 0;
    pool.refuseNext(0);
    pool.bringBack();
  }

  /// Chooses for the scenario, from the seed.
  ///
  /// @param bound how many there are to choose from, 1 or more
  /// @return from 0 to `bound` - 1
  public int choose(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException(
          "A choice was to be made among " + bound + "; it takes 1 or more to choose from.");
    }
    return decisions.choose(bound);
  }

  /// Notes that a state was reached that should be reached by some seed. A sweep tells which were.
  public void sometimes(boolean condition, String state) {
    if (condition) {
      recorder.reached(state);
    }
  }

  /// Ends the system. A second call changes nothing.
  ///
  /// @throws AssertionError when one that is thrown while it ends is the first, such as that of an
  ///   actor's `stopped`; everything has ended then as well
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    requireOutside();
    isClosed = true;
    boolean hadAssertion = recorder.hasAssertion();
    endFaults();
    List<ProcessSystem> processes = system.processSystems();
    for (ProcessSystem each : processes) {
      var unused = each.stop(Duration.ZERO); // no time passes in which they could end by themselves
    }
    long turns = processes.isEmpty() ? settings.turnsMax() : 0;
    while (turns < settings.turnsMax() && stepInside()) {
      turns++;
    }
    system.close();
    if (!hadAssertion) {
      requireAssertions();
    }
  }
}
