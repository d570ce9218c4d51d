package dev.tactus.time.wheel;

import org.jspecify.annotations.Nullable;

/// What a timer has to carry to wait in a wheel; timers extend it, so that a timer is one object.
///
/// An entry is in at most one place: on the way in ([Intake]), in a slot of the wheel, in the
/// overflow, or nowhere. Beside that it may be on the way back ([Returns]), which has a link of its
/// own.
public abstract class WheelEntry {
  static final byte NOWHERE = 0;

  static final byte IN_SLOT = 1;
  static final byte IN_OVERFLOW = 2;

  /// The link of [Intake]. Written by the registering thread before the push, and by the owner
  /// after the drain.
  @Nullable WheelEntry next;

  /// The link of [Returns]. Written by the returning thread before the push, read by the owner.
  @Nullable WheelEntry returnLink;

  /// The place in the order of registration. Written once, before the entry is published.
  long order;

  /// Written by the registering thread before the push, later by the owner only.
  long deadlineTick;

  /// Owner only: where in its list the entry lies. Before the entry is drained, the stamp that the
  /// registering thread has left.
  int place;

  /// Owner only: one of the constants above.
  byte where;

  /// The importance, 0 is the least. Written once, before the push.
  final byte rank;

  /// Creates an entry that is nowhere yet.
  ///
  /// @param deadlineTick the tick it becomes due
  /// @param rank how important it is, 0 to [Wheel#RANKS] - 1; where room runs out, the least
  ///   important goes first
  protected WheelEntry(long deadlineTick, int rank) {
    assert rank >= 0 && rank < Wheel.RANKS : rank;
    this.deadlineTick = deadlineTick;
    this.rank = (byte) rank;
  }

  /// The place of this entry in the order of registration, from 1; it never changes.
  public final long order() {
    return order;
  }

  /// The tick at which this entry is due.
  public final long deadlineTick() {
    return deadlineTick;
  }

  /// How important the entry is; 0 is the least.
  public final int rank() {
    return rank;
  }

  /// Gives the entry another deadline. Threads: the owner, while the entry is nowhere.
  public final void deadlineTick(long tick) {
    assert where == NOWHERE : "the deadline of an entry that waits must not change";
    deadlineTick = tick;
  }

  /// Leaves a stamp for the owner. Threads: the registering one, before the push.
  public final void stamp(int stamp) {
    place = stamp;
  }

  /// The stamp of an entry that was drained and is nowhere yet; 0 without one. Threads: the owner.
  public final int stamp() {
    assert where == NOWHERE : "an entry that waits has a place and no stamp";
    return place;
  }

  /// Whether the entry waits in a slot or in the overflow. Threads: the owner.
  public final boolean waits() {
    return where > NOWHERE;
  }
}
