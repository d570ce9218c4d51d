package dev.tactus.cli.demo;

/// What a device is told.
sealed interface DeviceMessage {
  /// Time for the next reading; sent by its own timer.
  record Beat() implements DeviceMessage {
    static final Beat ONE = new Beat();
  }

  /// No answer came in time; sent by its own timer.
  ///
  /// @param request the number of the request
  record TimedOut(long request) implements DeviceMessage {}

  /// The collector's answer.
  ///
  /// @param request the number of the request
  record Reply(long request) implements DeviceMessage {}

  /// The network is back: all readings that were kept meanwhile go out at once.
  record Flush() implements DeviceMessage {
    static final Flush ONE = new Flush();
  }

  /// Whether it is a timer that sends it.
  default boolean isOfTimer() {
    return this instanceof Beat || this instanceof TimedOut;
  }
}
