package dev.tactus.time.driver;

import dev.tactus.time.Clock;
import dev.tactus.time.TickScale;

/// A driver for a loop that exists already: a game's frame, an event loop, a poll of the network.
///
/// The loop calls [#pump()] once a turn, on whatever thread it likes. Where ticks are noticed
/// elsewhere, for example in a callback that must not do any work, that place calls
/// [#notifyTick()], and the loop looks at [#notifiedTicks()] to see whether a pump is worth it.
///
/// Nobody sleeps here, so a scheduler has nobody to wake: a timer that is registered between two
/// pumps does not show in [#notifiedTicks()]. Only [#notifyTick()] raises that. A loop that pumps
/// only where it has risen needs somebody who notifies in time.
public final class ExternalTickDriver implements TickDriver {
  private final TickHandOver handOver = new TickHandOver();

  private ExternalTickDriver() {}

  /// A driver without a loop so far.
  public static ExternalTickDriver create() {
    return new ExternalTickDriver();
  }

  @Override
  public DriverKind kind() {
    return DriverKind.EXTERNAL;
  }

  @Override
  public void attach(TickSink sink, Clock clock, TickScale scale) {
    handOver.attach(sink, clock, scale);
  }

  @Override
  public void notifyTick() {
    handOver.notifyTick();
  }

  /// How many notifications no pump has answered yet; new timers are not among them.
  public long notifiedTicks() {
    return handOver.notifiedTicks();
  }

  /// Runs what is due now, on this thread; a call while another is under way does nothing.
  ///
  /// Threads: any.
  ///
  /// @return how many ticks were handed over
  public long pump() {
    if (handOver.isFlushed()) {
      return 0;
    }
    long tick = handOver.scale().tickAt(handOver.clock().nanos());
    // How late within its tick the loop calls is the loop's jitter; more than a tick is catching
    // up.
    long due = tick - handOver.handedTick() > 1 ? handOver.handedTick() + 1 : tick;
    return handOver.handOver(due, true);
  }

  @Override
  public void wake() {
    // A scheduler does not call this: it wakes a driver only that has asked how long it may sleep.
    // For a sink that does, it counts as a notification; the loop comes round by itself.
    handOver.notifyTick();
  }

  @Override
  public void suspend() {
    handOver.suspend();
  }

  @Override
  public void resume() {
    handOver.resume();
  }

  @Override
  public DriverStatus status() {
    return handOver.status();
  }

  @Override
  public DriverStatus.Flushed stopAndFlush() {
    return handOver.flush();
  }

  @Override
  public DriverStats stats() {
    return handOver.stats();
  }
}
