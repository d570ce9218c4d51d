package dev.tactus.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// The secret of a console, and how it is presented: by a header, or by a cookie that a browser was
/// given for it.
final class Token {
  private static final String BEARER = "Bearer ";

  private final byte[] secret;
  private final String cookieName;
  private final String cookie;

  /// @param port part of the cookie's name: browsers share cookies between the ports of a host
  Token(String secret, int port) {
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
    this.cookieName = "tactus-" + port;
    this.cookie = cookieName + "=" + secret + "; Path=/; HttpOnly; SameSite=Strict";
  }

  /// How long this takes does not depend on how much of it is right.
  boolean isRight(String given) {
    return MessageDigest.isEqual(secret, given.getBytes(StandardCharsets.UTF_8));
  }

  boolean isInHeader(Request request) {
    String given = request.header("Authorization");
    return given != null
        && given.regionMatches(true, 0, BEARER, 0, BEARER.length())
        && isRight(given.substring(BEARER.length()).strip());
  }

  boolean isInCookie(Request request) {
    @Nullable String cookies = request.header("Cookie");
    if (cookies == null) {
      return false;
    }
    for (String pair : cookies.split(";", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0
          && pair.substring(0, equals).strip().equals(cookieName)
          && isRight(pair.substring(equals + 1).strip())) {
        return true;
      }
    }
    return false;
  }

  /// What makes a browser remember it: scripts cannot read it, other sites cannot use it.
  String cookie() {
    return cookie;
  }
}
