package dev.tactus.console;

/// The codes of what a console refuses.
final class Codes {
  static final String BAD_REQUEST = "TAC-0701";
  static final String FORBIDDEN_HOST = "TAC-0702";
  static final String TOKEN_NEEDED = "TAC-0703";
  static final String READ_ONLY = "TAC-0704";
  static final String NOT_FOUND = "TAC-0705";
  static final String TOO_MANY_CONNECTIONS = "TAC-0706";
  static final String TOO_LARGE = "TAC-0707";
  static final String TOO_MANY_REQUESTS = "TAC-0708";
  static final String UNSAFE_BIND = "TAC-0709";
  static final String PORT_IN_USE = "TAC-0710";

  private Codes() {}
}
