package dev.tactus.pekko;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.dispatch.BoundedMessageQueueSemantics;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.MessageQueue;
import org.jspecify.annotations.Nullable;
import scala.concurrent.duration.Duration;
import scala.concurrent.duration.FiniteDuration;

/// The queue of a [TactusBoundedMailbox]: a place is taken before a message goes in, and given back
/// when it has come out.
///
/// A sender that has to wait for a place says so to its thread, so that another worker can stand in
/// for it: the receiver may need one to make room.
final class BoundedQueue extends KeptTurn implements MessageQueue, BoundedMessageQueueSemantics {
  private final int capacity;
  private final FiniteDuration pushTimeOut;
  private final Runnable onOverflow;
  private final Semaphore places;
  private final EnvelopeQueue queue = new EnvelopeQueue();

  BoundedQueue(int capacity, FiniteDuration pushTimeOut, Runnable onOverflow) {
    this.capacity = capacity;
    this.pushTimeOut = pushTimeOut;
    this.onOverflow = onOverflow;
    this.places = new Semaphore(capacity);
  }

  @Override
  public Duration pushTimeOut() {
    return pushTimeOut;
  }

  @Override
  public void enqueue(ActorRef receiver, Envelope envelope) {
    if (places.tryAcquire() || (pushTimeOut.length() != 0 && waitForPlace())) {
      queue.offer(envelope);
    } else {
      onOverflow.run();
      DeadLetters.refuse(receiver, envelope);
    }
  }

  private boolean waitForPlace() {
    try {
      return scala.concurrent.package$.MODULE$.<Boolean>blocking(this::placeWithinTime);
    } catch (Exception e) {
      throw Sneaky.rethrow(e);
    }
  }

  private boolean placeWithinTime() {
    try {
      if (pushTimeOut.length() > 0) {
        return places.tryAcquire(pushTimeOut.toNanos(), TimeUnit.NANOSECONDS);
      }
      places.acquire();
      return true;
    } catch (InterruptedException e) {
      throw Sneaky.rethrow(e); // the sender gets it, as from Pekko's bounded mailboxes
    }
  }

  @Override
  public @Nullable Envelope dequeue() {
    Envelope envelope = queue.poll();
    if (envelope != null) {
      places.release();
    }
    return envelope;
  }

  @Override
  public int numberOfMessages() {
    return capacity - places.availablePermits();
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
