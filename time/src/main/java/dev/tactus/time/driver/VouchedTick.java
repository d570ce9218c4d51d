package dev.tactus.time.driver;

import dev.tactus.time.Clock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TickScale;
import org.jspecify.annotations.Nullable;

/// The present tick, while a driver vouches for it: who registers a timer then need not read the
/// clock, which takes as long as all the rest.
///
/// ## Idea
///
/// A delay of whole ticks ends on the same tick, wherever within the present one it begins. So it
/// is enough to know which tick it is, and a driver that is awake knows: it writes it down, sleeps
/// through the better part of the tick, and takes it back some time before the tick ends.
///
/// ## Why it is never early
///
/// A driver may oversleep, and leave a tick standing that has long ended. Whoever read it then
/// reckoned from a moment that had passed. So the driver reads the clock *after* it has taken the
/// tick back: everybody who saw the tick did so before that moment. If it lies within the tick, all
/// were right. If not, it was an *overrun*, and every entry that was stamped with that tick is put
/// off by as many ticks, before it gets into the wheel. Entries carry the tick as a stamp for that.
///
/// Only the latest overrun is remembered. An entry with an older stamp, whose thread was stopped
/// for long between the stamp and the push, reckons from the overrun tick: whatever was vouched for
/// before was taken back before that one was vouched for.
///
/// So two entries with the same delay never change their order, if the second was registered after
/// the first: what the second reckons from is never before what the first is put off to.
///
/// ## Invariants
///
/// `judged` is a tick only after its overrun, if there was one, was written; a tick that is vouched
/// for, or was not judged yet, is greater than `judged`. Non-invariant: that a vouched tick is the
/// present one; it only was so when it was written.
///
/// Threads: one driver writes; any reads.
public final class VouchedTick {
  /// What [#tick()] says while nobody vouches for a tick.
  public static final long NONE = Long.MIN_VALUE;

  /// What [#stamp] never is: the stamp of who has read the clock.
  public static final int NO_STAMP = 0;

  private static final int STAMP_BIT = 1 << 31;
  private static final int STAMP_UNUSED_BITS = 33;

  /// Shorter ticks are over before a driver could say so.
  private static final long TICK_NANOS_MIN = 1_000_000;

  /// How long before the end of a tick it is taken back: enough for a driver that wakes up a little
  /// late, and at least this.
  private static final long MARGIN_NANOS_MIN = 250_000;

  private static final int MARGIN_SHARE = 8;

  /// A processor may read the tick a little before it reads a clock that the program reads first.
  private static final long REORDERING_NANOS = 1_000;

  /// A tick that was vouched for longer than it lasted, and by how many ticks.
  private record Overrun(long tick, long ticks) {}

  private final TickScale scale;
  private final Clock clock;
  private final long marginNanos;

  private volatile long tick = NONE;

  /// The last tick of which it is known whether it was overrun.
  private volatile long judged = NONE;

  private volatile @Nullable Overrun overrun;

  /// Creates one for which nobody vouches yet.
  public VouchedTick(TickScale scale, Clock clock) {
    this.scale = scale;
    this.clock = clock;
    this.marginNanos = Math.max(MARGIN_NANOS_MIN, scale.resolution().nanos() / MARGIN_SHARE);
  }

  /// Whether ticks of this length can be vouched for.
  public static boolean suits(Resolution resolution) {
    return resolution.nanos() >= TICK_NANOS_MIN;
  }

  /// The present tick, or [#NONE]. Threads: any.
  public long tick() {
    return tick;
  }

  /// What an entry carries that relies on a tick. Threads: any.
  public static int stamp(long vouchedTick) {
    return (int) vouchedTick | STAMP_BIT;
  }

  /// Begins to vouch for a tick that has begun.
  ///
  /// Threads: the driver's.
  ///
  /// @return how long, in nanoseconds; 0 where the tick is nearly over, and nothing has begun
  public long begin(long presentTick, long nowNanos) {
    long nanos = scale.boundaryNanos(presentTick + 1) - marginNanos - nowNanos;
    if (nanos <= 0) {
      return 0;
    }
    judged = presentTick - 1; // it may be the same tick as before, after a sleep that ended early
    tick = presentTick;
    return nanos;
  }

  /// Takes back the tick that [#begin] has begun to vouch for.
  ///
  /// Threads: the driver's.
  ///
  /// @return the clock's reading
  public long end() {
    long ended = tick;
    // Volatile: the clock is read after everybody has seen it.
    tick = NONE;
    long now = clock.nanos();
    long ticks = scale.tickAt(now + REORDERING_NANOS) - ended;
    if (ticks > 0) {
      overrun = new Overrun(ended, ticks);
    }
    judged = ended; // release: pairs with the read in putOff(), which sees the overrun
    return now;
  }

  /// By how many ticks an entry has to be put off that was stamped with a tick.
  ///
  /// Threads: whoever takes entries in, after it has taken this one.
  ///
  /// @param presentTick about which tick it is
  public long putOff(int stamp, long presentTick) {
    // The stamp has the lower bits of its tick, which lies near the present one.
    long ago = (presentTick - stamp) << STAMP_UNUSED_BITS >> STAMP_UNUSED_BITS;
    long stamped = presentTick - ago;
    if (stamped <= judged) {
      Overrun known = overrun;
      if (known == null || stamped > known.tick) {
        return 0;
      }
      return stamped == known.tick ? known.ticks : known.tick - stamped;
    }
    // Taken in while the driver still vouches for the tick, by whoever closes the scheduler.
    return Math.max(0, scale.tickAt(clock.nanos()) - stamped);
  }
}
