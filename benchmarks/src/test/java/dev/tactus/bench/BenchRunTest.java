package dev.tactus.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.bench.harness.Samples;
import dev.tactus.bench.harness.Selection;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BenchRunTest {
  /// It tells the command line when standard output cannot be written.
  @Test
  void report_goesToTheWriterOfTheCommandLine() {
    StringWriter out = new StringWriter();
    Selection pairs = new Selection(Set.of("pairs"), Set.of("tactus", "netty"), 1);

    new BenchRun(Suites.named("timers"), new BenchOptions(), pairs, new PrintWriter(out))
        .report(new Samples());

    assertThat(out.toString()).contains("workload", "pairs", "tactus");
  }
}
