package dev.tactus.console;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Percent-encoding, read strictly: what is not exactly as it should be is refused, so that no two
/// parts of the console can understand it differently.
final class Percent {
  private static final int HEX = 16;

  private Percent() {}

  /// The text behind a piece of a path or query.
  ///
  /// @param isQuery whether `+` is a space
  static String decode(String raw, boolean isQuery) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    int at = 0;
    while (at < raw.length()) {
      char c = raw.charAt(at);
      if (c == '%') {
        bytes.write(octet(raw, at));
        at += 3;
      } else if (c > ' ' && c < 0x7f) {
        bytes.write(isQuery && c == '+' ? ' ' : c);
        at++;
      } else {
        throw wrong("a character that has to be encoded");
      }
    }
    try {
      // A new decoder reports what is malformed; String's constructor would replace it.
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString();
      if (text.chars().anyMatch(Character::isISOControl)) {
        throw wrong("a control character");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw wrong("bytes that are not UTF-8");
    }
  }

  private static int octet(String raw, int at) {
    if (at + 2 < raw.length()) {
      int high = Character.digit(raw.charAt(at + 1), HEX);
      int low = Character.digit(raw.charAt(at + 2), HEX);
      if (high >= 0 && low >= 0) {
        return high * HEX + low;
      }
    }
    throw wrong("a % without two hexadecimal digits");
  }

  private static Refusal wrong(String what) {
    return Refusal.badRequest(
        "The address holds " + what + ".", "Encode it as UTF-8 and percent-encoding.");
  }
}
