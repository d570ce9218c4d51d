package dev.tactus.time.driver;

import dev.tactus.error.ErrorCode;
import dev.tactus.time.Clock;
import dev.tactus.time.TickScale;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The part that all drivers share: which ticks the sink has had, which are owed, and how well it
/// went.
///
/// The clock alone decides which tick it is. Calls of [#notifyTick()] say that it is time to look;
/// they are counted, so that one can see whether somebody looks. So ticks cannot be lost, and a
/// caller that notifies too often cannot make timers fire early.
///
/// Use it to write a driver of your own: attach, call [#handOver] whenever you think that a tick
/// has passed.
///
/// Threads: any. Of two hand-overs at the same time, also of one inside another, the second does
/// nothing, so that no tick is in two tokens; it is not lost, because the next one looks at the
/// clock again.
public final class TickHandOver {
  private static final VarHandle NOTIFIED;
  private static final VarHandle HANDING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NOTIFIED = lookup.findVarHandle(TickHandOver.class, "notified", long.class);
      HANDING = lookup.findVarHandle(TickHandOver.class, "handing", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// What was given to attach, in one place: all of it is there, or nothing.
  private record Binding(TickSink sink, Clock clock, TickScale scale, long sinceNanos) {
    Binding withoutSink() {
      return new Binding(NoSink.INSTANCE, clock, scale, sinceNanos);
    }
  }

  /// In the place of a sink that has had its last tick: a driver may be kept for long after that,
  /// and is no reason to keep a scheduler.
  private enum NoSink implements TickSink {
    INSTANCE;

    @Override
    public boolean accept(TickToken token) {
      return true;
    }

    @Override
    public long nextWakeTick(long currentTick) {
      return Long.MAX_VALUE;
    }
  }

  private record Tally(
      long tokens, long catchUps, long refusals, long jitterSumNanos, long jitterMaxNanos) {
    Tally refusal() {
      return new Tally(tokens, catchUps, refusals + 1, jitterSumNanos, jitterMaxNanos);
    }

    Tally token(TickMode mode, long jitterNanos) {
      return new Tally(
          tokens + 1,
          catchUps + (mode == TickMode.CATCH_UP ? 1 : 0),
          refusals,
          jitterSumNanos + jitterNanos,
          Math.max(jitterMaxNanos, jitterNanos));
    }
  }

  private volatile @Nullable Binding binding;

  /// Notifications that no hand-over has answered yet.
  @SuppressWarnings("unused") // accessed through NOTIFIED
  private volatile long notified;

  /// The last tick that the sink has accepted.
  private volatile long handedTick;

  /// Whether the sink refused the last token.
  private volatile boolean refused;

  /// Whether a hand-over is under way.
  @SuppressWarnings("unused") // read through HANDING
  private volatile boolean handing;

  private volatile boolean suspended;
  private volatile DriverStatus.@Nullable Flushed flushed;

  /// Replaced by the thread that hands over; read by anybody.
  private volatile Tally tally = new Tally(0, 0, 0, 0, 0);

  /// Creates one that is not attached yet.
  public TickHandOver() {}

  /// Binds to a sink; the ticks begin after the one that has begun last.
  public void attach(TickSink sink, Clock clock, TickScale scale) {
    if (binding != null) {
      throw new IllegalStateException(
          ErrorCode.DRIVER_TAKEN.mark(
              "This tick driver has a scheduler already; give every scheduler a driver of its"
                  + " own."));
    }
    long now = clock.nanos();
    handedTick = scale.tickAt(now);
    binding = new Binding(sink, clock, scale, now);
  }

  private Binding bound() {
    Binding b = binding;
    if (b == null) {
      throw new IllegalStateException(
          ErrorCode.DRIVER_UNATTACHED.mark(
              "This tick driver has no scheduler yet; build a scheduler with it first."));
    }
    return b;
  }

  /// Whether there is a sink.
  boolean isAttached() {
    return binding != null;
  }

  /// The sink; after its last tick one for which nothing waits.
  public TickSink sink() {
    return bound().sink;
  }

  /// The clock.
  public Clock clock() {
    return bound().clock;
  }

  /// The scale.
  public TickScale scale() {
    return bound().scale;
  }

  /// Counts a tick that somebody noticed. Wait-free, no allocation.
  public void notifyTick() {
    NOTIFIED.getAndAdd(this, 1L);
  }

  /// How many notifications no hand-over has answered yet.
  public long notifiedTicks() {
    return notified;
  }

  /// Hands over every tick that has begun and was not handed over. Answers all notifications.
  ///
  /// @param dueTick the tick that the driver wanted to be in time for
  /// @param waited whether the driver waited for it; only then its lateness is jitter of the driver
  /// @return how many ticks the sink accepted
  public long handOver(long dueTick, boolean waited) {
    return handOver(dueTick, waited, Long.MAX_VALUE);
  }

  /// The same, but answers at most so many notifications.
  long handOver(long dueTick, boolean waited, long answeredMax) {
    Binding b = bound();
    if (suspended || !HANDING.compareAndSet(this, false, true)) {
      return 0;
    }
    try {
      // Counted only here: the hand-over that ended just before may have answered some.
      long answered = Math.min(answeredMax, notified);
      return flushed == null ? deliver(b, dueTick, waited, answered, false) : 0;
    } finally {
      handing = false;
    }
  }

  /// Only while `handing`.
  ///
  /// @param isLast whether it is the flush: the driver was to be in time for no tick of it, so that
  ///   it is not late, whatever has passed
  private long deliver(Binding b, long dueTick, boolean waited, long answered, boolean isLast) {
    long now = b.clock.nanos();
    long last = b.scale.tickAt(now);
    long first = handedTick + 1;
    if (last < first) {
      answer(answered);
      return 0;
    }
    long due = isLast ? last : Math.clamp(dueTick, first, last);
    long jitter = waited || isLast ? Math.max(0, now - b.scale.boundaryNanos(due)) : 0;
    TickMode mode = last > due ? TickMode.CATCH_UP : TickMode.NORMAL;
    if (!b.sink.accept(new TickToken(first, last, due, mode, jitter, b.scale))) {
      refused = true;
      tally = tally.refusal();
      return 0;
    }
    refused = false;
    handedTick = last;
    answer(answered);
    tally = tally.token(mode, isLast ? 0 : jitter);
    return last - first + 1;
  }

  /// Takes off notifications that were seen to.
  void answer(long count) {
    NOTIFIED.getAndAdd(this, -count);
  }

  /// The last tick that the sink has accepted.
  public long handedTick() {
    return handedTick;
  }

  /// Stops handing over.
  public void suspend() {
    suspended = true;
  }

  /// Goes on handing over.
  public void resume() {
    suspended = false;
  }

  /// Whether handing over is paused.
  public boolean isSuspended() {
    return suspended;
  }

  /// Whether [#flush()] was called.
  public boolean isFlushed() {
    return flushed != null;
  }

  /// Hands over for the last time; a second call does so only where the first was refused.
  public synchronized DriverStatus.Flushed flush() {
    DriverStatus.Flushed before = flushed;
    if (before != null && before.pending() == 0) {
      return before;
    }
    DriverStatus.Flushed after = new DriverStatus.Flushed(0, 0);
    Binding b = binding;
    if (b == null) {
      flushed = after;
      return after;
    }
    long until = b.scale.tickAt(b.clock.nanos()); // later ticks are not owed
    long drained = before == null ? 0 : before.drained();
    boolean entered = HANDING.compareAndSet(this, false, true);
    try {
      if (entered) {
        drained += deliver(b, handedTick + 1, false, notified, true);
      }
    } finally {
      after = new DriverStatus.Flushed(drained, Math.max(0, until - handedTick));
      flushed = after; // before others may hand over again: nothing comes after the flush
      if (after.pending() == 0) {
        binding = b.withoutSink();
      }
      if (entered) {
        handing = false;
      }
    }
    return after;
  }

  /// The state as far as this part knows it.
  public DriverStatus status() {
    DriverStatus.Flushed f = flushed;
    if (f != null) {
      return f;
    }
    Binding b = binding;
    if (b == null || suspended) {
      return new DriverStatus.Suspended();
    }
    long behind = refused ? b.scale.tickAt(b.clock.nanos()) - handedTick : 0;
    long pending = Math.max(behind, notified);
    return pending > 0 ? new DriverStatus.Backpressured(pending) : new DriverStatus.Ok();
  }

  /// What was handed over so far.
  public DriverStats stats() {
    Binding b = binding;
    if (b == null) {
      return new DriverStats(0, 0, 0, 0, 0, 0, 0, 0);
    }
    long ticks = handedTick - b.scale.tickAt(b.sinceNanos);
    double seconds = Math.max(1, b.clock.nanos() - b.sinceNanos) / 1e9;
    Tally t = tally;
    return new DriverStats(
        ticks,
        t.tokens,
        t.catchUps,
        t.refusals,
        t.tokens / seconds,
        ticks / seconds,
        t.tokens == 0 ? 0 : t.jitterSumNanos / t.tokens,
        t.jitterMaxNanos);
  }
}
