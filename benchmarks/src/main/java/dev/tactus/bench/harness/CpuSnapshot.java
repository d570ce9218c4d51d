package dev.tactus.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What the whole machine and what this program had used of its CPUs at one moment, in clock ticks
/// of the kernel.
///
/// Two snapshots around a turn tell what *other* programs took meanwhile: the machine's busy time
/// less the time of this process and of the children that it has waited for. A child counts once it
/// is reaped, so the second snapshot must be taken after the child has ended.
///
/// @param busy user, nice, system, interrupts and stolen time of all CPUs
/// @param total the same plus idle and waiting time
/// @param own this process and its reaped children
public record CpuSnapshot(long busy, long total, long own) {
  private static final Path MACHINE = Path.of("/proc/stat");
  private static final Path SELF = Path.of("/proc/self/stat");

  /// The present state; empty where the system has no `/proc`.
  public static Optional<CpuSnapshot> take() {
    try {
      return parse(Files.readString(MACHINE), Files.readString(SELF));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Reads the text of `/proc/stat` and `/proc/self/stat`; empty if it has another shape.
  static Optional<CpuSnapshot> parse(String machine, String self) {
    // "cpu  user nice system idle iowait irq softirq steal guest guest_nice"; user holds guest.
    String[] cpu = machine.lines().findFirst().orElse("").trim().split("\\s+", -1);
    // The second field is the program's name in parentheses and may hold blanks: start behind it.
    String[] process = self.substring(self.lastIndexOf(')') + 1).trim().split("\\s+", -1);
    if (cpu.length < 9 || !cpu[0].equals("cpu") || process.length < 15) {
      return Optional.empty();
    }
    try {
      long busy = sum(cpu, 1, 2, 3, 6, 7, 8);
      long waiting = sum(cpu, 4, 5);
      long own = sum(process, 11, 12, 13, 14); // utime stime cutime cstime
      return Optional.of(new CpuSnapshot(busy, busy + waiting, own));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// The share of the machine, from 0 to 1, that other programs took since an earlier snapshot.
  public double othersSince(CpuSnapshot earlier) {
    long elapsed = total - earlier.total;
    long others = (busy - earlier.busy) - (own - earlier.own);
    return elapsed <= 0 ? 0 : Math.clamp((double) others / elapsed, 0.0, 1.0);
  }

  private static long sum(String[] fields, int... indexes) {
    long sum = 0;
    for (int index : indexes) {
      sum += Long.parseLong(fields[index]);
    }
    return sum;
  }
}
