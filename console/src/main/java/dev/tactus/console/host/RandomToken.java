package dev.tactus.console.host;

import java.security.SecureRandom;
import java.util.HexFormat;

/// Tokens for consoles that were given none.
public final class RandomToken {
  private static final int BYTES = 16;

  private RandomToken() {}

  /// One that nobody can guess: 128 random bits, in hexadecimal digits.
  public static String next() {
    byte[] bits = new byte[BYTES];
    new SecureRandom().nextBytes(bits);
    return HexFormat.of().formatHex(bits);
  }
}
