package dev.tactus.bench.watching;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// Follows the stream of a console as an open page does, and counts the snapshots.
///
/// Threads: any; it reads on a virtual thread of its own.
final class StreamClient implements AutoCloseable {
  private static final int OK = 200;
  private static final String SNAPSHOT = "event: snapshot";

  private final HttpClient client;
  private final AtomicLong snapshots = new AtomicLong();

  private StreamClient(HttpClient client) {
    this.client = client;
  }

  /// Connects. When this returns, the console knows of the client.
  ///
  /// @param console where the console is
  static StreamClient follow(URI console) throws IOException, InterruptedException {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    StreamClient client = new StreamClient(http);
    try {
      HttpRequest request = HttpRequest.newBuilder(console.resolve("/api/stream")).build();
      HttpResponse<Stream<String>> response =
          http.send(request, HttpResponse.BodyHandlers.ofLines());
      if (response.statusCode() != OK) {
        throw new IOException(
            request.uri() + " answered " + response.statusCode() + "; a stream begins with " + OK);
      }
      Thread.ofVirtual().name("bench-viewer").start(() -> client.read(response.body()));
      return client;
    } catch (IOException | InterruptedException e) {
      client.close();
      throw e;
    }
  }

  private void read(Stream<String> lines) {
    try (lines) {
      lines.filter(SNAPSHOT::equals).forEach(_ -> snapshots.incrementAndGet());
    } catch (UncheckedIOException e) {
      // The end of the stream, from either side; who counts on more sees that none comes.
    }
  }

  /// How many snapshots have come.
  long snapshots() {
    return snapshots.get();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
