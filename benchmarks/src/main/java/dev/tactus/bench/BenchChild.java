package dev.tactus.bench;

import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.ResultLine;
import dev.tactus.bench.harness.Results;
import dev.tactus.bench.harness.Turn;
import java.io.IOException;
import java.io.PrintStream;

/// The main of a child JVM: does one turn, prints result lines, ends.
public final class BenchChild {
  private static final int FAILED_EXIT = 1;
  private static final int ORPHANED_EXIT = 4;

  private BenchChild() {}

  public static void main(String[] arguments) {
    Thread.ofPlatform().name("bench-orphan-watch").daemon().start(BenchChild::endWithParent);
    PrintStream out = System.out;
    int exit = 0;
    try {
      Turn turn = Turn.parse(arguments);
      Suites.named(turn.suite()).run(turn, new Printing(out));
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

  /// Standard input ends when the parent is gone, however it went.
  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        // The parent never writes anything.
      }
    } catch (IOException e) {
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
