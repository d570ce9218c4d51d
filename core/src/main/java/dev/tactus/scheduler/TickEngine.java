package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.event.VmErrors;
import dev.tactus.time.Clock;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.TickDriver;
import dev.tactus.time.driver.TickSink;
import dev.tactus.time.driver.TickToken;
import dev.tactus.time.wheel.EntryConsumer;
import dev.tactus.time.wheel.Intake;
import dev.tactus.time.wheel.Returns;
import dev.tactus.time.wheel.Wheel;
import dev.tactus.time.wheel.WheelEntry;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The heart of the scheduler: takes timers in from any thread, and fires them on the thread that
/// ticks.
///
/// ## The walk of a timer
///
/// `register` pushes it to the [Intake]. The next token of the driver drains the intake into the
/// [Wheel], walks the wheel to the token's last tick, and gives each due timer to its executor. A
/// cancelled timer comes back by the [Returns] and is unlinked by the next token, so within a tick.
/// Only the ticking thread touches the wheel; it is whoever holds `ticking`.
///
/// ## Sleep and wake
///
/// A driver sleeps until the tick that [#nextWakeTick] names. While a timer waits in the intake or
/// the returns, that is the next tick. Otherwise the engine says that it is `asleep`, *then looks
/// at both stacks again*, and only then lets the driver sleep long. A registering thread pushes
/// first and then looks whether the engine is asleep. Both are volatile, so at least one sees the
/// other: no timer waits behind a long sleep. Only the thread that turns `asleep` off wakes the
/// driver, so a wake-up is paid once for each sleep; a busy scheduler pays none.
///
/// ## Being behind
///
/// A driver that was held up brings several ticks in one token. A fixed-rate timer that is due more
/// than once in it gets a run for each. If it was a task on the ticking thread that held it up
/// ([Scheduler#DIRECT]), this is the task's own doing, and the due times of such timers fold into
/// one run, as they do for a task that is slow on its executor.
final class TickEngine implements TickSink {
  private static final int EXECUTOR_REFUSALS_MAX = 2;

  /// How many hand-overs share one reading of the clock.
  private static final int FIRES_PER_READING = 64;

  private static final VarHandle TICKING;
  private static final VarHandle ASLEEP;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      TICKING = lookup.findVarHandle(TickEngine.class, "ticking", Thread.class);
      ASLEEP = lookup.findVarHandle(TickEngine.class, "asleep", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Clock clock;
  final TickScale scale;
  final SchedulerCounters counters = new SchedulerCounters();
  final EventStream events;
  final Diagnostics diagnostics;
  final Quota quota;
  final Wheel wheel;
  final LatenessHistogram lateness = new LatenessHistogram();
  final DriftMeter drift;
  final ConcurrentHashMap<Long, PeriodicTimer> periodic = new ConcurrentHashMap<>();

  private final SchedulerSettings settings;
  private final TickDriver driver;
  private final Intake intake;
  private final Returns returns = new Returns();
  private final EntryConsumer onDrained = this::drained;
  private final EntryConsumer onReturned = this::returned;
  private final EntryConsumer onDue = this::due;

  /// Who ticks at present.
  @SuppressWarnings("unused") // accessed through TICKING
  private volatile @Nullable Thread ticking;

  private volatile boolean asleep;

  /// Why no timer is taken any more; null while timers are.
  private volatile @Nullable String refusal;

  // Ticking thread only, from here.
  private final List<PeriodicTimer> bursts = new ArrayList<>();
  private BatchScope scope = BatchScope.ofThisThread();
  private long tokenNumber;
  private long tokenLastTick;
  private long nowNanos;
  private int firesUntilReading;
  private long drainedCount;
  private boolean heldUpByTask;
  private boolean overflowWarned;

  TickEngine(SchedulerSettings settings, RuntimeToolbox toolbox, EventStream events) {
    this.settings = settings;
    this.events = events;
    this.clock = toolbox.clock();
    this.driver = toolbox.driver();
    this.scale = new TickScale(clock.nanos(), settings.resolution());
    this.intake = new Intake(stacks());
    this.wheel = new Wheel(settings.wheel(), this::dropped);
    this.quota = new Quota(settings, intake, counters, events);
    this.diagnostics = new Diagnostics(events);
    this.drift = new DriftMeter(settings, clock.kind(), events);
    toolbox.gauge().onChange(quota::pressure);
    quota.pressure(toolbox.gauge().isEngaged());
  }

  /// Enough stacks that two busy threads rarely share one.
  private static int stacks() {
    return 4 * Integer.highestOneBit(Runtime.getRuntime().availableProcessors());
  }

  // Any thread.

  /// Takes a timer in.
  void register(Timer timer) {
    long number = intake.number(timer);
    if (number > quota.safeUntil()) {
      quota.admit(timer.priority());
    }
    if (!intake.push(timer)) {
      refused();
    }
    if (asleep) {
      wake();
    }
  }

  /// Takes a periodic timer in, and lists it.
  void registerPeriodic(PeriodicTimer timer) {
    register(timer);
    periodic.put(timer.id(), timer);
    if (timer.isCancelled()) {
      periodic.remove(timer.id()); // it ended before it was listed
    }
  }

  private void refused() {
    counters.refused.increment();
    String why = refusal;
    throw new SchedulerClosedException(
        why == null ? "The scheduler is closed. Start a new one." : why);
  }

  private void wake() {
    if (ASLEEP.compareAndSet(this, true, false)) {
      driver.wake();
    }
  }

  /// Counts and tells a cancellation.
  void cancelled(Timer timer, CancelReason reason) {
    if (reason == CancelReason.DROPPED || reason == CancelReason.REJECTED) {
      counters.dropped.increment();
    } else {
      counters.cancelled.increment();
    }
    if (timer instanceof PeriodicTimer) {
      periodic.remove(timer.id());
    }
    if (diagnostics.wantsCancelled()) {
      diagnostics.cancelled(timer, clock.nanos(), reason);
    }
  }

  /// Brings a timer back to the ticking thread.
  void unlink(Timer timer) {
    returns.push(timer);
    if (asleep) {
      wake();
    }
  }

  /// Tells that a task threw.
  void handlerFailed(Timer timer, Throwable error, ExecutionBatch batch) {
    events.publish(new SchedulerWarning.HandlerFailed(timer.id(), error, batch));
  }

  /// A periodic timer has no run left to do.
  void ranOut(PeriodicTimer timer) {
    if (refusal != null) {
      boolean unused = timer.cancel(CancelReason.CLOSED); // it was left to do what was due
    }
  }

  /// Takes no more timers, for this reason.
  void refuseAll(String why) {
    if (refusal == null) {
      refusal = why;
    }
    intake.seal();
  }

  long registered() {
    return intake.numbered() - counters.refused.sum();
  }

  long pendingCommands() {
    return Math.max(0, registered() - drainedCount);
  }

  // The driver's thread.

  @Override
  public long nextWakeTick(long currentTick) {
    if (intake.hasNew() || !returns.isEmpty()) {
      return currentTick + 1;
    }
    long due = wheel.nextWakeTick();
    if (due <= currentTick + 1) {
      return due;
    }
    asleep = true;
    // Volatile, after the store above: pairs with a push followed by a look at asleep.
    if (intake.hasNew() || !returns.isEmpty()) {
      asleep = false;
      return currentTick + 1;
    }
    return due;
  }

  @Override
  public boolean accept(TickToken token) {
    if (!TICKING.compareAndSet(this, null, Thread.currentThread())) {
      return false;
    }
    try {
      process(token);
      return true;
    } finally {
      counters.publish();
      // release: pairs with the CAS above; the next ticking thread sees the wheel as it is now.
      TICKING.setRelease(this, null);
    }
  }

  /// Whether the caller is the thread that ticks, which then is inside of a task.
  boolean isTickingHere() {
    return ticking == Thread.currentThread();
  }

  private void process(TickToken token) {
    asleep = false;
    scope = BatchScope.ofThisThread();
    tokenNumber++;
    tokenLastTick = token.lastTick();
    nowNanos = clock.nanos();
    wheel.resume(onDue);
    drainedCount += intake.drain(onDrained);
    returns.drain(onReturned);
    nowNanos = clock.nanos();
    drift.measure(token, nowNanos);
    firesUntilReading = FIRES_PER_READING;
    wheel.advanceTo(token.lastTick(), onDue);
    warn();
    heldUpByTask = scale.tickAt(clock.nanos()) > token.lastTick();
  }

  private void warn() {
    for (PeriodicTimer timer : bursts) {
      events.publish(
          new SchedulerWarning.BurstFire(
              timer.id(), timer.lateInToken(), timer.policy.burstThreshold()));
    }
    bursts.clear();
    boolean near = wheel.overflowNearCapacity();
    if (near && !overflowWarned) {
      events.publish(
          new SchedulerWarning.OverflowNearCapacity(
              wheel.overflowSize(), settings.wheel().overflowCapacity()));
    }
    overflowWarned = near;
  }

  private void drained(WheelEntry entry) {
    if (((Timer) entry).admit()) {
      wheel.insert(entry);
    }
  }

  private void returned(WheelEntry entry) {
    if (entry instanceof PeriodicTimer timer) {
      timer.cameBack();
      if (!timer.isCancelled()) {
        timer.deadlineTick(scale.tickNotBefore(timer.dueNanos));
        wheel.insert(timer);
        return;
      }
    }
    wheel.remove(entry);
  }

  private void dropped(WheelEntry entry) {
    Timer timer = (Timer) entry;
    long deadline = timer.deadlineTick();
    if (timer.cancel(CancelReason.DROPPED)) {
      events.publish(
          new SchedulerWarning.DroppedLowPriority(timer.id(), timer.priority(), deadline));
    }
  }

  private void due(WheelEntry entry) {
    if (--firesUntilReading <= 0) {
      firesUntilReading = FIRES_PER_READING;
      nowNanos = clock.nanos();
    }
    lateness.record(nowNanos - scale.boundaryNanos(entry.deadlineTick()));
    if (entry instanceof PeriodicTimer timer) {
      duePeriodic(timer);
      return;
    }
    Timer timer = (Timer) entry;
    if (diagnostics.wantsFired() && !timer.isCancelled()) {
      diagnostics.fired(timer, nowNanos, timer.deadlineTick(), 1);
    }
    if (timer.executor == Scheduler.DIRECT) {
      timer.runDirect(scope);
    } else {
      submit(timer);
    }
  }

  private void duePeriodic(PeriodicTimer timer) {
    if (timer.isCancelled()) {
      return; // it comes back by the returns, and waits nowhere
    }
    boolean direct = timer.executor == Scheduler.DIRECT;
    long tick = timer.deadlineTick();
    timer.lastFireNanos = nowNanos;
    int count = 1;
    boolean folded = direct && heldUpByTask;
    if (timer.mode == ExecutionMode.FIXED_RATE) {
      count = countDue(timer, folded ? tokenLastTick : tick);
      timer.deadlineTick(scale.tickNotBefore(timer.dueNanos));
      wheel.insert(timer);
    }
    if (diagnostics.wantsFired()) {
      diagnostics.fired(timer, nowNanos, tick, count);
    }
    if (folded) {
      runFolded(timer, count);
      return;
    }
    boolean again = timer.isDueAgain(tokenNumber);
    if (again && timer.addLate(count)) {
      bursts.add(timer);
    }
    if (direct) {
      timer.runDirect(scope, count);
    } else {
      owe(timer, count, again);
    }
  }

  /// Moves a fixed-rate timer's next time past the beginning of a tick, and counts the times on the
  /// way.
  private int countDue(PeriodicTimer timer, long tick) {
    long passed = scale.boundaryNanos(tick) - timer.dueNanos;
    long count = passed < 0 ? 1 : 1 + passed / timer.periodNanos;
    timer.dueNanos += count * timer.periodNanos;
    return (int) Math.min(count, Integer.MAX_VALUE >> 1);
  }

  private void runFolded(PeriodicTimer timer, int count) {
    if (count - 1 > timer.policy.backlogLimit()) {
      backlogExceeded(timer, count - 1);
    } else {
      timer.runDirect(scope, count);
    }
  }

  private void owe(PeriodicTimer timer, int count, boolean oneEach) {
    long waiting = timer.foldedRuns();
    boolean behind = timer.isOwing();
    if (!oneEach && behind && waiting + count > timer.policy.backlogLimit()) {
      backlogExceeded(timer, waiting + count);
    } else if (timer.owe(count, oneEach)) {
      submit(timer);
    }
  }

  private void backlogExceeded(PeriodicTimer timer, long pending) {
    if (timer.cancel(CancelReason.BACKLOG)) {
      events.publish(
          new SchedulerWarning.BacklogExceeded(timer.id(), pending, timer.policy.backlogLimit()));
    }
  }

  /// Gives a timer to its executor. Threads: the ticking one, and the runner of a periodic timer.
  void submit(Timer timer) {
    try {
      timer.executor.execute(timer);
    } catch (Throwable error) {
      refusedByExecutor(timer, error);
      VmErrors.throwIfFatal(error);
    }
  }

  private void refusedByExecutor(Timer timer, Throwable error) {
    boolean givenUp = false;
    if (timer instanceof PeriodicTimer p) {
      if (p.mode == ExecutionMode.FIXED_RATE) {
        p.executorRefused();
      } else {
        p.oweNothing();
        p.dueNanos = clock.nanos() + p.periodNanos;
        p.giveBack();
      }
    } else if (!timer.isCancelled() && isTickingHere()) {
      givenUp = ++timer.refusals > EXECUTOR_REFUSALS_MAX;
      if (givenUp) {
        boolean unused = timer.cancel(CancelReason.REJECTED);
      } else {
        timer.deadlineTick(wheel.position() + 1);
        wheel.insert(timer);
      }
    }
    events.publish(
        new SchedulerWarning.ExecutorRejected(
            timer.id(), Diagnostics.nameOf(timer.executor), error, givenUp));
  }

  // The closing thread.

  /// Becomes the ticking thread, if nobody is.
  boolean tryEnter() {
    return TICKING.compareAndSet(this, null, Thread.currentThread());
  }

  /// Cancels everything that waits. Only after [#tryEnter], and after [#refuseAll].
  void cancelWaiting() {
    drainedCount += intake.drain(this::cancelAtClose);
    returns.drain(onReturned);
    wheel.clear(this::cancelAtClose);
    returns.drain(onReturned);
    counters.publish();
  }

  private void cancelAtClose(WheelEntry entry) {
    Timer timer = (Timer) entry;
    if (timer instanceof PeriodicTimer p && p.isInExecutor()) {
      return; // what was due is delivered; ranOut cancels it afterwards
    }
    boolean unused = timer.cancel(CancelReason.CLOSED);
  }

  /// Ends what [#tryEnter] began.
  void leave() {
    TICKING.setRelease(this, null);
  }
}
