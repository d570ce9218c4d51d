package dev.tactus.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.SystemSettings;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.time.driver.TickDriver;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// When snapshots are shown, and by whom.
final class ViewingTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final ObservatorySettings QUICK =
      ObservatorySettings.DEFAULT.withInterval(Duration.ofMillis(10)).withSweepShare(1);

  private static ActorSystem start() {
    return ActorSystem.start(SystemSettings.of("shop").withWorkers(2));
  }

  /// As when the machine sleeps, or a viewer takes long.
  @Test
  void view_heldUpForManyIntervals_showsNoneForThoseThatAreGone() {
    long interval = QUICK.interval().toNanos();
    CountDownLatch release = new CountDownLatch(1);
    List<Snapshot> seen = new CopyOnWriteArrayList<>();
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK);
        Viewing viewing =
            observatory.view(
                snapshot -> {
                  seen.add(snapshot);
                  if (seen.size() == 1) {
                    awaitQuietly(release);
                  }
                })) {
      await().atMost(WAIT).until(() -> !seen.isEmpty());
      long begin = seen.getFirst().upNanos();
      await().atMost(WAIT).until(() -> system.upNanos() - begin > 20 * interval);
      release.countDown();
      await().atMost(WAIT).until(() -> seen.size() >= 5);

      assertThat(viewing).isNotNull();
      for (int i = 1; i < 5; i++) {
        assertThat(seen.get(i).upNanos() - seen.get(i - 1).upNanos())
            .isGreaterThanOrEqualTo(interval);
      }
    }
  }

  @Test
  void view_theLastViewerLeavesDuringASnapshot_itIsNotShownToWhoeverComesThen() throws Exception {
    CompletableFuture<Thread> held = new CompletableFuture<>();
    CountDownLatch release = new CountDownLatch(1);
    RuntimeToolbox host = RuntimeToolbox.host();
    TickDriver driver =
        askedFirst(
            host.driver(),
            () -> {
              if (held.complete(Thread.currentThread())) {
                awaitQuietly(release);
              }
            });
    List<Thread> showing = new CopyOnWriteArrayList<>();
    try (ActorSystem system =
            ActorSystem.start(
                SystemSettings.of("shop")
                    .withToolbox(() -> RuntimeToolbox.of(host.clock(), driver)));
        Observatory observatory = Observatory.of(system, QUICK)) {
      Viewing first = observatory.view(snapshot -> {});
      Thread before = held.get(30, TimeUnit.SECONDS);
      first.close();

      Viewing second = observatory.view(snapshot -> showing.add(Thread.currentThread()));
      release.countDown();
      before.join();
      await().atMost(WAIT).until(() -> !showing.isEmpty());

      second.close();
      assertThat(showing).doesNotContain(before);
    }
  }

  /// A driver that does something of ours before it says what it did.
  private static TickDriver askedFirst(TickDriver driver, Runnable first) {
    return (TickDriver)
        Proxy.newProxyInstance(
            ViewingTest.class.getClassLoader(),
            new Class<?>[] {TickDriver.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("stats")) {
                first.run();
              }
              return method.invoke(driver, arguments);
            });
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
