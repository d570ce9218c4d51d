package dev.tactus.bench.harness;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/// CPU time of this process, to the nanosecond.
///
/// The JDK's own figure moves in steps of 10 ms, a third of a percent of three seconds: too coarse
/// to tell an idle timer from a ticking one. On Linux the C library's process clock is asked; on
/// other systems the JDK's figure has to do.
public final class ProcessCpu {
  /// `CLOCK_PROCESS_CPUTIME_ID` of Linux.
  private static final int PROCESS_CLOCK = 2;

  private static final int WARM_UP_CALLS = 10;

  private static final @Nullable MethodHandle CLOCK_GETTIME = clockGettime();

  private ProcessCpu() {}

  /// Nanoseconds of CPU that all threads of this process have used.
  public static long nanos() {
    MethodHandle clock = CLOCK_GETTIME;
    if (clock == null) {
      return coarseNanos();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
      int failed = (int) clock.invokeExact(PROCESS_CLOCK, time);
      return failed != 0
          ? coarseNanos()
          : time.getAtIndex(ValueLayout.JAVA_LONG, 0) * 1_000_000_000L
              + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
    } catch (Throwable e) {
      throw new IllegalStateException("clock_gettime could not be called: " + e, e);
    }
  }

  /// Makes the first calls, which link the C function and cost far more than any later one.
  public static void warmUp() {
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      nanos();
    }
  }

  private static long coarseNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean bean
        ? bean.getProcessCpuTime()
        : 0;
  }

  @SuppressWarnings("restricted") // calling C is the point
  private static @Nullable MethodHandle clockGettime() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("clock_gettime")
        .map(
            address ->
                linker.downcallHandle(
                    address,
                    FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS)))
        .orElse(null);
  }
}
