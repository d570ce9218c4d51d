package dev.tactus.process;

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

  /// The last one, while there is a first: to look for it each time would take the longer the more
  /// is left.
  private @Nullable EventNode tail;

  Events(ProcessTask task) {
    this.task = task;
  }

  /// Adds what came since. Threads: the worker.
  void append(@Nullable EventNode oldest) {
    if (oldest == null) {
      return;
    }
    if (head == null || tail == null) {
      head = oldest;
    } else {
      tail.next = oldest;
    }
    EventNode newest = oldest;
    while (newest.next != null) {
      newest = newest.next;
    }
    tail = newest;
  }

  /// Whether something is left. Threads: the worker.
  boolean hasUnread() {
    return head != null;
  }

  /// Takes what is left, as it is. Threads: the worker.
  @Nullable EventNode takeAll() {
    EventNode left = head;
    head = null;
    tail = null;
    return left;
  }

  /// Whether there is none, or none left.
  public boolean isEmpty() {
    while (head != null) {
      if (head instanceof EventNode.TagAnswer answer) {
        EventNode behind = answer.next;
        CommandCall call = task.settleByTag(answer);
        head = behind;
        if (call != null) {
          call.next = behind;
          head = call;
          tail = behind == null ? call : tail;
        }
      } else if (head instanceof CommandCall call && !call.isOpen) {
        head = call.next; // it was withdrawn
      } else {
        return false;
      }
    }
    return true;
  }

  /// Takes the next one.
  ///
  /// @throws NoSuchElementException when there is none left
  public Event next() {
    EventNode node = isEmpty() ? null : head;
    if (node == null) {
      throw new NoSuchElementException("All events of this step were taken; ask isEmpty() before.");
    }
    head = node.next;
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
