/// Stress tests of waiting on the real machine.
///
/// Enters: a [HostParker] for each sample, an owner that waits and a thread that wakes it. Leaves:
/// whether the wake-up arrived. A wake-up that is lost cannot hang the run: waits are bounded, by
/// far more than a wake-up takes. Start reading at [HostParkerStress].
@NullMarked
package dev.tactus.time.host;

import org.jspecify.annotations.NullMarked;
