package dev.tactus.pekko;

/// Passes on what Scala code throws without declaring it.
final class Sneaky {
  private Sneaky() {}

  /// Throws it, whatever it is; the return type lets the caller write `throw`.
  static RuntimeException rethrow(Throwable error) {
    return Sneaky.<RuntimeException>raise(error);
  }

  @SuppressWarnings("unchecked") // erased: the error is thrown as it is
  private static <E extends Throwable> RuntimeException raise(Throwable error) throws E {
    throw (E) error;
  }
}
