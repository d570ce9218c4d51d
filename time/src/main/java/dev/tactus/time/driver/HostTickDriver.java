package dev.tactus.time.driver;

import dev.tactus.time.Clock;
import dev.tactus.time.Parker;
import dev.tactus.time.TickScale;

/// The default driver: a thread that parks until something is due.
///
/// It does not tick through empty ticks. The sink says which tick it needs next, the thread parks
/// until that tick begins, and is woken when the sink needs it earlier. So an idle system, even one
/// with a million far timers, costs nothing.
public final class HostTickDriver implements LoopingTickDriver {
  private final TickHandOver handOver = new TickHandOver();
  private final Parker parker;
  private volatile boolean stopRequested;

  private HostTickDriver(Parker parker) {
    this.parker = parker;
  }

  /// A driver that waits in this way.
  public static HostTickDriver waitingBy(Parker parker) {
    return new HostTickDriver(parker);
  }

  @Override
  public DriverKind kind() {
    return DriverKind.HOST;
  }

  @Override
  public void attach(TickSink sink, Clock clock, TickScale scale) {
    handOver.attach(sink, clock, scale);
  }

  @Override
  public void run() {
    while (!stopRequested) {
      step();
    }
  }

  /// Waits for the next tick that is needed, once, and hands over.
  private void step() {
    if (handOver.isSuspended()) {
      parker.park(Long.MAX_VALUE);
      return;
    }
    TickScale scale = handOver.scale();
    long now = handOver.clock().nanos();
    long tick = scale.tickAt(now);
    long due = handOver.sink().nextWakeTick(tick);
    if (due <= tick) {
      // Late already: what made it late was not the waiting.
      if (handOver.handOver(due, false) == 0) {
        waitUntil(tick + 1, now); // refused, or handed over before: not again on this tick
      }
      return;
    }
    if (due == tick + 1 && !vouch(tick, now)) {
      return;
    }
    waitUntil(due, handOver.clock().nanos());
    if (!stopRequested && scale.tickAt(handOver.clock().nanos()) >= due) {
      long unused = handOver.handOver(due, true);
    }
  }

  /// Sleeps through the better part of a tick and vouches for it meanwhile, where that is of use.
  ///
  /// @return false when the sleep was ended early, for which there is a reason to look into
  private boolean vouch(long tick, long now) {
    VouchedTick vouched = handOver.sink().vouched();
    long nanos = vouched == null ? 0 : vouched.begin(tick, now);
    if (vouched == null || nanos == 0) {
      return true;
    }
    long after = now;
    try {
      parker.park(nanos);
    } finally {
      after = vouched.end();
    }
    return after - now >= nanos;
  }

  private void waitUntil(long tick, long now) {
    long nanos =
        tick == Long.MAX_VALUE ? Long.MAX_VALUE : handOver.scale().boundaryNanos(tick) - now;
    if (nanos > 0) {
      parker.park(nanos);
    }
  }

  @Override
  public void notifyTick() {
    handOver.notifyTick();
  }

  @Override
  public void wake() {
    parker.unpark();
  }

  @Override
  public void suspend() {
    handOver.suspend();
    parker.unpark();
  }

  @Override
  public void resume() {
    handOver.resume();
    parker.unpark();
  }

  @Override
  public DriverStatus status() {
    return handOver.status();
  }

  @Override
  public void requestStop() {
    stopRequested = true;
    parker.unpark();
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
}
