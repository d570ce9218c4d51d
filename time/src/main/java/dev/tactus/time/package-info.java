/// What a moment is, and how long something takes.
///
/// Everything here is a value or a seam: [Clock] is where monotonic time enters the system,
/// [TickScale] maps it to whole ticks, [ManualClock] is a clock that a test moves by hand, and
/// [Parker] is how a thread waits. Only `dev.tactus.time.host` implements them on the real machine,
/// so whatever takes them as parameters runs the same way under virtual time.
///
/// Enters: nanoseconds of a monotonic clock. Leaves: ticks. Threads: any; nothing here starts one.
/// Start reading at [TickScale].
@NullMarked
package dev.tactus.time;

import org.jspecify.annotations.NullMarked;
