/// Who says that time has moved on.
///
/// A [TickDriver] watches a clock and hands each stretch of ticks as a [TickToken] to a [TickSink],
/// which is the scheduler. The sink answers by which tick it wants to be called again, so a driver
/// can sleep through empty ticks. [ManualTickDriver] is moved by a test, [HostTickDriver] parks a
/// thread, [ExternalTickDriver] belongs to somebody else's loop; others are found as
/// [TickDriverProvider].
///
/// Enters: a clock's reading, or a call of `notifyTick`. Leaves: tokens. Threads: `notifyTick`,
/// `wake` and `status` any; hand-over by one thread at a time. Nothing here starts a thread: a
/// [LoopingTickDriver] is run by the thread that its user provides. Start reading at
/// [TickHandOver].
@NullMarked
package dev.tactus.time.driver;

import org.jspecify.annotations.NullMarked;
