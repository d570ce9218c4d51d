package dev.tactus.observe;

import java.util.List;

/// Looks for one kind of thing. It may remember what it has seen; it reads no clock.
interface Lint {
  /// What it found in one snapshot.
  ///
  /// @param subject what it concerns
  /// @param text what was seen, with its figures
  /// @param stack where a thread is; empty where that is not known
  record Sign(String subject, String text, List<String> stack) {
    static Sign of(String subject, String text) {
      return new Sign(subject, text, List.of());
    }
  }

  /// What it looks for.
  FindingKind kind();

  /// Whether it looks at actors, and so at snapshots with a new sweep only.
  default boolean isOfSweeps() {
    return false;
  }

  /// What it sees. At most one sign for each subject.
  List<Sign> look(Look look);
}
