package dev.tactus.pekko;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.UnboundedMessageQueueSemantics;
import org.jspecify.annotations.Nullable;

/// The queue of a [TactusMailbox].
final class UnboundedQueue extends KeptTurn
    implements MessageQueue, UnboundedMessageQueueSemantics {
  private final EnvelopeQueue queue = new EnvelopeQueue();

  @Override
  public void enqueue(ActorRef receiver, Envelope envelope) {
    queue.offer(envelope);
  }

  @Override
  public @Nullable Envelope dequeue() {
    return queue.poll();
  }

  @Override
  public int numberOfMessages() {
    return queue.size();
  }

  @Override
  public boolean hasMessages() {
    return !queue.isEmpty();
  }

  @Override
  public void cleanUp(ActorRef owner, MessageQueue deadLetters) {
    DeadLetters.drain(this, owner, deadLetters);
  }
}
