package dev.tactus.scheduler;

/// Writes JSON. Small, because the core has no dependencies; reading JSON is left to whoever needs
/// it.
final class JsonWriter {
  private final StringBuilder out = new StringBuilder(512);
  private boolean first = true;

  JsonWriter beginObject() {
    separate();
    return open('{');
  }

  JsonWriter beginObject(String name) {
    name(name);
    return open('{');
  }

  JsonWriter beginArray(String name) {
    name(name);
    return open('[');
  }

  JsonWriter endObject() {
    return close('}');
  }

  JsonWriter endArray() {
    return close(']');
  }

  JsonWriter field(String name, long value) {
    name(name);
    out.append(value);
    return this;
  }

  JsonWriter field(String name, double value) {
    name(name);
    out.append(Double.isFinite(value) ? Double.toString(value) : "null");
    return this;
  }

  JsonWriter field(String name, Enum<?> value) {
    return field(name, value.name());
  }

  JsonWriter field(String name, String value) {
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

  @Override
  public String toString() {
    return out.toString();
  }
}
