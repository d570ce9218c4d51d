package dev.tactus.time.linux;

import dev.tactus.error.ErrorCode;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.driver.LoopingTickDriver;
import dev.tactus.time.driver.TickHandOver;
import dev.tactus.time.driver.TickSink;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A driver that sleeps on a timer of the Linux kernel.
///
/// Like the host driver it does not tick through empty ticks: the timer is set to the beginning of
/// the tick that the sink needs next. From there on it expires every tick, so when the driver comes
/// late the kernel tells how many ticks it missed: [#kernelStats()]. Missed or not, no tick is
/// lost, because the clock decides which ticks are handed over.
///
/// The timer expires a little before the tick, by as much as it takes to wake up, and the driver
/// spends awake what is left: see [Lead].
///
/// [#run()] holds two descriptors and gives them back when it ends, in whatever way. It wants a
/// platform thread: it waits inside the kernel, where a virtual thread would keep its carrier
/// occupied, and it takes no notice of interrupts. One that a task leaves behind ends with the
/// hand-over: it is none of the business of later ones.
///
/// Any clock of real time will do; [KernelClock] is the one that needs no conversion.
public final class KernelTickDriver implements LoopingTickDriver {
  /*
   * One turn: ask the sink for the next tick that it needs, set the timer to it, sleep, take what
   * ended the sleep, clear `woken`, hand over, and round again. The kernel keeps a ring until it is
   * taken (see KernelTimer). `woken` is there to save calls: of all wakes in one turn only the
   * first rings.
   *
   * A wake is never lost. A waker changes the sink, then swaps `woken` to true; the driver swaps
   * `woken` to false, then asks the sink. Both are swaps on one variable, so one comes first.
   *  - The waker's swap first: the driver's swap sees it, so the driver asks a sink that shows the
   *    change. The waker's own ring, if it comes only now, ends one sleep for nothing.
   *  - The driver's swap first, and the waker finds false: it rings. The driver may have asked the
   *    sink before the change and be anywhere between there and the end of its sleep; the ring ends
   *    that sleep or keeps it from beginning.
   *  - The driver's swap first, and the waker finds true: another waker found false before it and
   *    rings for both, and both come before the driver's next swap.
   * The same holds when run() starts: it publishes the timer, swaps `woken`, asks the sink. A waker
   * that saw no timer, or the closed one of an earlier run, swapped before the driver did.
   *
   * If the descriptors are closed behind the driver's back, rings go nowhere and the kernel does
   * not end the sleep. That is no fault of the waker, which may be in the middle of something: its
   * failure is kept in `ringFailure`. And no sleep is longer than the patience; then run() throws
   * what was kept, or what its own calls run into, and whoever runs the driver sees it die. In good
   * health this is one idle turn a second.
   */
  private static final int PATIENCE_MILLIS = 1_000;

  /// Bounds the time that it stays awake where the clock does not move.
  private static final int LOOKS_MAX = 10_000;

  private final TickHandOver handOver = new TickHandOver();
  private final int patienceMillis;
  private final AtomicBoolean running = new AtomicBoolean();

  /// Set by wakers, cleared by the driver before it asks the sink.
  private final AtomicBoolean woken = new AtomicBoolean();

  /// What kept a waker from ringing; set by wakers, thrown by [#run()].
  private volatile @Nullable KernelTimerException ringFailure;

  private volatile boolean stopRequested;

  /// Of the thread that runs.
  private Lead lead = new Lead(0);

  /// There while [#run()] runs; written by its thread.
  private volatile @Nullable KernelTimer timer;

  /// Replaced by the thread that runs; read by anybody.
  private volatile KernelTimerStats kernelStats = KernelTimerStats.NONE;

  KernelTickDriver(int patienceMillis) {
    this.patienceMillis = patienceMillis;
  }

  /// A driver that opens its timer when it is run.
  public static KernelTickDriver create() {
    return new KernelTickDriver(PATIENCE_MILLIS);
  }

  @Override
  public DriverKind kind() {
    return DriverKind.KERNEL;
  }

  /// Binds the driver to its sink.
  ///
  /// @throws IllegalArgumentException when the clock shows virtual time
  @Override
  public void attach(TickSink sink, Clock clock, TickScale scale) {
    if (clock.kind() == ClockKind.DETERMINISTIC) {
      throw new IllegalArgumentException(
          ErrorCode.CLOCK_MISMATCH.mark(
              "A kernel tick driver was given the clock "
                  + clock
                  + ", which shows virtual time; it sleeps in real time. Give it"
                  + " KernelClock.instance(), or use ManualTickDriver with that clock."));
    }
    handOver.attach(sink, clock, scale);
  }

  /// Hands over ticks until the driver is stopped.
  ///
  /// @throws KernelTimerException when the kernel refuses a call; run it again to go on
  @Override
  public void run() {
    if (stopRequested) {
      return;
    }
    if (!running.compareAndSet(false, true)) {
      throw new IllegalStateException(
          ErrorCode.DRIVER_RUNNING.mark(
              "This kernel tick driver is run by another thread already; one thread runs a driver."
                  + " Stop it first, or create another driver."));
    }
    long tickNanos = handOver.scale().resolution().nanos();
    try (KernelTimer opened = KernelTimer.open(tickNanos)) {
      ringFailure = null;
      lead = new Lead(tickNanos);
      timer = opened;
      woken.getAndSet(false);
      while (!stopRequested) {
        step(opened);
      }
    } finally {
      timer = null;
      running.set(false);
    }
  }

  /// Waits for the next tick that is needed, once, and hands over.
  private void step(KernelTimer opened) {
    if (handOver.isSuspended()) {
      sleepUntil(Long.MAX_VALUE, opened);
      return;
    }
    TickScale scale = handOver.scale();
    long tick = scale.tickAt(handOver.clock().nanos());
    long due = handOver.sink().nextWakeTick(tick);
    if (due <= tick) {
      // Late already: what made it late was not the waiting.
      countMissed(opened);
      if (handOver(due, false) == 0) {
        sleepUntil(tick + 1, opened); // refused, or handed over before: not again on this tick
      }
      return;
    }
    sleepUntil(due, opened);
    if (!stopRequested && scale.tickAt(handOver.clock().nanos()) >= due) {
      long _ = handOver(due, true);
    }
  }

  private long handOver(long due, boolean waited) {
    try {
      return handOver.handOver(due, waited);
    } finally {
      if (Thread.currentThread().isInterrupted()) {
        boolean _ = Thread.interrupted();
      }
    }
  }

  private void sleepUntil(long tick, KernelTimer opened) {
    arm(tick == Long.MAX_VALUE ? KernelTimer.NEVER : kernelNanos(tick) - lead.nanos(), opened);
    boolean hasTime = tick != Long.MAX_VALUE && leftNanos(tick) > lead.nanos();
    kernelStats = kernelStats.sleep(lead.nanos());
    int reasons = opened.await(patienceMillis);
    KernelTimerException failure = ringFailure;
    if (failure != null) {
      throw failure;
    }
    if ((reasons & KernelTimer.EXPIRED) != 0) {
      if (reasons == KernelTimer.EXPIRED && tick != Long.MAX_VALUE) {
        stayAwakeUntil(tick, hasTime);
      }
      kernelStats = kernelStats.awaited(opened.takeExpirations());
    }
    if ((reasons & KernelTimer.RUNG) != 0) {
      opened.takeRings();
      kernelStats = kernelStats.wake();
    }
    woken.getAndSet(false);
  }

  /// Waits for a tick that begins within the lead.
  ///
  /// @param hasSlept whether the timer was set to a moment that was still to come
  private void stayAwakeUntil(long tick, boolean hasSlept) {
    long ledNanos = lead.nanos();
    long leftNanos = leftNanos(tick);
    if (leftNanos > ledNanos) {
      return; // an expiration that nobody waited for
    }
    if (hasSlept) {
      lead.overslept(ledNanos - leftNanos);
    }
    for (int looks = 0; looks < LOOKS_MAX && leftNanos(tick) > 0; looks++) {
      if (stopRequested || woken.get()) {
        return;
      }
      Thread.onSpinWait();
    }
  }

  private long leftNanos(long tick) {
    return handOver.scale().boundaryNanos(tick) - handOver.clock().nanos();
  }

  private void arm(long expiryNanos, KernelTimer opened) {
    // One that lies before by less is this very tick's, with another lead.
    if (expiryNanos - opened.nextExpiryNanos() > handOver.scale().resolution().nanos() / 2) {
      countMissed(opened);
    }
    if (opened.nextExpiryNanos() != expiryNanos) { // else it goes on as it is, one call less
      opened.arm(expiryNanos);
    }
  }

  /// Since the last sleep the timer went on expiring every tick, with nobody waiting for it.
  private void countMissed(KernelTimer opened) {
    long missed = opened.takeExpirations();
    if (missed > 0) {
      kernelStats = kernelStats.missed(missed);
    }
  }

  /// The beginning of a tick on the kernel's clock.
  private long kernelNanos(long tick) {
    Clock clock = handOver.clock();
    long boundaryNanos = handOver.scale().boundaryNanos(tick);
    if (clock instanceof KernelClock) {
      return boundaryNanos;
    }
    // In this order a delay between the two reads makes the driver wake early, and sleep again; in
    // the other order it would make it late.
    long kernelNow = KernelClock.instance().nanos();
    return kernelNow + (boundaryNanos - clock.nanos());
  }

  @Override
  public void notifyTick() {
    handOver.notifyTick();
  }

  /// Ends a sleep early.
  ///
  /// Threads: any; makes at most one short call of the kernel.
  @Override
  public void wake() {
    if (woken.getAndSet(true)) {
      return;
    }
    KernelTimer opened = timer;
    if (opened != null) {
      try {
        opened.ring();
      } catch (KernelTimerException e) {
        ringFailure = e;
      }
    }
  }

  @Override
  public void suspend() {
    handOver.suspend();
    wake();
  }

  @Override
  public void resume() {
    handOver.resume();
    wake();
  }

  @Override
  public DriverStatus status() {
    return handOver.status();
  }

  @Override
  public void requestStop() {
    stopRequested = true;
    wake();
  }

  @Override
  public DriverStatus.Flushed stopAndFlush() {
    requestStop();
    return handOver.flush();
  }

  @Override
  public DriverStats stats() {
    return handOver.stats();
  }

  /// What the kernel reported so far. Threads: any.
  public KernelTimerStats kernelStats() {
    return kernelStats;
  }
}
