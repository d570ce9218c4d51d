package dev.tactus.mailbox;

/// What a mailbox can do beyond first in, first out. An actor may require some of these.
public enum QueueCapability {
  /// It never refuses a message.
  UNBOUNDED,

  /// It holds a limited number of messages.
  BOUNDED,

  /// Messages can be put back at its front, which a stash needs.
  DEQUE,

  /// Messages are taken by priority.
  PRIORITY,

  /// Messages that are a [ControlMessage] are taken before others.
  CONTROL_AWARE
}
