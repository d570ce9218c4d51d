package dev.tactus.testkit.simulation;

/// What can go wrong in a simulation. Each seed switches a random part of those that are allowed
/// on. Of the runtime's own actors none crashes or has a full mailbox.
public enum Fault {
  /// The driver stands still for some ticks, and then brings them all at once.
  DRIVER_STALL,

  /// The pool refuses turns for a moment, as an overloaded executor does.
  REJECTING_EXECUTOR,

  /// A handler throws, at sites that the scenario marks with [Simulation#fault], and in actors that
  /// may crash.
  HANDLER_EXCEPTION,

  /// A bounded mailbox behaves as if it were full.
  FULL_MAILBOX,

  /// An actor is not chosen for a while, though it has messages.
  SLOW_ACTOR,

  /// Something from outside, by [Simulation#outside], completes late or is cancelled.
  COMPLETION
}
