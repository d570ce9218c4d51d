package dev.tactus.time.linux;

import dev.tactus.error.ErrorCode;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// Prints the obstacle that a JVM of its own meets, once as it is, and, with an argument, once more
/// with so many descriptors left.
final class ObstacleProgram {
  private ObstacleProgram() {}

  public static void main(String[] args) throws Exception {
    KernelTickDriverProvider provider = new KernelTickDriverProvider();
    System.out.println("at first: " + provider.obstacle().orElse("none"));
    if (args.length == 1) {
      // Loading a class takes a descriptor, so load before there is none.
      Class.forName(KernelTimerException.class.getName());
      Class.forName(Errno.class.getName());
      Class.forName(ErrorCode.class.getName());
      Deque<FileInputStream> hoard = new ArrayDeque<>();
      try {
        while (true) {
          hoard.push(new FileInputStream("/dev/null"));
        }
      } catch (IOException exhausted) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
          hoard.pop().close();
        }
      }
      String obstacle = provider.obstacle().orElse("none");
      while (!hoard.isEmpty()) {
        hoard.pop().close();
      }
      System.out.println("exhausted: " + obstacle);
      System.out.println("timers left open: " + Descriptors.timers().size());
    }
  }
}
