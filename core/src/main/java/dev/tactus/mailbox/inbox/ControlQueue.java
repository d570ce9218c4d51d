package dev.tactus.mailbox.inbox;

import dev.tactus.mailbox.ControlMessage;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// Control messages first, each kind in its order.
final class ControlQueue extends LocalQueue {
  private final ArrayDeque<Object> controls = new ArrayDeque<>();
  private final ArrayDeque<Object> others = new ArrayDeque<>();

  @Override
  void add(Object message) {
    boolean isControl = Envelope.payload(message) instanceof ControlMessage;
    (isControl ? controls : others).addLast(message);
  }

  @Override
  void addFirst(Object message) {
    throw new UnsupportedOperationException("a control-aware mailbox has no front to put back to");
  }

  @Override
  @Nullable Object poll() {
    Object control = controls.pollFirst();
    return control != null ? control : others.pollFirst();
  }

  @Override
  boolean isEmpty() {
    return controls.isEmpty() && others.isEmpty();
  }

  @Override
  int size() {
    return controls.size() + others.size();
  }
}
