package dev.tactus.bench.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where a run took place.
///
/// @param cpu the processor's name, as far as the system tells
/// @param memoryMegabytes physical memory; 0 if unknown
public record Machine(int cores, String cpu, long memoryMegabytes, String jdk, String kernel) {
  /// Share of the memory that one child's heap may take.
  private static final double HEAP_SHARE_MAX = 0.6;

  /// This machine.
  public static Machine here() {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        cpuName(),
        memoryBytes() / (1024 * 1024),
        System.getProperty("java.vendor") + " " + Runtime.version(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"));
  }

  /// The heap that a child gets: what its group asks for, less where the machine is small.
  public int heapMegabytes(int wanted) {
    return memoryMegabytes == 0
        ? wanted
        : (int) Math.min(wanted, Math.round(memoryMegabytes * HEAP_SHARE_MAX));
  }

  /// The memory that programs can still have, here and now; without limit if nobody knows.
  static long availableMegabytes() {
    try (var lines = Files.lines(Path.of("/proc/meminfo"))) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .findFirst()
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .orElse(Long.MAX_VALUE);
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /// One line for a report.
  public String text() {
    return cores
        + " cores, "
        + cpu
        + ", "
        + memoryMegabytes / 1024
        + " GiB, JDK "
        + jdk
        + ", "
        + kernel;
  }

  private static String cpuName() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean bean
        ? bean.getTotalMemorySize()
        : 0;
  }
}
