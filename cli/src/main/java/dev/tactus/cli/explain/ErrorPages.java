package dev.tactus.cli.explain;

import dev.tactus.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// The pages about error codes.
public final class ErrorPages {
  /// Where they lie in the repository.
  public static final String FOLDER = "docs/errors/";

  private ErrorPages() {}

  /// The page of a code, in Markdown.
  public static String read(ErrorCode code) throws IOException {
    try (InputStream page = ErrorPages.class.getResourceAsStream(file(code))) {
      if (page == null) {
        throw new IOException(file(code) + " is not in this build; build it with Maven");
      }
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// The name of its file.
  public static String file(ErrorCode code) {
    return code.code() + ".md";
  }
}
