package dev.tactus.scheduler;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Lets all steps be done, such as those of a close, although some of them throw, and then throws
/// what the first of these threw.
///
/// Threads: one.
final class FirstError {
  private @Nullable Throwable first;

  /// Does a step.
  void attempt(Runnable step) {
    try {
      step.run();
    } catch (Throwable error) {
      add(error);
    }
  }

  /// Does a step that gives something.
  ///
  /// @param otherwise what it gives where it throws
  <T> T attempt(Supplier<T> step, T otherwise) {
    try {
      return step.get();
    } catch (Throwable error) {
      add(error);
      return otherwise;
    }
  }

  /// Notes what was thrown.
  void add(Throwable error) {
    if (first == null) {
      first = error;
    }
  }

  /// Throws what was thrown first; returns when nothing was.
  void throwIfAny() {
    switch (first) {
      case null -> {}
      case Error error -> throw error;
      case RuntimeException error -> throw error;
      default -> throw new IllegalStateException("A step of the scheduler failed.", first);
    }
  }
}
