package dev.tactus.process;

import dev.tactus.error.ErrorCode;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// What has happened to a process since its last step, in order. Each event can be taken once; what
/// a step leaves, the next one gets first.
///
/// ```java
/// for (Event event : events) {
///   switch (event) { ... }
/// }
/// ```
///
/// Threads: the step that it was given to.
public final class Events implements Iterable<Event> {
  private final ProcessTask task;
  private @Nullable EventNode head;

  /// One from which the last one is reached, while there is a first. It moves on when more is added
  /// to what was left, and by that alone: to look for the last one each time would take the longer
  /// the more is left, or touch each event once more.
  private @Nullable EventNode nearTail;

  private boolean isValid;

  Events(ProcessTask task) {
    this.task = task;
  }

  /// Adds what came since. Threads: the worker.
  void append(@Nullable EventNode oldest) {
    if (oldest == null) {
      return;
    }
    EventNode last = nearTail;
    if (head == null || last == null) {
      head = oldest;
    } else {
      while (last.next != null) {
        last = last.next;
      }
      last.next = oldest;
    }
    nearTail = oldest;
  }

  /// Whether something is left. Threads: the worker.
  boolean hasUnread() {
    return head != null;
  }

  /// Takes what is left, as it is. Threads: the worker.
  @Nullable EventNode takeAll() {
    EventNode left = head;
    head = null;
    nearTail = null;
    return left;
  }

  /// Lets the step that begins take events. Threads: the worker.
  void begin() {
    isValid = true;
  }

  /// Refuses whoever has kept it beyond its step. Threads: the worker.
  void invalidate() {
    isValid = false;
  }

  private void requireValid() {
    if (!isValid) {
      throw new IllegalStateException(
          ErrorCode.OUTPUT_AFTER_STEP.mark(
              "The events of a step of "
                  + task.self()
                  + " were used after the step; take what you need within."));
    }
  }

  /// Whether there is none, or none left.
  public boolean isEmpty() {
    requireValid();
    return isUsedUp();
  }

  /// The same for the worker, at any time.
  boolean isUsedUp() {
    while (head != null) {
      if (head instanceof EventNode.TagAnswer answer) {
        EventNode behind = answer.next;
        CommandCall call = task.settleByTag(answer);
        if (call != null) {
          call.next = behind;
        }
        replaceHead(call == null ? behind : call);
      } else if (head instanceof CommandCall call && !call.isOpen) {
        replaceHead(call.next); // it was withdrawn
      } else {
        return false;
      }
    }
    return true;
  }

  private void replaceHead(@Nullable EventNode other) {
    if (nearTail == head) {
      nearTail = other;
    }
    head = other;
  }

  /// Takes the next one.
  ///
  /// @throws NoSuchElementException when there is none left
  public Event next() {
    requireValid();
    EventNode node = isUsedUp() ? null : head;
    if (node == null) {
      throw new NoSuchElementException("All events of this step were taken; ask isEmpty() before.");
    }
    replaceHead(node.next);
    node.next = null;
    if (node instanceof CommandCall call) {
      task.closeCall(call);
      return call.event();
    }
    return ((EventNode.Letter) node).event;
  }

  /// Takes them one after another: they can be gone through once.
  @Override
  public Iterator<Event> iterator() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return !isEmpty();
      }

      @Override
      public Event next() {
        return Events.this.next();
      }
    };
  }
}
