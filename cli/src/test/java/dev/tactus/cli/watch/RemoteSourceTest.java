package dev.tactus.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tactus.observe.Viewing;
import dev.tactus.time.host.HostClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RemoteSourceTest {
  private final SampleConsole console = new SampleConsole();
  private final RemoteSource source =
      new RemoteSource(
          ConsoleClient.of(console.address(), Optional.empty(), Duration.ofSeconds(10)));

  @AfterEach
  void close() {
    console.close();
  }

  @Test
  void get_answerThatIsTooLong_saysHowToReadIt() {
    console.instead = Optional.of("x".repeat((64 << 20) + 1));
    try (ConsoleClient client =
        ConsoleClient.of(console.address(), Optional.empty(), Duration.ofSeconds(60))) {
      assertThatThrownBy(() -> client.get("/api/dump"))
          .isInstanceOf(RemoteConsoleException.class)
          .hasMessageContaining("longer than 64 MB")
          .hasMessageContaining("curl " + console.address() + "/api/dump");
    }
  }

  /// As when the machine sleeps, or the console takes long.
  @Test
  void view_heldUpForManyIntervals_asksOnceForThoseThatAreGone() {
    Duration every = Duration.ofMillis(20);
    RemoteSource often =
        new RemoteSource(
            ConsoleClient.of(console.address(), Optional.empty(), Duration.ofSeconds(10)), every);
    CountDownLatch release = new CountDownLatch(1);
    List<Long> shown = new CopyOnWriteArrayList<>();
    Viewing viewing =
        often.view(
            snapshot -> {
              shown.add(HostClock.instance().nanos());
              if (shown.size() == 1) {
                awaitQuietly(release);
              }
            });
    await().until(() -> !shown.isEmpty());
    long begin = shown.getFirst();
    await().until(() -> HostClock.instance().nanos() - begin > 20 * every.toNanos());
    release.countDown();
    await().until(() -> shown.size() >= 5);
    viewing.close();

    for (int i = 1; i < 5; i++) {
      assertThat(shown.get(i) - shown.get(i - 1)).isGreaterThanOrEqualTo(every.toNanos());
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void view_whoseViewerThrows_saysSoAndEnds() throws Exception {
    AtomicInteger shown = new AtomicInteger();
    CompletableFuture<Thread> ending = new CompletableFuture<>();
    CompletableFuture<Throwable> said = new CompletableFuture<>();
    IllegalStateException bug = new IllegalStateException("a bug of the viewer");

    Viewing viewing =
        source.view(
            snapshot -> {
              shown.incrementAndGet();
              Thread thread = Thread.currentThread();
              thread.setUncaughtExceptionHandler((t, error) -> said.complete(error));
              ending.complete(thread);
              throw bug;
            });

    assertThat(said.get(20, TimeUnit.SECONDS)).isSameAs(bug);
    assertThat(ending.join().join(Duration.ofSeconds(20))).isTrue();
    viewing.close();
    assertThat(shown).hasValue(1);
    assertThat(source.lastFailure()).isEmpty();
  }
}
