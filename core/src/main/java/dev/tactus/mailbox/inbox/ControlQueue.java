package dev.tactus.mailbox.inbox;

import dev.tactus.mailbox.ControlMessage;
import org.jspecify.annotations.Nullable;

/// Control messages first, each kind in its order.
final class ControlQueue extends LocalQueue {
  private final SteadyDeque controls = new SteadyDeque();
  private final SteadyDeque others = new SteadyDeque();

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
