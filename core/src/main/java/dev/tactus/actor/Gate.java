package dev.tactus.actor;

import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.mailbox.inbox.Envelope;
import dev.tactus.mailbox.inbox.SharedQueue;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.SchedulerException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// What bounds a mailbox: it lets messages in while there is room, and decides about the others.
///
/// ## Algorithm
///
/// `count` is the number of messages inside, changed by CAS on the way in, so that it never exceeds
/// the capacity, and by the owner on the way out.
///
/// With BLOCK, what finds no room waits in `waiting`, and nothing overtakes it: while somebody
/// waits, newcomers wait as well. One party at a time lets them in (`admitting` is the usual
/// counter of requests), in their order, and takes each from the queue only after it is in the
/// mailbox.
///
/// ## Observation
///
/// In a system with an [ActorObserver] every mailbox has a gate, bounded or not, and the gate tells
/// the observer. So a system without one does not even look.
///
/// ## Pressure
///
/// Above three quarters of the capacity the mailbox is under pressure, until it is down to a half.
/// Both changes are published, and known to the gauge of the system.
///
/// Threads: any, unless a method says otherwise.
final class Gate {
  private static final class Offer {
    final Object message;
    final CompletableFuture<Void> entered = new CompletableFuture<>();

    /// Set by the one who decides: let in, or given up.
    final AtomicBoolean settled = new AtomicBoolean();

    volatile @Nullable Cancellable timeout;

    Offer(Object message) {
      this.message = message;
    }
  }

  private final MailboxSettings settings;
  private final @Nullable SharedQueue shared;
  private final @Nullable ActorObserver observer;
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicInteger admitting = new AtomicInteger();
  private final ConcurrentLinkedQueue<Offer> waiting = new ConcurrentLinkedQueue<>();
  private final int high;
  private final int low;
  private volatile boolean pressed;
  private volatile boolean closed;

  /// Messages that went out.
  private final LongAdder taken = new LongAdder();

  Gate(MailboxSettings settings, @Nullable SharedQueue shared, @Nullable ActorObserver observer) {
    this.settings = settings;
    this.observer = observer;
    this.shared = shared;
    this.high = (int) (settings.capacity() * 3L / 4);
    this.low = settings.capacity() / 2;
  }

  int count() {
    return count.get();
  }

  boolean isPressed() {
    return pressed;
  }

  /// Sends a message, or deals with it as the overflow strategy says.
  void tell(ActorCell<?> cell, Object message) {
    observeSend(cell, message);
    if (settings.overflow() == OverflowStrategy.BLOCK) {
      var unused = offerWaiting(cell, message);
    } else if (!enter(cell, message)) {
      switch (settings.overflow()) {
        case DROP_NEW, DEAD_LETTER -> cell.deadLetter(message, DeadLetterReason.OVERFLOW);
        case FAIL -> throw full(cell, message);
        case DROP_HEAD, BLOCK -> throw new AssertionError("never without room");
      }
    }
  }

  /// Sends a timer that is due.
  ///
  /// @return false when there is no room and no reason to wait: the scheduler tries again
  boolean enterTimed(ActorCell<?> cell, CellEnvelope.Timed timed) {
    observeSend(cell, timed);
    if (settings.overflow() == OverflowStrategy.BLOCK) {
      var unused = offerWaiting(cell, timed);
      return true;
    }
    return enter(cell, timed);
  }

  /// The same with a future that tells what became of it.
  CompletableFuture<Void> offer(ActorCell<?> cell, Object message) {
    observeSend(cell, message);
    if (settings.overflow() == OverflowStrategy.BLOCK) {
      return offerWaiting(cell, message);
    }
    if (enter(cell, message)) {
      return CompletableFuture.completedFuture(null);
    }
    if (settings.overflow() != OverflowStrategy.FAIL) {
      cell.deadLetter(message, DeadLetterReason.OVERFLOW);
    }
    return settings.overflow() == OverflowStrategy.DROP_NEW
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(full(cell, message));
  }

  private MailboxFullException full(ActorCell<?> cell, Object message) {
    return new MailboxFullException(
        "The mailbox of "
            + cell.path()
            + " was full when "
            + Messages.type(message)
            + " was sent: it holds "
            + settings.capacity()
            + " messages. Send less, give it a larger capacity, or choose an overflow strategy"
            + " other than "
            + settings.overflow()
            + ".");
  }

  private void observeSend(ActorCell<?> cell, Object message) {
    if (observer != null) {
      observer.sent(cell, Envelope.payload(message));
    }
  }

  /// Who sees every message; null when nobody does.
  @Nullable ActorObserver observer() {
    return observer;
  }

  /// Puts a message into the mailbox if there is room.
  private boolean enter(ActorCell<?> cell, Object message) {
    SharedQueue queue = shared;
    if (queue == null) {
      if (!tryCount(cell)) {
        return false;
      }
      cell.enqueue(message);
    } else {
      makeRoom(cell, queue);
      if (queue.push(message)) {
        cell.wake();
      }
      if (closed) {
        refuseShared(cell, queue);
      }
    }
    if (!pressed && count.get() > high) {
      press(cell);
    }
    return true;
  }

  private boolean tryCount(ActorCell<?> cell) {
    boolean looksFull = observer != null && settings.isBounded() && observer.isFull(cell);
    return !looksFull && tryCount();
  }

  private boolean tryCount() {
    while (true) {
      int inside = count.get();
      if (inside >= settings.capacity()) {
        return false;
      }
      if (count.compareAndSet(inside, inside + 1)) {
        return true;
      }
    }
  }

  /// Counts a new message, at the expense of the oldest if need be.
  private void makeRoom(ActorCell<?> cell, SharedQueue queue) {
    while (!tryCount()) {
      Object oldest = queue.takeOldest();
      if (oldest != null) {
        cell.deadLetter(oldest, DeadLetterReason.OVERFLOW);
        return; // the place of the oldest is now the newest's
      }
      Thread.onSpinWait(); // whoever has the place is about to use it or to leave it
    }
  }

  /// Empties a queue whose mailbox was closed while a message came in.
  private static void refuseShared(ActorCell<?> cell, SharedQueue queue) {
    for (Object left = queue.takeOldest(); left != null; left = queue.takeOldest()) {
      cell.deadLetter(left, DeadLetterReason.NO_RECIPIENT);
    }
  }

  private CompletableFuture<Void> offerWaiting(ActorCell<?> cell, Object message) {
    if (waiting.isEmpty() && enter(cell, message)) {
      return CompletableFuture.completedFuture(null);
    }
    Offer offer = new Offer(message);
    waiting.add(offer);
    try {
      offer.timeout =
          cell.system
              .scheduler()
              .scheduleOnce(settings.pushTimeout(), () -> giveUp(cell, offer), cell.dispatcher());
    } catch (SchedulerException e) {
      giveUp(cell, offer); // nobody would tell when the time is over
    }
    admit(cell);
    return offer.entered;
  }

  private void giveUp(ActorCell<?> cell, Offer offer) {
    if (offer.settled.compareAndSet(false, true)) {
      waiting.remove(offer);
      cell.deadLetter(offer.message, DeadLetterReason.OVERFLOW);
      offer.entered.completeExceptionally(full(cell, offer.message));
    }
  }

  /// Lets in those who wait, as far as there is room.
  private void admit(ActorCell<?> cell) {
    if (admitting.getAndIncrement() != 0) {
      return; // the one who admits looks again
    }
    int requests = 1;
    do {
      Offer offer = waiting.peek();
      while (offer != null && (closed || tryCount(cell))) {
        if (closed) {
          refuse(cell, offer);
        } else {
          admitOne(cell, offer);
        }
        offer = waiting.peek();
      }
      requests = admitting.addAndGet(-requests);
    } while (requests != 0);
  }

  private void admitOne(ActorCell<?> cell, Offer offer) {
    if (offer.settled.compareAndSet(false, true)) {
      cell.enqueue(offer.message);
      settle(cell, offer, () -> offer.entered.complete(null));
    } else {
      waiting.remove(offer); // given up: its place goes to the next
      count.decrementAndGet();
    }
  }

  private void refuse(ActorCell<?> cell, Offer offer) {
    if (offer.settled.compareAndSet(false, true)) {
      cell.deadLetter(offer.message, DeadLetterReason.SHUTDOWN);
      settle(cell, offer, () -> offer.entered.completeExceptionally(full(cell, offer.message)));
    } else {
      waiting.remove(offer);
    }
  }

  private void settle(ActorCell<?> cell, Offer offer, Runnable completion) {
    waiting.remove(offer);
    Cancellable timeout = offer.timeout;
    if (timeout != null) {
      boolean unused = timeout.cancel();
    }
    // Not here: what depends on it would run in the turn of the receiver.
    cell.system.execute(completion);
  }

  /// Notes that a message went out. Threads: the owner.
  void left(ActorCell<?> cell) {
    taken.increment();
    int inside = count.decrementAndGet();
    if (!waiting.isEmpty()) {
      admit(cell);
    }
    if (pressed && inside <= low) {
      release(cell);
    }
  }

  /// Counts a message that was put back to the front, room or not. Threads: the owner.
  void putBack() {
    count.incrementAndGet();
  }

  /// Refuses everything from now on. Threads: the owner, before the mailbox is drained.
  void close(ActorCell<?> cell) {
    closed = true;
    admit(cell);
    if (pressed) {
      release(cell);
    }
  }

  private synchronized void press(ActorCell<?> cell) {
    if (!pressed && !closed) {
      pressed = true;
      cell.system.pressure(pressureNow(cell, true));
    }
  }

  private synchronized void release(ActorCell<?> cell) {
    if (pressed) {
      pressed = false;
      cell.system.pressure(pressureNow(cell, false));
    }
  }

  private MailboxPressure pressureNow(ActorCell<?> cell, boolean isPressed) {
    return new MailboxPressure(
        cell.path().toString(), isPressed, settings.capacity(), count.get(), taken.sum());
  }
}
