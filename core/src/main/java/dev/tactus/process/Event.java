package dev.tactus.process;

import org.jspecify.annotations.Nullable;

/// What a process gets in a step.
public sealed interface Event {
  /// A command was carried out.
  ///
  /// @param tag the tag of its yield
  /// @param result what the handler answered
  record Completed(long tag, @Nullable Object result) implements Event {}

  /// A command failed.
  ///
  /// @param tag the tag of its yield
  /// @param error why
  record Failed(long tag, Throwable error) implements Event {}

  /// Somebody sent something.
  ///
  /// @param sender the process that did; null when it was no process
  /// @param body what was sent
  record Message(@Nullable Pid sender, Object body) implements Event {}

  /// Somebody asks the process to end by itself, in good order and soon.
  ///
  /// @param reason why
  record CancelRequested(String reason) implements Event {}

  /// A process that this one monitors, or is linked to, has ended.
  ///
  /// @param pid which
  /// @param reason how
  record Exited(Pid pid, ExitReason reason) implements Event {}
}
