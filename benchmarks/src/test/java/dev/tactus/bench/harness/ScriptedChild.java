package dev.tactus.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// The main of a child that behaves as its turn's group says.
final class ScriptedChild {
  private ScriptedChild() {}

  public static void main(String[] arguments) throws InterruptedException {
    Turn turn = Turn.parse(arguments);
    System.out.println("some warning of a library");
    System.out.println(ResultLine.format(new ResultLine.Sample("m", turn.round())));
    switch (turn.group()) {
      case "works" -> System.out.println(ResultLine.format(new ResultLine.End()));
      case "confesses" -> System.out.println(ResultLine.format(new ResultLine.Failure("2 lost")));
      case "crashes" -> System.exit(7);
      case "hangs" -> new CountDownLatch(1).await();
      case "leaks" -> leak();
      default -> throw new IllegalArgumentException(turn.group());
    }
  }

  private static void leak() {
    List<byte[]> kept = new ArrayList<>();
    while (kept.size() < Integer.MAX_VALUE) {
      kept.add(new byte[1 << 20]);
    }
  }
}
