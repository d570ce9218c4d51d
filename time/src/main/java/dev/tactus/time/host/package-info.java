/// The real machine: the only package that reads the system clock and puts a thread to sleep.
///
/// A rule in the build keeps it so. [HostClock] is `System.nanoTime`, [HostParker] is
/// `LockSupport`, [HostYield] is `Thread.yield`, [HostWallClock] is for marks that people read.
/// They are handed to the rest of the system through the seams of `dev.tactus.time`.
///
/// Enters: the machine's time. Leaves: nanoseconds. Threads: any for the clock, one owner for a
/// parker. Start reading at [HostClock].
@NullMarked
package dev.tactus.time.host;

import org.jspecify.annotations.NullMarked;
