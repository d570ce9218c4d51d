package dev.tactus.console;

import dev.tactus.console.wire.ErrorInfo;
import dev.tactus.error.ErrorCode;
import dev.tactus.observe.SnapshotJson;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a request is answered with.
///
/// @param status the status
/// @param headers beside those that every answer has
/// @param body what follows
record Answer(int status, Map<String, String> headers, Body body) {
  static final int OK = 200;
  static final int NOT_MODIFIED = 304;

  private static final int CLOSES_FROM = 413;
  private static final int FAILED = 500;

  private static final String TYPE = "Content-Type";
  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain; charset=utf-8";

  /// What follows the headers.
  sealed interface Body {
    /// All of it, at once.
    final class Whole implements Body {
      final byte[] bytes;

      Whole(byte[] bytes) {
        this.bytes = bytes;
      }
    }

    /// Written bit by bit.
    record Streamed(Writer writer) implements Body {}
  }

  /// Writes an answer bit by bit. It is closed in any case, whether it was asked to write or not.
  interface Writer extends Closeable {
    void writeTo(OutputStream out) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  static Answer json(Object record) {
    return whole(OK, JSON, SnapshotJson.write(record));
  }

  /// Text that is JSON already.
  static Answer jsonText(String json) {
    return whole(OK, JSON, json);
  }

  static Answer text(String text) {
    return whole(OK, TEXT, text);
  }

  static Answer text(String type, String text) {
    return whole(OK, type, text);
  }

  static Answer bytes(String type, byte[] bytes) {
    return new Answer(OK, Map.of(TYPE, type), new Body.Whole(bytes));
  }

  static Answer streamed(String type, Writer writer) {
    return new Answer(OK, Map.of(TYPE, type), new Body.Streamed(writer));
  }

  static Answer streamedText(Writer writer) {
    return streamed(TEXT, writer);
  }

  static Answer notModified() {
    return new Answer(NOT_MODIFIED, Map.of(), new Body.Whole(new byte[0]));
  }

  /// With `Connection: close` where it is not worth keeping.
  static Answer refused(Refusal refusal) {
    Map<String, String> headers = new LinkedHashMap<>(refusal.headers());
    Answer answer = whole(refusal.status(), JSON, SnapshotJson.write(refusal.info()));
    headers.putAll(answer.headers);
    if (refusal.status() >= CLOSES_FROM) {
      headers.put("Connection", "close");
    }
    return new Answer(refusal.status(), headers, answer.body);
  }

  /// Something in the console or in the source failed; what it was is in the log only.
  static Answer failed() {
    ErrorInfo info =
        new ErrorInfo(
            FAILED,
            ErrorCode.CONSOLE_FAILED.code(),
            "The console failed to answer this.",
            "The log of the program that runs the console says why; please report it.");
    return whole(FAILED, JSON, SnapshotJson.write(info)).with("Connection", "close");
  }

  private static Answer whole(int status, String type, String text) {
    return new Answer(
        status, Map.of(TYPE, type), new Body.Whole(text.getBytes(StandardCharsets.UTF_8)));
  }

  /// The same with one more header.
  Answer with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Answer(status, more, body);
  }
}
