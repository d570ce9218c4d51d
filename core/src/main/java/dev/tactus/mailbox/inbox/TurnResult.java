package dev.tactus.mailbox.inbox;

/// How a turn of a mailbox ended.
public enum TurnResult {
  /// Messages are left; it wants another turn.
  NEED_RESCHEDULE,

  /// Nothing is left that could be handled now; the next message makes it ready.
  IDLE,

  /// It takes no more messages, and none is left.
  CLOSED
}
