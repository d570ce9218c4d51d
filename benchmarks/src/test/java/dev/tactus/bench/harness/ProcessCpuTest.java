package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// CPU time of a process with and without its compiler.
final class ProcessCpuTest {
  private static void thread(Path threads, String number, String name, long usedNanos)
      throws IOException {
    Path thread = Files.createDirectory(threads.resolve(number));
    Files.writeString(thread.resolve("comm"), name + "\n");
    Files.writeString(thread.resolve("schedstat"), usedNanos + " 77 3\n");
  }

  @Test
  void compilerNanos_amongOtherThreads_areThoseOfTheCompilers(@TempDir Path threads)
      throws IOException {
    thread(threads, "1", "java", 1_000_000);
    thread(threads, "2", "C2 CompilerThre", 200);
    thread(threads, "3", "C1 CompilerThre", 30);
    thread(threads, "4", "tactus-tick", 5_000_000);
    assertThat(ProcessCpu.compilerNanos(threads)).isEqualTo(230);
  }

  @Test
  void compilerNanos_whileThreadsEnd_areThoseOfAllOthers(@TempDir Path threads) throws IOException {
    for (int i = 1; i < 9; i++) {
      Files.createDirectory(threads.resolve("gone" + i));
    }
    thread(threads, "2", "C2 CompilerThre", 200);
    thread(threads, "3", "C1 CompilerThre", 30);
    assertThat(ProcessCpu.compilerNanos(threads)).isEqualTo(230);
  }

  @Test
  void compilerNanos_withoutBooks_areNone(@TempDir Path folder) {
    assertThat(ProcessCpu.compilerNanos(folder.resolve("none"))).isZero();
  }

  @Test
  void nanosWithoutCompiler_ofThisProcess_arePartOfAll() {
    long without = ProcessCpu.nanosWithoutCompiler();
    assertThat(without).isBetween(0L, ProcessCpu.nanos());
  }
}
