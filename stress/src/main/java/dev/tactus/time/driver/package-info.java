/// Stress tests of how ticks are counted and handed over.
///
/// Enters: a [TickHandOver] or an [ExternalTickDriver] for each sample, on a clock that a test
/// moves, with a sink that takes tokens from one thread at a time, as the scheduler does. Leaves:
/// how many ticks the sink got, and how many notifications are still unanswered. Start reading at
/// [TickHandOverStress].
@NullMarked
package dev.tactus.time.driver;

import org.jspecify.annotations.NullMarked;
