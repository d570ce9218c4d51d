package dev.tactus.pekko;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.UnboundedDequeBasedMessageQueueSemantics;
import org.jspecify.annotations.Nullable;

/// The queue of a [TactusDequeMailbox]: what was put back lies on a stack before the queue, the
/// last on top.
final class DequeQueue extends KeptTurn
    implements MessageQueue, UnboundedDequeBasedMessageQueueSemantics {
  private record Front(Envelope envelope, @Nullable Front next) {}

  /// Any thread may push; the receiver pops, so a pop sees no other.
  private final AtomicReference<@Nullable Front> front = new AtomicReference<>();

  private final EnvelopeQueue queue = new EnvelopeQueue();

  @Override
  public void enqueue(ActorRef receiver, Envelope envelope) {
    queue.offer(envelope);
  }

  @Override
  public void enqueueFirst(ActorRef receiver, Envelope envelope) {
    Front top = front.get();
    while (!front.compareAndSet(top, new Front(envelope, top))) {
      top = front.get();
    }
  }

  @Override
  public @Nullable Envelope dequeue() {
    Front top = front.get();
    while (top != null) {
      if (front.compareAndSet(top, top.next())) {
        return top.envelope();
      }
      top = front.get();
    }
    return queue.poll();
  }

  @Override
  public int numberOfMessages() {
    int count = queue.size();
    for (Front top = front.get(); top != null; top = top.next()) {
      count++;
    }
    return count;
  }

  @Override
  public boolean hasMessages() {
    return front.get() != null || !queue.isEmpty();
  }

  @Override
  public void cleanUp(ActorRef owner, MessageQueue deadLetters) {
    DeadLetters.drain(this, owner, deadLetters);
  }
}
