package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.time.Clock;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.TickDriver;
import dev.tactus.time.driver.TickSink;
import dev.tactus.time.driver.TickToken;
import dev.tactus.time.driver.VouchedTick;
import dev.tactus.time.host.HostProcessor;
import dev.tactus.time.wheel.EntryConsumer;
import dev.tactus.time.wheel.Intake;
import dev.tactus.time.wheel.Returns;
import dev.tactus.time.wheel.Wheel;
import dev.tactus.time.wheel.WheelEntry;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The heart of the scheduler: takes timers in from any thread, and fires them on the thread that
/// ticks.
///
/// ## The walk of a timer
///
/// `register` lets it through the [Entrance] to the [Intake]. The next token of the driver drains
/// the intake into the [Wheel], walks the wheel to the token's last tick, and gives each due timer
/// to its executor. A one-shot that is cancelled is left in the [CancelLane] of its canceller; it
/// comes back by [Returns] where that has none, and a periodic timer always does. The next token
/// takes it out, so within a tick. One that is cancelled at once is taken back from the intake, and
/// never gets that far. Only the ticking thread touches the wheel; it is whoever holds `ticking`.
///
/// ## Sleep and wake
///
/// A driver sleeps until the tick that [#nextWakeTick] names. While a timer waits in the intake,
/// the returns or a lane, that is the next tick. Otherwise the engine says that it is `asleep`,
/// *then looks at all of them again*, and only then lets the driver sleep long. Whoever registers
/// or brings back pushes first and then looks whether the engine is asleep. Both are volatile, or
/// have the cancelling CAS and its fence between them, so at least one sees the other: no timer
/// waits behind a long sleep. Only the thread that turns `asleep` off wakes the driver, so a
/// wake-up is paid once for each sleep; a busy scheduler pays none. Where the wake-up fails, as for
/// want of stack, that thread turns `asleep` on again: whoever comes next wakes the driver. If the
/// driver is awake nevertheless, that costs one wake-up too many, and the next token turns `asleep`
/// off. What is *not* an invariant then: that one is woken for who looked while the wake-up was
/// failing; it waits for whoever comes next, or for the tick that was named. A driver that was
/// woken stays awake for a tick, even if what it was woken for was taken back meanwhile: otherwise
/// who sets timeouts and takes them back would pay a wake-up for each.
final class TickEngine implements TickSink {
  /// So many timers registered since the last token are a crowd: to read the clock for each of them
  /// would take longer than to wake up for one more time.
  private static final int CROWD = 256;

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
  final SchedulerCounters counters;
  final EventStream events;
  final Diagnostics diagnostics;
  final Quota quota;
  final Wheel wheel;
  final Firing firing;
  final DriftMeter drift;
  final ConcurrentHashMap<Long, PeriodicTimer> periodic = new ConcurrentHashMap<>();

  private final SchedulerSettings settings;
  private final TickDriver driver;
  private final Subscription gauge;
  private final Intake intake;
  private final Entrance entrance;

  /// Which tick it is, as long as the driver vouches for it.
  final VouchedTick vouched;

  /// Periodic timers that are to be armed anew, or were cancelled; drained in their order.
  private final Returns returns = new Returns();

  /// One-shots that were cancelled by threads without a lane; drained in any order, so that each is
  /// touched once.
  private final Returns cancelled = new Returns();

  private final EntryConsumer onDrained = this::drained;
  private final EntryConsumer onReturned = this::returned;
  private final EntryConsumer onCancelled;
  private final Consumer<Timer> onLeft;

  /// Who ticks at present.
  @SuppressWarnings("unused") // accessed through TICKING
  private volatile @Nullable Thread ticking;

  private volatile boolean asleep;

  private volatile boolean cancelAll;

  private final boolean canVouch;

  // Ticking thread only, from here.
  private long tokens;
  private long takingInAt;
  private long numberedBefore;

  /// Whether so many timers are registered that it is worth it to vouch for ticks.
  private boolean crowded;

  private @Nullable List<WheelEntry> arrivals;
  private boolean overflowWarned;

  /// Whether it was asleep when it last named a tick; where it is not any more, it was woken.
  private boolean wentToSleep;

  TickEngine(SchedulerSettings settings, RuntimeToolbox toolbox, EventStream events) {
    this(settings, toolbox, events, new SchedulerCounters());
  }

  TickEngine(
      SchedulerSettings settings,
      RuntimeToolbox toolbox,
      EventStream events,
      SchedulerCounters counters) {
    this.settings = settings;
    this.events = events;
    this.counters = counters;
    this.clock = toolbox.clock();
    this.driver = toolbox.driver();
    this.scale = new TickScale(clock.nanos(), settings.resolution());
    this.vouched = new VouchedTick(scale, clock);
    this.canVouch = VouchedTick.suits(settings.resolution());
    this.intake = new Intake(4 * HostProcessor.cores()); // two busy threads rarely share a stack
    this.wheel = new Wheel(settings.wheel(), this::dropped);
    this.onCancelled = wheel::remove;
    this.onLeft = wheel::remove;
    this.quota = new Quota(settings, intake, counters, events);
    this.entrance = new Entrance(intake, quota);
    this.diagnostics = new Diagnostics(events);
    this.drift = new DriftMeter(settings, clock.kind(), events);
    this.firing = new Firing(this);
    this.gauge = Quota.follow(toolbox.gauge(), quota::pressure);
  }

  // Any thread.

  /// Takes a timer in. Where it throws, the timer is not in: it was refused, or taken back.
  void register(Timer timer) {
    entrance.take(timer, false, false);
    if (asleep) {
      wakeFor(timer);
    }
  }

  /// The same for one of priority LOW, which is refused while the system is under pressure.
  void registerLow(Timer timer) {
    entrance.take(timer, true, false);
    if (asleep) {
      wakeFor(timer);
    }
  }

  /// Takes a timer in that the quota does not concern.
  void registerBeyondQuota(Timer timer) {
    entrance.take(timer, false, true);
    if (asleep) {
      wakeFor(timer);
    }
  }

  private void wakeFor(Timer timer) {
    try {
      wake();
    } catch (Throwable e) {
      takeBack(timer);
      throw e;
    }
  }

  /// Cancels a timer that was taken in, as something was thrown before anybody has its handle. What
  /// the cancellation throws is of no interest beside that.
  void takeBack(Timer timer) {
    try {
      boolean unused = timer.cancel();
    } catch (Throwable another) {
      // The first one is thrown.
    }
  }

  /// Lists a periodic timer that was taken in.
  void list(PeriodicTimer timer) {
    periodic.put(timer.id(), timer);
    if (timer.isCancelled()) {
      periodic.remove(timer.id()); // it ended before it was listed
    }
  }

  private void wake() {
    if (ASLEEP.compareAndSet(this, true, false)) {
      try {
        driver.wake();
      } catch (Throwable e) {
        asleep = true; // it may sleep on: the next one wakes it
        throw e;
      }
    }
  }

  /// Takes a cancelled timer from where it is listed or on its way in, and counts it: once, in
  /// whatever way the former ends.
  ///
  /// @param isNew whether the timer was still on its way in
  void countCancelled(Timer timer, CancelReason reason, boolean isNew) {
    boolean isDropped = reason == CancelReason.DROPPED || reason == CancelReason.REJECTED;
    boolean isWithdrawn = false;
    try {
      isWithdrawn = isNew && !isDropped && intake.withdraw(timer);
      if (timer instanceof PeriodicTimer) {
        periodic.remove(timer.id());
      }
    } finally {
      if (isDropped) {
        counters.dropped.increment();
      } else {
        counters.addCancelled(isWithdrawn);
      }
    }
  }

  /// Tells a cancellation, which is complete by then: a listener may throw.
  void tellCancelled(Timer timer, CancelReason reason) {
    if (diagnostics.wantsCancelled()) {
      diagnostics.cancelled(timer, clock.nanos(), reason);
    }
  }

  /// Leaves a one-shot that is about to be cancelled for the ticking thread, where the calling
  /// thread has a lane for that; else false. The cancellation follows, and then [#takeOut].
  boolean tryLeave(Timer timer) {
    CancelLane lane = counters.lanes.ofThisThread();
    return lane != null && lane.tryPush(timer);
  }

  /// Brings a cancelled one-shot, unless it was left before, back to the thread that takes it out.
  void takeOut(Timer timer, boolean isLeft) {
    if (!isLeft) {
      bringBack(cancelled, timer);
      return;
    }
    CancelLane.fence();
    if (asleep) {
      wake();
    }
  }

  /// Brings a periodic timer back to the ticking thread, which looks at it again.
  void giveBack(PeriodicTimer timer) {
    bringBack(returns, timer);
  }

  private void bringBack(Returns way, Timer timer) {
    way.push(timer);
    if (asleep) {
      wake();
    }
  }

  /// Tells that a task threw.
  void handlerFailed(Timer timer, Throwable error, ExecutionBatch batch) {
    events.publish(new SchedulerWarning.HandlerFailed(timer.id(), error, batch));
  }

  /// A periodic timer has no run left to do, or nobody who does it.
  ///
  /// Not before everything is cancelled: a driver that is being stopped may still bring due times.
  void ranOut(PeriodicTimer timer) {
    if (cancelAll) {
      boolean unused = timer.cancel(CancelReason.CLOSED); // it was left to do what was due
    }
  }

  /// Takes no more timers, for this reason.
  void refuseAll(String why) {
    entrance.close(why);
  }

  /// Takes no more timers, because the driver was given up: see [Entrance#driverStopped].
  void driverStopped() {
    entrance.driverStopped();
  }

  /// Says in better words why the driver was given up, and no timer is taken.
  void explainDriverStopped(String why, String refusal) {
    entrance.explainDriverStopped(why, refusal);
  }

  /// Why the driver was given up; empty while it was not.
  Optional<String> whyDriverStopped() {
    return entrance.whyDriverStopped();
  }

  long pendingCommands() {
    return Math.max(0, quota.taken() - counters.withdrawn() - intake.drained());
  }

  // The driver's thread.

  @Override
  public long nextWakeTick(long currentTick) {
    long due = wheel.nextWakeTick();
    if (due <= currentTick + 1) {
      return due;
    }
    if (crowded || hasArrivals()) {
      return currentTick + 1;
    }
    if (wentToSleep && !asleep) {
      wentToSleep = false;
      return currentTick + 1;
    }
    asleep = true;
    // Volatile, after the store above: pairs with a push followed by a look at asleep.
    if (hasArrivals()) {
      asleep = false;
      return currentTick + 1;
    }
    wentToSleep = true;
    return due;
  }

  @Override
  public @Nullable VouchedTick vouched() {
    return crowded && canVouch ? vouched : null;
  }

  private boolean hasArrivals() {
    return intake.hasNew()
        || !returns.isEmpty()
        || !cancelled.isEmpty()
        || !counters.lanes.isDrained();
  }

  @Override
  public boolean accept(TickToken token) {
    if (!TICKING.compareAndSet(this, null, Thread.currentThread())) {
      return false;
    }
    try {
      process(token);
      tokens++;
      return true;
    } finally {
      leave();
    }
  }

  /// A number that changes when timers are handed over or ticks are done. Threads: the ticking one,
  /// and the closing one.
  long progress() {
    return firing.handedOver() + wheel.position();
  }

  /// How many tokens were processed to their end; a little behind on other threads than the ticking
  /// one.
  long tokens() {
    return tokens;
  }

  /// Whether the caller is the thread that ticks, which then is inside of a task.
  boolean isTickingHere() {
    return ticking == Thread.currentThread();
  }

  private void process(TickToken token) {
    asleep = false;
    wentToSleep = false;
    firing.begin(token);
    lookForACrowd();
    takeIn(token.lastTick());
    drift.measure(token, clock.nanos());
    firing.fire(token);
    warnOfOverflow();
  }

  /// A driver that vouches for a tick wakes up once more for it, and does not sleep through it.
  private void lookForACrowd() {
    long numbered = intake.numbered();
    crowded = numbered - numberedBefore >= CROWD;
    numberedBefore = numbered;
  }

  private void warnOfOverflow() {
    boolean near = wheel.overflowNearCapacity();
    if (near && !overflowWarned) {
      events.publish(
          new SchedulerWarning.OverflowNearCapacity(
              wheel.overflowSize(), settings.wheel().overflowCapacity()));
    }
    overflowWarned = near;
  }

  /// Brings what came back and what is new into the wheel: in this order, so that no new timer has
  /// to go for want of room that a cancelled one still has. One that is cancelled after it was
  /// drained comes back with the next token.
  ///
  /// After a time in which nothing was due the wheel still stands where it was. It then walks up to
  /// the first of them before they are put in, so that near timers are not taken for far ones.
  private void takeIn(long lastTick) {
    boolean stoodStill = lastTick - wheel.position() > settings.wheel().slots() >> 2;
    takingInAt = lastTick;
    if (!stoodStill) {
      drainAll();
      return;
    }
    // Made before anything is drained: there may be no memory for them.
    List<WheelEntry> waiting = new ArrayList<>();
    FirstError first = new FirstError();
    arrivals = waiting;
    try {
      drainAll();
    } catch (Throwable e) {
      first.add(e);
    } finally {
      arrivals = null;
    }
    insert(waiting, lastTick, first);
    first.throwIfAny();
  }

  private void drainAll() {
    drainReturns();
    long unused = intake.drain(onDrained);
    vouched.takenIn();
  }

  private void drainReturns() {
    returns.drain(onReturned);
    drainCancelled();
  }

  private void drainCancelled() {
    cancelled.drainInAnyOrder(onCancelled);
    counters.lanes.drain(onLeft);
  }

  private void drained(WheelEntry entry) {
    if (((Timer) entry).admit()) {
      int stamp = entry.stamp();
      if (stamp != VouchedTick.NO_STAMP) {
        entry.deadlineTick(entry.deadlineTick() + vouched.putOff(stamp, entry.order(), takingInAt));
      }
      arrived(entry);
    }
  }

  private void arrived(WheelEntry entry) {
    if (arrivals == null) {
      wheel.insert(entry);
      return;
    }
    try {
      arrivals.add(entry);
    } catch (OutOfMemoryError e) {
      wheel.insert(entry); // where it may lie farther away than it had to; better than nowhere
      throw e;
    }
  }

  /// No list holds these any more: all are put in, whatever a listener throws that hears of one
  /// which has to go.
  private void insert(List<WheelEntry> entries, long lastTick, FirstError error) {
    long first = Math.min(lastTick, wheel.nextWakeTick());
    for (int i = 0; i < entries.size(); i++) {
      first = Math.min(first, entries.get(i).deadlineTick());
    }
    if (first - 1 > wheel.position()) {
      try {
        firing.skipTo(first - 1);
      } catch (Throwable e) {
        error.add(e);
      }
    }
    for (int i = 0; i < entries.size(); i++) {
      WheelEntry entry = entries.get(i);
      // One that was cancelled since it was drained needs no room. Whether it was put in or not, it
      // comes back with the next token.
      if (!((Timer) entry).isCancelled()) {
        try {
          wheel.insert(entry);
        } catch (Throwable e) {
          error.add(e);
        }
      }
    }
  }

  private void returned(WheelEntry entry) {
    PeriodicTimer timer = (PeriodicTimer) entry;
    // One that is to be armed anew waits nowhere, unless its executor took it and said no as well.
    wheel.remove(timer);
    timer.cameBack();
    if (!timer.isCancelled()) {
      timer.deadlineTick(scale.repeatTick(timer.dueNanos));
      arrived(timer);
    }
  }

  private void dropped(WheelEntry entry) {
    Timer timer = (Timer) entry;
    long deadline = timer.deadlineTick();
    if (timer.cancel(CancelReason.DROPPED)) {
      events.publish(
          new SchedulerWarning.DroppedLowPriority(timer.id(), timer.priority(), deadline));
    }
  }

  // The closing thread.

  /// Follows the event stream and the gauge no more: both may live on, and would keep this for
  /// ever.
  void letGo() {
    diagnostics.close();
    gauge.close();
  }

  /// Cancels everything that waits, now or as soon as whoever ticks is done. Only after
  /// [#refuseAll].
  ///
  /// @param first takes what listeners throw; the others are cancelled all the same
  /// @return whether it is done already
  boolean cancelAll(FirstError first) {
    cancelAll = true;
    return cancelIfNobodyTicks(first);
  }

  private boolean cancelIfNobodyTicks(FirstError first) {
    // Made before anything is taken: where there is no memory for them, nothing is lost.
    EntryConsumer cancel = entry -> cancelAtClose((Timer) entry, first);
    EntryConsumer cancelReturned = entry -> cancelReturned((PeriodicTimer) entry, first);
    if (!TICKING.compareAndSet(this, null, Thread.currentThread())) {
      return false; // it looks at cancelAll when it leaves
    }
    try {
      long unused = intake.drain(cancel);
      drainReturnsAtClose(cancelReturned);
      wheel.clear(cancel);
      drainReturnsAtClose(cancelReturned);
      return true;
    } finally {
      TICKING.setVolatile(this, null);
    }
  }

  private void drainReturnsAtClose(EntryConsumer cancelReturned) {
    returns.drain(cancelReturned);
    drainCancelled();
  }

  private void cancelReturned(PeriodicTimer timer, FirstError first) {
    wheel.remove(timer);
    timer.cameBack();
    cancelAtClose(timer, first);
  }

  private void cancelAtClose(Timer timer, FirstError first) {
    if (timer instanceof PeriodicTimer p && p.isInExecutor()) {
      return; // what was due is delivered; ranOut cancels it afterwards
    }
    try {
      boolean unused = timer.cancel(CancelReason.CLOSED);
    } catch (Throwable e) {
      first.add(e);
    }
  }

  /// Ends the turn of the ticking thread.
  private void leave() {
    // Volatile: pairs with the CAS of the next ticking thread, which sees the wheel as it is now;
    // and stands before the look at cancelAll, which a closing thread sets before it tries to
    // enter. One sees
    // the other.
    TICKING.setVolatile(this, null);
    if (cancelAll) {
      FirstError first = new FirstError();
      boolean unused = cancelIfNobodyTicks(first);
      first.throwIfAny();
    }
  }
}
