package dev.tactus.testkit.simulation;

/// One thing that happened in a simulation.
///
/// @param nanos when, on the virtual clock
/// @param kind what kind of thing
/// @param actor whom it concerns, by path; empty for the whole system
/// @param other the other party, by path: who sent; empty when there is none
/// @param detail the type of the message, the name of the fault, and so on
public record TraceEvent(long nanos, Kind kind, String actor, String other, String detail) {
  /// Kinds of things that happen.
  public enum Kind {
    /// A message was sent.
    SENT,
    /// A timer is due, and its message is sent.
    TIMER,
    /// A message is being handled.
    HANDLED,
    /// An actor has begun.
    STARTED,
    /// An actor has failed.
    FAILED,
    /// An actor goes on with a new instance.
    RESTARTED,
    /// An actor has ended.
    STOPPED,
    /// A message was not handled.
    DEAD_LETTER,
    /// Something was made to go wrong.
    FAULT,
    /// Time has passed.
    TIME,
    /// The scenario reached a state that it wants to be told of.
    REACHED,
    /// The runtime warns.
    WARNING
  }

  /// A text that fits into a field: without tabs and ends of lines.
  static String plain(String text) {
    return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
  }

  /// As one line of a trace file: fields with tabs between them.
  public String line() {
    return nanos + "\t" + kind + "\t" + actor + "\t" + other + "\t" + detail;
  }

  /// The event that a line stands for.
  ///
  /// @throws IllegalArgumentException when it is not such a line
  static TraceEvent parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != 5) {
      throw new IllegalArgumentException(
          "a line has five fields with tabs between them, but this one has "
              + fields.length
              + ": "
              + line);
    }
    try {
      return new TraceEvent(
          Long.parseLong(fields[0]), Kind.valueOf(fields[1]), fields[2], fields[3], fields[4]);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "it does not begin with a time and a kind of event: " + line, e);
    }
  }
}
