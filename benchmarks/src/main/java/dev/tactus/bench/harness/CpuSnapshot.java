package dev.tactus.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// What the whole machine and what this program had used of its CPUs at one moment, in clock ticks
/// of the kernel.
///
/// Two snapshots around a step tell what *other* programs took meanwhile: the machine's busy time
/// less the time of this process and of its children. The kernel's books of the machine and of a
/// process differ by a few ticks, which is much of a short step: so few are not seen.
///
/// @param busy user, nice, system, interrupts and stolen time of all CPUs
/// @param total the same plus idle and waiting time
/// @param own this process and its children, those that have ended included
public record CpuSnapshot(long busy, long total, long own) {
  private static final Path MACHINE = Path.of("/proc/stat");
  private static final Path SELF = Path.of("/proc/self/stat");

  /// By how much the books may differ.
  static final long GRAIN = 3;

  /// The present state; empty where the system has no `/proc`.
  ///
  /// @param children the numbers of the processes that are this one's children, and have not ended
  public static Optional<CpuSnapshot> take(Collection<Long> children) {
    try {
      List<String> alive = new ArrayList<>();
      for (long child : children) {
        alive.add(statOf(child));
      }
      return parse(Files.readString(MACHINE), Files.readString(SELF), alive);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// What the system has on a child; nothing if it has just ended, and counts as ended then.
  private static String statOf(long child) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(child), "stat"));
    } catch (IOException e) {
      return "";
    }
  }

  /// Reads the text of `/proc/stat`, of `/proc/self/stat` and of the same file of each child; empty
  /// if it has another shape.
  static Optional<CpuSnapshot> parse(String machine, String self, List<String> children) {
    // "cpu  user nice system idle iowait irq softirq steal guest guest_nice"; user holds guest.
    String[] cpu = machine.lines().findFirst().orElse("").trim().split("\\s+", -1);
    String[] process = fieldsOf(self);
    if (cpu.length < 9 || !cpu[0].equals("cpu") || process.length < 15) {
      return Optional.empty();
    }
    try {
      long busy = sum(cpu, 1, 2, 3, 6, 7, 8);
      long waiting = sum(cpu, 4, 5);
      long own = sum(process, 11, 12, 13, 14); // utime stime cutime cstime
      for (String child : children) {
        String[] fields = fieldsOf(child);
        own += fields.length < 15 ? 0 : sum(fields, 11, 12);
      }
      return Optional.of(new CpuSnapshot(busy, busy + waiting, own));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// The fields behind the second, which is the program's name in parentheses and may hold blanks.
  private static String[] fieldsOf(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 1).trim().split("\\s+", -1);
  }

  /// The share of the machine, from 0 to 1, that other programs took since an earlier snapshot.
  public double othersSince(CpuSnapshot earlier) {
    long elapsed = total - earlier.total;
    long others = (busy - earlier.busy) - (own - earlier.own) - GRAIN;
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
