package dev.tactus.process;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a process ended.
public sealed interface ExitReason {
  /// It was done.
  ///
  /// @param result what it said last
  record Done(@Nullable Object result) implements ExitReason {}

  /// It threw, or its upgrade failed.
  ///
  /// @param error what was thrown
  record Crashed(Throwable error) implements ExitReason {}

  /// Somebody ended it.
  ///
  /// @param why what that one said
  record Terminated(String why) implements ExitReason {}

  /// A process that it was linked to ended abnormally.
  ///
  /// @param pid that process
  /// @param cause how that one ended; a chain of links may have any length, so nothing here goes
  ///   through it by recursion
  record LinkBroken(Pid pid, ExitReason cause) implements ExitReason {
    @Override
    public boolean equals(@Nullable Object other) {
      ExitReason mine = this;
      Object theirs = other;
      while (mine instanceof LinkBroken one && theirs instanceof LinkBroken another) {
        if (!Objects.equals(one.pid, another.pid)) {
          return false;
        }
        mine = one.cause;
        theirs = another.cause;
      }
      return !(mine instanceof LinkBroken) && Objects.equals(mine, theirs);
    }

    @Override
    public int hashCode() {
      int hash = 0;
      ExitReason first = this;
      while (first instanceof LinkBroken broken) {
        hash = 31 * hash + Objects.hashCode(broken.pid);
        first = broken.cause;
      }
      return 31 * hash + Objects.hashCode(first);
    }

    /// Without what lies between the first and the last.
    @Override
    public String toString() {
      ExitReason first = cause;
      int links = 1;
      while (first instanceof LinkBroken broken) {
        first = broken.cause;
        links++;
      }
      return "LinkBroken[pid="
          + pid
          + (links == 1 ? "" : ", links=" + links)
          + ", cause="
          + first
          + "]";
    }
  }

  /// There is no such process: it has ended before, or never was.
  record NoProcess() implements ExitReason {}

  /// Whether a linked process can live on.
  default boolean isNormal() {
    return this instanceof Done;
  }
}
