package dev.tactus.bench.harness;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private static final Path THREADS = Path.of("/proc/self/task");

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

  /// The same without the threads that compile: what a program pays for in its first minute, and
  /// not later. Where the system does not tell, they count.
  public static long nanosWithoutCompiler() {
    return nanos() - compilerNanos(THREADS);
  }

  /// What the threads that compile have used, by the kernel's books of the threads in a folder.
  static long compilerNanos(Path threads) {
    long sum = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        sum += compilerNanosOf(thread);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return sum; // no such books here
    }
    return sum;
  }

  private static long compilerNanosOf(Path thread) {
    try {
      return isCompiler(thread) ? usedNanos(thread) : 0;
    } catch (IOException e) {
      return 0; // it has ended since it was listed, and the others count all the same
    }
  }

  private static boolean isCompiler(Path thread) throws IOException {
    return Files.readString(thread.resolve("comm")).matches("C[12] Compiler.*\\R?");
  }

  /// The first of three numbers: the time on a CPU; the others are waiting and turns.
  private static long usedNanos(Path thread) throws IOException {
    String[] numbers = Files.readString(thread.resolve("schedstat")).trim().split(" ", -1);
    return Long.parseLong(numbers[0]);
  }

  /// Makes the first calls, which link the C function and cost far more than any later one.
  public static void warmUp() {
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      nanosWithoutCompiler();
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
