package dev.tactus.bench;

import dev.tactus.bench.harness.ChildBaton;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Quiet;
import dev.tactus.bench.harness.ResultLine;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.Turn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The main of a child JVM: does one turn, prints result lines, ends.
public final class BenchChild {
  private static final int FAILED_EXIT = 1;
  private static final int ORPHANED_EXIT = 4;

  private BenchChild() {}

  public static void main(String[] arguments) {
    PrintStream out = System.out;
    Printing results = new Printing(out);
    ChildBaton baton = new ChildBaton(results::print, Quiet::await);
    Thread.ofPlatform().name("bench-commands").daemon().start(() -> listen(baton));
    int exit = 0;
    try {
      Turn turn = Turn.parse(arguments);
      Suites.named(turn.suite()).run(turn, baton, results);
      out.println(ResultLine.format(new ResultLine.End()));
    } catch (Exception e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
      out.println(ResultLine.format(new ResultLine.Failure(reason)));
      exit = FAILED_EXIT;
    }
    out.flush();
    // Whatever a contender still runs is of no interest any more.
    Runtime.getRuntime().halt(exit);
  }

  /// Passes commands on. Standard input ends when the parent is gone, however it went.
  private static void listen(ChildBaton baton) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      in.lines().forEach(baton::told);
    } catch (IOException | UncheckedIOException e) {
      // As good as an end.
    }
    Runtime.getRuntime().halt(ORPHANED_EXIT);
  }

  private record Printing(PrintStream out) implements Results {
    @Override
    public void sample(String metric, double value) {
      print(new ResultLine.Sample(metric, value));
    }

    @Override
    public void mark(String metric, Mark.Kind kind, double amount) {
      if (amount != 0) {
        print(new ResultLine.Marked(metric, new Mark(kind, amount)));
      }
    }

    private void print(ResultLine line) {
      out.println(ResultLine.format(line));
      out.flush();
    }
  }
}
