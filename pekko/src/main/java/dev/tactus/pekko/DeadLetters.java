package dev.tactus.pekko;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.DeadLetter;
import org.apache.pekko.actor.InternalActorRef;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.MessageQueue;

/// Where messages go that nobody will receive.
final class DeadLetters {
  private DeadLetters() {}

  /// Moves all that a queue holds to the dead letters, also what its senders are just adding.
  /// Threads: the receiver's.
  static void drain(MessageQueue from, ActorRef owner, MessageQueue deadLetters) {
    while (from.hasMessages()) {
      Envelope envelope = from.dequeue();
      if (envelope == null) {
        Thread.onSpinWait(); // a sender has yet to link it
      } else {
        deadLetters.enqueue(owner, envelope);
      }
    }
  }

  /// Sends a message that was refused to the dead letters of its receiver's system.
  static void refuse(ActorRef receiver, Envelope envelope) {
    ((InternalActorRef) receiver)
        .provider()
        .deadLetters()
        .tell(new DeadLetter(envelope.message(), envelope.sender(), receiver), envelope.sender());
  }
}
