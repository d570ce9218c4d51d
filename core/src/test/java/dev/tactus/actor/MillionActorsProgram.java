package dev.tactus.actor;

import java.util.concurrent.CountDownLatch;

/// Makes a million actors and uses each of them, in the heap that it was started with.
final class MillionActorsProgram {
  private static final int COUNT = 1_000_000;
  private static final int ROUNDS = 3;

  private MillionActorsProgram() {}

  public static void main(String[] args) throws Exception {
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("many").withWorkers(2))) {
      CountDownLatch handled = new CountDownLatch(2 * COUNT);
      Actor<String> behavior = (ctx, text) -> handled.countDown();
      ActorRef<?>[] kept = new ActorRef<?>[COUNT];
      long before = usedBytes();
      for (int i = 0; i < COUNT; i++) {
        ActorRef<String> actor = system.spawn(() -> behavior);
        actor.tell("begin");
        kept[i] = actor;
      }
      while (handled.getCount() > COUNT) {
        Thread.onSpinWait();
      }
      System.out.println("bytes each: " + (usedBytes() - before) / COUNT);
      for (ActorRef<?> actor : kept) {
        @SuppressWarnings("unchecked") // made above
        ActorRef<String> typed = (ActorRef<String>) actor;
        typed.tell("again");
      }
      handled.await();
      System.out.println("handled: " + 2 * COUNT);
    }
    System.out.println("closed");
  }

  private static long usedBytes() {
    for (int i = 0; i < ROUNDS; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
