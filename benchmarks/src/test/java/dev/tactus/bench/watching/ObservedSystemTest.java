package dev.tactus.bench.watching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Who looks does look, and nobody else does.
final class ObservedSystemTest {
  /// The thread of an observatory that is looked through.
  private static boolean isSampled() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("tactus-observatory-bench"));
  }

  @Test
  void start_watched_snapshotsComeUntilItIsClosed() throws Exception {
    try (ObservedSystem observed = ObservedSystem.start(Observation.WATCHED)) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> observed.snapshots().orElseThrow(), count -> count >= 2);
      assertThat(isSampled()).isTrue();
    }

    await().atMost(Duration.ofSeconds(30)).until(() -> !isSampled());
  }

  @ParameterizedTest
  @EnumSource(names = "WATCHED", mode = EnumSource.Mode.EXCLUDE)
  void start_notWatched_nothingIsSampled(Observation observation) throws Exception {
    try (ObservedSystem observed = ObservedSystem.start(observation)) {
      assertThat(observed.snapshots()).isEmpty();
      assertThat(isSampled()).isFalse();
    }
  }

  @Test
  void follow_noStreamThere_isRefused() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    try {
      URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      assertThatThrownBy(() -> StreamClient.follow(address))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("404");
    } finally {
      server.stop(0);
    }
  }
}
