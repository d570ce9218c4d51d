package dev.tactus.time.driver;

import java.util.concurrent.atomic.AtomicBoolean;

/// Adds up the ticks that it gets. Like the scheduler, it refuses a token while another thread is
/// at one.
final class TallySink implements TickSink {
  private final AtomicBoolean busy = new AtomicBoolean();

  /// How many ticks all tokens had. Plain: `busy` publishes it.
  private long ticks;

  @Override
  public boolean accept(TickToken token) {
    if (!busy.compareAndSet(false, true)) {
      return false;
    }
    ticks += token.ticks();
    busy.set(false);
    return true;
  }

  @Override
  public long nextWakeTick(long currentTick) {
    return currentTick + 1;
  }

  long ticks() {
    return ticks;
  }
}
