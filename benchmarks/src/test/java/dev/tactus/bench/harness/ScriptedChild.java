package dev.tactus.bench.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// The main of a child that goes through one station and behaves as its turn's group says when it
/// takes the second sample.
final class ScriptedChild {
  private ScriptedChild() {}

  public static void main(String[] arguments) throws Exception {
    Turn turn = Turn.parse(arguments);
    ChildBaton baton =
        new ChildBaton(line -> System.out.println(ResultLine.format(line)), () -> {});
    Thread.ofPlatform().daemon().start(() -> listen(baton));
    System.out.println("some warning of a library");
    baton.station(
        "x",
        () -> turn,
        (_, number) -> {
          System.out.println(ResultLine.format(new ResultLine.Sample("m", turn.round())));
          if (number == 2) {
            behave(turn.group());
          }
        });
    System.out.println(ResultLine.format(new ResultLine.End()));
  }

  private static void listen(ChildBaton baton) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      in.lines().forEach(baton::told);
    } catch (IOException e) {
      System.exit(1);
    }
  }

  private static void behave(String how) throws InterruptedException {
    switch (how) {
      case "works" -> {}
      case "confesses" -> {
        System.out.println(ResultLine.format(new ResultLine.Failure("2 lost")));
        System.exit(1);
      }
      case "crashes" -> System.exit(7);
      case "hangs" -> new CountDownLatch(1).await();
      case "leaks" -> leak();
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void leak() {
    List<byte[]> kept = new ArrayList<>();
    while (kept.size() < Integer.MAX_VALUE) {
      kept.add(new byte[1 << 20]);
    }
  }
}
