package dev.tactus.mailbox;

/// Why a message was not handled.
public enum DeadLetterReason {
  /// The mailbox was full.
  OVERFLOW,

  /// A timer could not hand it over.
  SCHEDULER_FAILURE,

  /// The recipient, or the whole system, was stopping while the message waited.
  SHUTDOWN,

  /// There was no such recipient any more, or never.
  NO_RECIPIENT,

  /// The actor set more messages aside than its stash holds.
  STASH_OVERFLOW
}
