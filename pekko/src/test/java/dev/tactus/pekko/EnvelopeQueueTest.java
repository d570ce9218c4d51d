package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.dispatch.Envelope;
import org.junit.jupiter.api.Test;

/// The queue under all our mailboxes.
class EnvelopeQueueTest {
  private record Numbered(int sender, int number) {}

  private static Envelope envelope(Object message) {
    return new Envelope(message, ActorRef.noSender());
  }

  @Test
  void poll_givesBackInOrder() {
    EnvelopeQueue queue = new EnvelopeQueue();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.poll()).isNull();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 10; i++) {
        queue.offer(envelope(i));
        assertThat(queue.size()).isEqualTo(i + 1);
      }
      for (int i = 0; i < 10; i++) {
        assertThat(queue.isEmpty()).isFalse();
        Envelope next = queue.poll();
        assertThat(next).isNotNull();
        assertThat(next.message()).isEqualTo(i);
      }
      assertThat(queue.isEmpty()).isTrue();
      assertThat(queue.size()).isZero();
    }
  }

  @Test
  void poll_whileManySend_losesNothingAndKeepsEachSendersOrder() throws InterruptedException {
    int senders = 4;
    int each = 200_000;
    EnvelopeQueue queue = new EnvelopeQueue();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int s = 0; s < senders; s++) {
      int sender = s;
      Thread thread =
          new Thread(
              () -> {
                awaitQuietly(go);
                for (int i = 0; i < each; i++) {
                  queue.offer(envelope(new Numbered(sender, i)));
                }
              });
      threads.add(thread);
      thread.start();
    }
    go.countDown();
    int[] next = new int[senders];
    int received = 0;
    while (received < senders * each) {
      Envelope envelope = queue.poll();
      if (envelope == null) {
        Thread.onSpinWait();
        continue;
      }
      Numbered message = (Numbered) envelope.message();
      assertThat(message.number()).isEqualTo(next[message.sender()]++);
      received++;
      if (received % 10_000 == 0) {
        assertThat(queue.size()).isBetween(0, senders * each);
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.poll()).isNull();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      Waiting.await(latch);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Goes down until the stack ends. On the way back, each call offers one more message.
  @SuppressWarnings("InfiniteRecursion") // that is the point
  private static void offerWhereTheStackEnds(EnvelopeQueue queue, List<Integer> accepted) {
    try {
      offerWhereTheStackEnds(queue, accepted);
    } catch (StackOverflowError e) {
      // here is its end
    }
    if (accepted.size() < 50) {
      int number = accepted.size();
      queue.offer(envelope(number));
      accepted.add(number);
    }
  }

  @Test
  void offer_whereTheStackEnds_isInOrThrows() throws InterruptedException {
    for (int round = 0; round < 200; round++) {
      EnvelopeQueue queue = new EnvelopeQueue();
      List<Integer> accepted = new ArrayList<>(50);
      Thread sender =
          new Thread(null, () -> offerWhereTheStackEnds(queue, accepted), "steep", 200_000);
      sender.start();
      sender.join();
      List<Object> taken = new ArrayList<>();
      for (Envelope next = queue.poll(); next != null; next = queue.poll()) {
        taken.add(next.message());
      }
      assertThat(queue.isEmpty()).isTrue();
      assertThat(accepted).isNotEmpty();
      assertThat(taken).containsAll(accepted).doesNotHaveDuplicates();
    }
  }
}
