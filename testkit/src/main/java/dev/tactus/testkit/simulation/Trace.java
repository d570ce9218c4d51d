package dev.tactus.testkit.simulation;

import dev.tactus.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What happened in one simulation, in order. Two runs of the same seed have equal traces, to the
/// byte.
///
/// @param seed the seed of the run
/// @param events what happened
public record Trace(long seed, List<TraceEvent> events) {
  private static final String HEADER = "tactus-trace 1 seed ";
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /// Copies the list.
  public Trace {
    events = List.copyOf(events);
  }

  /// A number that is the same for equal traces, and hardly ever for others (FNV-1a, 64 bits).
  public long hash() {
    long hash = FNV_OFFSET;
    for (TraceEvent event : events) {
      hash = mix(hash, event.line());
    }
    return hash;
  }

  static long mix(long hash, String line) {
    long mixed = hash;
    for (int i = 0; i < line.length(); i++) {
      mixed = (mixed ^ line.charAt(i)) * FNV_PRIME;
    }
    return (mixed ^ '\n') * FNV_PRIME;
  }

  /// Where this trace and another one part; -1 when they are equal.
  public int firstDifference(Trace other) {
    int common = Math.min(events.size(), other.events.size());
    for (int i = 0; i < common; i++) {
      if (!events.get(i).equals(other.events.get(i))) {
        return i;
      }
    }
    return events.size() == other.events.size() ? -1 : common;
  }

  /// As text, one line for each event.
  public String text() {
    StringBuilder text = new StringBuilder(HEADER).append(Seeds.text(seed)).append('\n');
    for (TraceEvent event : events) {
      text.append(event.line()).append('\n');
    }
    return text.toString();
  }

  /// Writes it to a file, whose folders are made if they are missing.
  public void save(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.writeString(file, text(), StandardCharsets.UTF_8);
  }

  /// Writes it to a file if that can be done, for those who have more to tell than the trace.
  ///
  /// @return where it is, or why it is nowhere
  public String saveOrSayWhyNot(Path file) {
    try {
      save(file);
      return file.toString();
    } catch (IOException e) {
      return "not saved: " + e;
    }
  }

  /// Reads it from a file.
  ///
  /// @throws IllegalArgumentException when the file is not a trace; it says what is wrong
  public static Trace load(Path file) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          ErrorCode.BAD_TRACE.mark(file + " is not a trace: it is not UTF-8 text."), e);
    }
    if (lines.isEmpty() || !lines.getFirst().startsWith(HEADER)) {
      throw new IllegalArgumentException(
          ErrorCode.BAD_TRACE.mark(
              file + " is not a trace: its first line does not begin with '" + HEADER + "'."));
    }
    int number = 1;
    try {
      long seed = Seeds.parse(lines.getFirst().substring(HEADER.length()));
      List<TraceEvent> events = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        number++;
        events.add(TraceEvent.parse(line));
      }
      return new Trace(seed, events);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          ErrorCode.BAD_TRACE.mark(
              file + " is not a whole trace, line " + number + ": " + e.getMessage()),
          e);
    }
  }
}
