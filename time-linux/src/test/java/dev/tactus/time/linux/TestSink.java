package dev.tactus.time.linux;

import dev.tactus.time.driver.TickSink;
import dev.tactus.time.driver.TickToken;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/// A sink that keeps every token it was given, and whose needs a test sets.
final class TestSink implements TickSink {
  static final LongUnaryOperator EVERY_TICK = last -> last + 1;
  static final LongUnaryOperator NOTHING = last -> Long.MAX_VALUE;

  private static final long NO_TICK = Long.MIN_VALUE;

  private final LinkedBlockingQueue<TickToken> arrived = new LinkedBlockingQueue<>();
  private final List<TickToken> taken = new ArrayList<>();
  private final AtomicBoolean busy = new AtomicBoolean();

  /// The last tick that was accepted.
  private volatile long lastTick = NO_TICK;

  private volatile LongUnaryOperator needs;
  private volatile Consumer<TickToken> reaction = token -> {};

  TestSink(LongUnaryOperator needs) {
    this.needs = needs;
  }

  /// From now on this decides by which tick the sink needs to be called, given the last tick that
  /// it accepted, or, before the first one, the tick that has begun last.
  void need(LongUnaryOperator other) {
    needs = other;
  }

  /// From now on this happens, on the driver's thread, with every token.
  void onToken(Consumer<TickToken> other) {
    reaction = other;
  }

  /// Refuses tokens, as if another thread were at work, until the latch is open.
  Thread occupyUntil(CountDownLatch free) throws InterruptedException {
    CountDownLatch occupied = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  while (!busy.compareAndSet(false, true)) {
                    Thread.onSpinWait();
                  }
                  occupied.countDown();
                  try {
                    free.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  busy.set(false);
                });
    occupied.await();
    return thread;
  }

  @Override
  public boolean accept(TickToken token) {
    if (!busy.compareAndSet(false, true)) {
      return false;
    }
    try {
      arrived.add(token);
      reaction.accept(token);
      lastTick = token.lastTick();
      return true;
    } finally {
      busy.set(false);
    }
  }

  @Override
  public long nextWakeTick(long currentTick) {
    long last = lastTick;
    return needs.applyAsLong(last == NO_TICK ? currentTick : last);
  }

  /// Waits for the next token. Threads: the test's.
  TickToken take() throws InterruptedException {
    TickToken token = arrived.take();
    taken.add(token);
    return token;
  }

  void take(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      TickToken _ = take();
    }
  }

  /// All tokens so far, in their order. Threads: the test's.
  List<TickToken> tokens() {
    arrived.drainTo(taken);
    return taken;
  }
}
