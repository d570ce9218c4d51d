/// Ticks from a timer of the Linux kernel, without a line of C.
///
/// A [KernelTickDriver] sleeps on a timerfd that is set to the very moment at which a tick begins,
/// so it wakes with less jitter than a parked thread, and the kernel counts the ticks that it
/// missed. [KernelClock] reads the clock that this timer runs on. [KernelTickDriverProvider] offers
/// both to `TickDriverProvider.all()` and says what stands in the way where they do not work.
///
/// This is native access: on the class path start the JVM with
/// `--enable-native-access=ALL-UNNAMED`, on the module path with
/// `--enable-native-access=dev.tactus.time.linux`; otherwise the JVM prints a warning, or refuses
/// under `--illegal-native-access=deny`.
///
/// Enters: the kernel's time. Leaves: tokens. Threads: one platform thread, which the user
/// provides, runs a driver; any thread may wake it. As the host side of the seam this package may
/// read clocks and wait. Start reading at [KernelTickDriver], then KernelTimer.
@NullMarked
package dev.tactus.time.linux;

import org.jspecify.annotations.NullMarked;
