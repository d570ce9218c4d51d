package dev.tactus.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A text of the repository.
///
/// @param path within the repository, with slashes
/// @param content the whole text
record TextFile(String path, String content) {
  private static final int PROBE_BYTES = 8_000;

  /// Reads a file; empty if it is binary, which is to say has a zero byte near its beginning.
  static Optional<TextFile> read(Path root, Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      for (int i = 0; i < Math.min(bytes.length, PROBE_BYTES); i++) {
        if (bytes[i] == 0) {
          return Optional.empty();
        }
      }
      String path = root.relativize(file).toString().replace('\\', '/');
      return Optional.of(new TextFile(path, new String(bytes, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> lines() {
    return content.lines().toList();
  }

  boolean isJava() {
    return path.endsWith(".java");
  }
}
