package dev.tactus.bench.report;

/// Text in HTML.
final class Html {
  private Html() {}

  /// The text with everything escaped that HTML or an attribute would take for its own.
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
