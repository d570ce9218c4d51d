package dev.tactus.process;

import org.jspecify.annotations.Nullable;

/// Something in the queue of a process, with the link that the queue needs.
abstract sealed class EventNode
    permits EventNode.Letter, EventNode.TagAnswer, EventNode.Closed, CommandCall {
  /// The node behind this one; the queue's and then the worker's.
  @Nullable EventNode next;

  /// An event that was ready when it was sent.
  static final class Letter extends EventNode {
    final Event event;

    /// Who gets it, while it is a part of a step's output; null when it goes there directly.
    final @Nullable Pid to;

    Letter(Event event) {
      this(event, null);
    }

    Letter(Event event, @Nullable Pid to) {
      this.event = event;
      this.to = to;
    }
  }

  /// An answer by somebody who knows only the tag. Whether a yield waits for it is known to the
  /// worker alone.
  static final class TagAnswer extends EventNode {
    final long tag;
    final @Nullable Object result;
    final @Nullable Throwable error;

    TagAnswer(long tag, @Nullable Object result, @Nullable Throwable error) {
      this.tag = tag;
      this.result = result;
      this.error = error;
    }
  }

  /// Marks the queue of a process that has ended.
  static final class Closed extends EventNode {}
}
