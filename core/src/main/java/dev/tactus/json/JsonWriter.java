package dev.tactus.json;

/// Writes JSON. Small, because the core has no dependencies; reading JSON is left to whoever needs
/// it.
///
/// Threads: one.
public final class JsonWriter {
  private final StringBuilder out = new StringBuilder(512);
  private boolean first = true;

  /// Creates a writer of an empty text.
  public JsonWriter() {}

  /// Begins an object, as the whole text or as an element of an array.
  public JsonWriter beginObject() {
    separate();
    return open('{');
  }

  /// Begins an object as a field.
  public JsonWriter beginObject(String name) {
    name(name);
    return open('{');
  }

  /// Begins an array as a field.
  public JsonWriter beginArray(String name) {
    name(name);
    return open('[');
  }

  /// Ends the object that began last.
  public JsonWriter endObject() {
    return close('}');
  }

  /// Ends the array that began last.
  public JsonWriter endArray() {
    return close(']');
  }

  /// Writes a whole number.
  public JsonWriter field(String name, long value) {
    name(name);
    out.append(value);
    return this;
  }

  /// Writes a number; null where it is infinite or none.
  public JsonWriter field(String name, double value) {
    name(name);
    out.append(Double.isFinite(value) ? Double.toString(value) : "null");
    return this;
  }

  /// Writes the name of a constant.
  public JsonWriter field(String name, Enum<?> value) {
    return field(name, value.name());
  }

  /// Writes a text.
  public JsonWriter field(String name, String value) {
    name(name);
    quote(value);
    return this;
  }

  private JsonWriter open(char bracket) {
    out.append(bracket);
    first = true;
    return this;
  }

  private JsonWriter close(char bracket) {
    out.append(bracket);
    first = false;
    return this;
  }

  private void name(String name) {
    separate();
    quote(name);
    out.append(':');
  }

  private void separate() {
    if (!first) {
      out.append(',');
    }
    first = false;
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /// What was written.
  @Override
  public String toString() {
    return out.toString();
  }
}
