package dev.tactus.time.driver;

import dev.tactus.time.Clock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TickScale;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
/// were right. If not, it was an *overrun*, and entries that were stamped with that tick are put
/// off by as many ticks, before they get into the wheel. Entries carry the tick as a stamp for
/// that.
///
/// Only the latest overrun is remembered. An entry with an older stamp, whose thread was stopped
/// for long between the stamp and the push, reckons from the overrun tick: whatever was vouched for
/// before was taken back before that one was vouched for. All others are in by then: no tick is
/// vouched for before all is taken in that was pushed before the last hand-over.
///
/// ## Who is not put off
///
/// Most of those who relied on an overrun tick did so while it lasted. Every 32nd of them *proves*
/// that: it looks at the clock after it has got its number, and if the tick still lasts, it leaves
/// the number. Whoever has this number or a lower one, and the stamp of the tick, read the tick
/// before it got its number, so before the number that was left was given, so before a moment
/// within the tick. It was right, and is not put off. So a driver that oversleeps makes late those
/// few that came after the last proof.
///
/// The number is left without its tick. Where the driver takes a tick back, it finds a number of
/// this tick, or of an earlier one: no later tick was vouched for yet. A number of an earlier tick
/// proves nothing about this one, and claims nothing either: it was given before this tick began,
/// so all that have the stamp of this tick have higher ones. What is left after that look comes too
/// late to count.
///
/// ## Order
///
/// Two entries with the same delay keep their order, if the second was registered after the first:
/// what the second reckons from is not before what the first does. There is one exception. Between
/// the moment at which the driver takes a tick back and its look at the clock the tick may end, and
/// somebody may look at the clock just before. An entry that is put off to the driver's look then
/// gets behind that one, although it was registered earlier.
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

  /// Of so many numbers one looks at the clock; a power of two.
  private static final int NUMBERS_A_PROOF = 32;

  private static final VarHandle PROVEN;

  static {
    try {
      PROVEN = MethodHandles.lookup().findVarHandle(VouchedTick.class, "proven", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// A tick that was vouched for longer than it lasted, by how many ticks, and the highest number
  /// that was given while it lasted for sure. Nothing of it changes once others can see it.
  private static final class Overrun {
    long tick;
    long ticks;
    long proven;
  }

  private final TickScale scale;
  private final Clock clock;
  private final long marginNanos;

  private volatile long tick = NONE;

  /// The last tick of which it is known whether it was overrun.
  private volatile long judged = NONE;

  private volatile @Nullable Overrun overrun;

  /// Driver only: what the next overrun is written to. It is there before a tick is vouched for, so
  /// that no lack of memory keeps the driver from judging it.
  private Overrun spare = new Overrun();

  /// Whether entries may be on their way in that carry the last tick as a stamp.
  private volatile boolean stamped;

  // Who registers reads the fields above, and writes the one below: not on one line of memory.
  @SuppressWarnings("unused")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

  /// The highest number that is known to have been given while its tick lasted. Only rises.
  private volatile long proven;

  @SuppressWarnings("unused")
  private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

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

  /// Tells that an entry got a number which relies on a tick: now and then one proves that it was
  /// right.
  ///
  /// Threads: the one that registers, after it got the number.
  public void numbered(long vouchedTick, long number) {
    if ((number & (NUMBERS_A_PROOF - 1)) == 0) {
      prove(vouchedTick, number);
    }
  }

  private void prove(long vouchedTick, long number) {
    // By the difference: the clock's readings may run over.
    if (scale.boundaryNanos(vouchedTick + 1) - clock.nanos() <= REORDERING_NANOS) {
      return;
    }
    long seen = proven;
    // release: pairs with the read in end().
    while (seen < number && !PROVEN.compareAndSet(this, seen, number)) {
      seen = proven;
    }
  }

  /// Begins to vouch for a tick that has begun.
  ///
  /// Threads: the driver's.
  ///
  /// @return how long, in nanoseconds; 0 where nothing has begun: the tick is nearly over, or what
  ///   relies on the one before is still to be taken in
  public long begin(long presentTick, long nowNanos) {
    long nanos = scale.boundaryNanos(presentTick + 1) - marginNanos - nowNanos;
    if (nanos <= 0 || stamped) {
      return 0;
    }
    if (spare == overrun) {
      spare = new Overrun();
    }
    stamped = true;
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
      Overrun late = spare;
      late.tick = ended;
      late.ticks = ticks;
      late.proven = proven;
      overrun = late; // release: pairs with the read in putOff(), which sees the fields
    }
    judged = ended; // release: pairs with the read in putOff(), which sees the overrun
    return now;
  }

  /// Tells that all was taken in that was pushed before the hand-over; only then a further tick is
  /// vouched for.
  ///
  /// Threads: whoever takes entries in.
  public void takenIn() {
    stamped = false;
  }

  /// By how many ticks an entry has to be put off that was stamped with a tick.
  ///
  /// Threads: whoever takes entries in, after it has taken this one.
  ///
  /// @param number the entry's place in the order of registration
  /// @param presentTick about which tick it is
  public long putOff(int stamp, long number, long presentTick) {
    // The stamp has the lower bits of its tick, which lies near the present one.
    long ago = (presentTick - stamp) << STAMP_UNUSED_BITS >> STAMP_UNUSED_BITS;
    long stampTick = presentTick - ago;
    if (stampTick <= judged) {
      Overrun known = overrun;
      if (known == null || stampTick > known.tick) {
        return 0;
      }
      if (stampTick < known.tick) {
        return known.tick - stampTick;
      }
      return number <= known.proven ? 0 : known.ticks;
    }
    // Taken in while the driver still vouches for the tick, by whoever closes the scheduler.
    return Math.max(0, scale.tickAt(clock.nanos()) - stampTick);
  }
}
