package dev.tactus.process;

/// The number of a process. Numbers are given from 1 in the order of the starts and never twice by
/// the same system, so whatever is late for a process that has ended reaches nobody.
///
/// @param number the number
public record Pid(long number) {
  /// Checks the number.
  public Pid {
    if (number < 1) {
      throw new IllegalArgumentException(
          "pid " + number + " given, 1 or more is allowed; take the one that a start returned.");
    }
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public String toString() {
    return "pid-" + number;
  }
}
