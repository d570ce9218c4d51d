package dev.tactus.error;

/// Something that has an error code: an exception of ours, or a warning on the event stream.
public interface Coded {
  /// The code, whose page says what to do.
  ErrorCode code();
}
