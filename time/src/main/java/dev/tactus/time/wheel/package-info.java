/// The timer wheel and what waits before and beyond it.
///
/// A timer is a [WheelEntry]. Any thread pushes it to the [Intake], which gives it its place in the
/// order of registration. The one owner takes the intake into the [Wheel]: near timers go into
/// slots, far ones into the [Overflow], and each tick gives back what is due, in that order.
/// Entries that have to be looked at again, mostly because they were cancelled, come back by the
/// [Returns].
///
/// Enters: entries with a deadline tick. Leaves: due entries, in order. Threads: any for [Intake]
/// and [Returns], one owner for everything else. Start reading at [Wheel].
@NullMarked
package dev.tactus.time.wheel;

import org.jspecify.annotations.NullMarked;
