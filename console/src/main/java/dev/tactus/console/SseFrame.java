package dev.tactus.console;

import dev.tactus.observe.Snapshot;
import dev.tactus.observe.SnapshotJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// A piece of a stream, encoded once for all who get it.
final class SseFrame {
  /// Tells a browser how soon to come back when the stream breaks off.
  static final SseFrame RETRY = new SseFrame("retry: 2000\n\n");

  /// Nothing, so that both sides see that the other is still there. It has a name, because a page
  /// never hears of a comment.
  static final SseFrame HEARTBEAT = new SseFrame("event: beat\ndata:\n\n");

  private final byte[] bytes;

  private SseFrame(String text) {
    this.bytes = text.getBytes(StandardCharsets.UTF_8);
  }

  static SseFrame of(Snapshot snapshot) {
    return new SseFrame(
        "id: "
            + snapshot.number()
            + "\nevent: snapshot\ndata: "
            + SnapshotJson.write(snapshot)
            + "\n\n");
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes);
  }
}
