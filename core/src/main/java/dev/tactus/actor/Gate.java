package dev.tactus.actor;

import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.mailbox.inbox.Envelope;
import dev.tactus.mailbox.inbox.Mailbox;
import dev.tactus.mailbox.inbox.SharedQueue;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.scheduler.TimedTask;
import dev.tactus.time.InvalidDelayException;
import dev.tactus.time.host.StackProbe;
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
/// `count` is the number of messages inside, changed by CAS on the way in, so that it does not
/// exceed the capacity, and by the owner on the way out.
///
/// With DROP_HEAD, who finds no room takes the oldest message out and gets its place. If there is
/// none to take, those that are counted are on their way in or out: then there is room in a moment,
/// and nobody waits for that. So the count may exceed the capacity by the number of threads that
/// are between two steps.
///
/// With BLOCK, what finds no room waits in `waiting`, and nothing overtakes it: while somebody
/// waits, newcomers wait as well. One party at a time lets them in (`admitting` is the usual
/// counter of requests), in their order, and takes each from the queue only after it is in the
/// mailbox. Notices of the runtime need no room, but do not overtake those who wait either: the end
/// of an actor is told after what it has sent, and poison comes after what was sent before it.
///
/// ## Observation
///
/// In a system with an [ActorObserver] every mailbox has a gate, bounded or not, and the gate tells
/// the observer. So a system without one does not even look. What a full mailbox throws back to its
/// sender, with FAIL, was not sent: the observer is told when there is room for it.
///
/// ## Pressure
///
/// Above three quarters of the capacity the mailbox is under pressure, until it is down to a half.
/// One that is smaller than [PressureSettings#capacityMin] never is. Both changes are published, in
/// their order, by one party at a time (`changing` is a counter of requests, too). Who changes
/// `pressed` looks at `count` after it, and the others look at `pressed` after they have changed
/// `count`: so neither is missed.
///
/// Threads: any, unless a method says otherwise.
final class Gate {
  /// What became of a message at the gate.
  private enum Entry {
    IN,
    NO_ROOM,
    /// The mailbox was closed meanwhile, and has refused it.
    ENDED
  }

  private static final class Offer {
    final Object message;

    /// Whether it needs no room, and only waits for its turn.
    final boolean isNotice;

    /// What tells its sender that it was let in, or not; null where nobody wants to know.
    final @Nullable CompletableFuture<Void> entered;

    /// Set by the one who decides: let in, or given up.
    final AtomicBoolean settled = new AtomicBoolean();

    volatile @Nullable Cancellable timeout;

    Offer(Object message, boolean isNotice, @Nullable CompletableFuture<Void> entered) {
      this.message = message;
      this.isNotice = isNotice;
      this.entered = entered;
    }
  }

  /// Ends the wait of an offer that nobody lets in.
  private record PushTimeout(Gate gate, ActorCell<?> cell, Offer offer) implements TimedTask {
    @Override
    public void run() {
      cell.system.overdue().execute(() -> gate.giveUp(cell, offer, ""));
    }

    /// Too soon where there is no room for its timer; and at the end of the system, which the
    /// receiver may miss in a handler that does not return.
    @Override
    public void givenUp(CancelReason reason) {
      if (reason == CancelReason.CLOSED) {
        cell.system.overdue().execute(() -> gate.refuse(cell, offer));
      } else {
        run();
      }
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
  private final AtomicInteger changing = new AtomicInteger();
  private volatile boolean pressed;
  private volatile boolean closed;

  /// What the mailbox was told last. Threads: the owner.
  private boolean throttled;

  /// Messages that went out.
  private final LongAdder taken = new LongAdder();

  Gate(
      MailboxSettings settings,
      PressureSettings pressure,
      @Nullable SharedQueue shared,
      @Nullable ActorObserver observer) {
    this.settings = settings;
    this.observer = observer;
    this.shared = shared;
    boolean isLarge = settings.capacity() >= pressure.capacityMin();
    this.high = isLarge ? (int) (settings.capacity() * 3L / 4) : Integer.MAX_VALUE;
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
    if (!isThrownBack() || closed) {
      observeSend(cell, message);
    }
    if (closed) {
      cell.deadLetter(message, DeadLetterReason.NO_RECIPIENT);
    } else if (settings.overflow() == OverflowStrategy.BLOCK) {
      if (enterAtOnce(cell, message) == Entry.NO_ROOM) {
        await(cell, new Offer(message, false, null));
      }
    } else if (enter(cell, message) == Entry.NO_ROOM) {
      switch (settings.overflow()) {
        case DROP_NEW, DEAD_LETTER -> cell.deadLetter(message, DeadLetterReason.OVERFLOW);
        case FAIL -> throw full(cell, message, "");
        case DROP_HEAD, BLOCK -> throw new AssertionError("never without room");
      }
    }
  }

  /// Sends a notice of the runtime: behind those who wait for room, and without needing any.
  void notice(ActorCell<?> cell, Object message) {
    if (waiting.isEmpty()) {
      cell.enqueue(message);
    } else {
      waiting.add(new Offer(message, true, null));
      admit(cell);
    }
  }

  /// Sends a timer that is due.
  ///
  /// @return false when there is no room and no reason to wait: the scheduler tries again
  boolean enterTimed(ActorCell<?> cell, CellEnvelope.Timed timed) {
    if (closed) { // nothing makes room any more, and the timer has to end
      observeSend(cell, timed);
      cell.deadLetter(timed, DeadLetterReason.NO_RECIPIENT);
      return true;
    }
    if (settings.overflow() == OverflowStrategy.BLOCK) {
      observeSend(cell, timed);
      if (enterAtOnce(cell, timed) == Entry.NO_ROOM) {
        await(cell, new Offer(timed, false, null));
      }
      return true;
    }
    boolean isIn = enter(cell, timed) != Entry.NO_ROOM;
    if (isIn && !isThrownBack()) {
      observeSend(cell, timed); // one that is refused is tried again, and counts once
    }
    return isIn;
  }

  /// The same with a future that tells what became of it.
  CompletableFuture<Void> offer(ActorCell<?> cell, Object message) {
    if (!isThrownBack() || closed) {
      observeSend(cell, message);
    }
    if (closed) {
      cell.deadLetter(message, DeadLetterReason.NO_RECIPIENT);
      return CompletableFuture.failedFuture(ended(cell, message));
    }
    boolean isBlocking = settings.overflow() == OverflowStrategy.BLOCK;
    return switch (isBlocking ? enterAtOnce(cell, message) : enter(cell, message)) {
      case IN -> CompletableFuture.completedFuture(null);
      case ENDED -> CompletableFuture.failedFuture(ended(cell, message));
      case NO_ROOM -> isBlocking ? awaitEntry(cell, message) : turnAway(cell, message);
    };
  }

  private CompletableFuture<Void> awaitEntry(ActorCell<?> cell, Object message) {
    CompletableFuture<Void> entered = new CompletableFuture<>();
    await(cell, new Offer(message, false, entered));
    return entered;
  }

  /// Deals with an offer for which there is no room.
  private CompletableFuture<Void> turnAway(ActorCell<?> cell, Object message) {
    if (settings.overflow() != OverflowStrategy.FAIL) {
      cell.deadLetter(message, DeadLetterReason.OVERFLOW);
    }
    return settings.overflow() == OverflowStrategy.DROP_NEW
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(full(cell, message, ""));
  }

  /// What an offer to an actor that has ended fails with.
  static MailboxClosedException ended(ActorCell<?> cell, Object message) {
    return new MailboxClosedException(
        Messages.type(message)
            + " was offered to "
            + cell.path()
            + ", which has ended. Watch it to learn of its end in time, or spawn another.");
  }

  private MailboxFullException full(ActorCell<?> cell, Object message, String more) {
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
            + "."
            + more);
  }

  /// Tells the observer, if there is one.
  void observeSend(ActorCell<?> cell, Object message) {
    if (observer != null) {
      observer.sent(cell, Envelope.payload(message));
    }
  }

  /// Whether its sender gets back what there is no room for. The observer is told of the others
  /// then, as they enter.
  private boolean isThrownBack() {
    return settings.overflow() == OverflowStrategy.FAIL;
  }

  /// Who sees every message; null when nobody does.
  @Nullable ActorObserver observer() {
    return observer;
  }

  /// Puts a message into the mailbox if there is room.
  private Entry enter(ActorCell<?> cell, Object message) {
    SharedQueue queue = shared;
    boolean isIn = true;
    if (queue == null) {
      if (!tryCount(cell)) {
        return Entry.NO_ROOM;
      }
      Mailbox.Entry entry;
      try {
        if (isThrownBack()) {
          observeSend(cell, message);
        }
        entry = cell.put(message);
      } catch (Throwable e) {
        count
            .decrementAndGet(); // it is not in; and this needs no more of the stack than tryCount()
        throw e;
      }
      isIn = entry != Mailbox.Entry.REFUSED;
      if (entry == Mailbox.Entry.UNREADY) {
        cell.makeReady();
      }
    } else {
      enterShared(cell, queue, message);
      if (closed) {
        isIn = !refuseShared(cell, queue, message);
      }
    }
    lookAtPressure(cell);
    return isIn ? Entry.IN : Entry.ENDED;
  }

  private boolean tryCount(ActorCell<?> cell) {
    return !looksFull(cell) && tryCount();
  }

  /// Whether there is to be no room although there is. Nobody waits for room in an empty mailbox:
  /// there is nothing inside that could leave.
  private boolean looksFull(ActorCell<?> cell) {
    return observer != null
        && settings.isBounded()
        && observer.isFull(cell)
        && (settings.overflow() != OverflowStrategy.BLOCK || count.get() > 0);
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

  /// Puts a message in, at the expense of the oldest if need be.
  private void enterShared(ActorCell<?> cell, SharedQueue queue, Object message) {
    Object oldest = makeRoom(cell, queue);
    try {
      queue.push(message);
    } catch (OutOfMemoryError e) {
      count.decrementAndGet(); // it is not in; where the stack ends there, it may be
      throw e;
    } finally {
      try {
        if (oldest != null) {
          cell.deadLetter(oldest, DeadLetterReason.OVERFLOW); // its place is now the newest's
        }
      } finally {
        queue.signal(cell);
      }
    }
  }

  /// Counts a new message.
  ///
  /// @return the oldest, where that had to go for it
  private @Nullable Object makeRoom(ActorCell<?> cell, SharedQueue queue) {
    if (tryCount(cell)) {
      return null;
    }
    StackProbe.tryIt(); // who drops a message for another one has to get the other one in
    Object oldest = queue.takeOldest();
    if (oldest == null) {
      count.incrementAndGet();
    }
    return oldest;
  }

  /// Empties a queue whose mailbox was closed while a message came in.
  ///
  /// @return whether that message was still in it
  private static boolean refuseShared(ActorCell<?> cell, SharedQueue queue, Object message) {
    boolean isFound = false;
    for (Object left = queue.takeOldest(); left != null; left = queue.takeOldest()) {
      isFound |= left == message;
      cell.deadLetter(left, DeadLetterReason.NO_RECIPIENT);
    }
    return isFound;
  }

  /// Puts a message into the mailbox if there is room and nobody waits for it.
  private Entry enterAtOnce(ActorCell<?> cell, Object message) {
    if (!waiting.isEmpty()) {
      return Entry.NO_ROOM;
    }
    try {
      return enter(cell, message);
    } catch (Throwable e) {
      if (!waiting.isEmpty()) {
        admit(cell); // somebody may have found the place taken that is free again
      }
      throw e;
    }
  }

  /// Lets a message wait for room.
  private void await(ActorCell<?> cell, Offer offer) {
    waiting.add(offer);
    try {
      // Not on the dispatcher of the receiver, which may be what has no room.
      offer.timeout =
          cell.system
              .ownTimers()
              .scheduleOnce(
                  settings.pushTimeout(), new PushTimeout(this, cell, offer), Scheduler.DIRECT);
      if (offer.settled.get()) {
        cancelTimeout(offer); // who settled it may have come too early to do that
      }
    } catch (InvalidDelayException e) {
      // Longer than any timer can wait: then it waits as long as it takes.
    } catch (SchedulerException e) {
      giveUp(cell, offer, " It could not wait for room: " + e.getMessage());
    }
    admit(cell);
  }

  private static void cancelTimeout(Offer offer) {
    Cancellable timeout = offer.timeout;
    if (timeout != null) {
      boolean unused = timeout.cancel();
    }
  }

  /// @param more what there is to say besides
  private void giveUp(ActorCell<?> cell, Offer offer, String more) {
    if (offer.settled.compareAndSet(false, true)) {
      waiting.remove(offer);
      cell.deadLetter(offer.message, DeadLetterReason.OVERFLOW);
      if (offer.entered != null) {
        offer.entered.completeExceptionally(full(cell, offer.message, more));
      }
      admit(cell); // a notice may have waited behind it
    }
  }

  /// Lets in those who wait, as far as there is room.
  private void admit(ActorCell<?> cell) {
    if (admitting.getAndIncrement() != 0) {
      return; // the one who admits looks again
    }
    int requests = 1;
    try {
      do {
        admitWaiting(cell);
        requests = admitting.addAndGet(-requests);
      } while (requests != 0);
    } catch (Throwable e) {
      if (admitting.getAndSet(0) != requests) {
        admit(cell); // for those who have asked meanwhile
      }
      throw e;
    }
  }

  private void admitWaiting(ActorCell<?> cell) {
    Offer offer = waiting.peek();
    while (offer != null && (closed || offer.isNotice || tryCount(cell))) {
      if (closed) {
        refuse(cell, offer);
      } else if (offer.isNotice) {
        admitNotice(cell, offer);
      } else {
        admitOne(cell, offer);
      }
      offer = waiting.peek();
    }
  }

  /// Lets a notice in. It leaves the queue as soon as it is in, so that it comes once whatever is
  /// thrown.
  private void admitNotice(ActorCell<?> cell, Offer offer) {
    Mailbox.Entry entry = cell.put(offer.message);
    waiting.remove(offer);
    if (entry == Mailbox.Entry.UNREADY) {
      cell.makeReady();
    }
  }

  private void admitOne(ActorCell<?> cell, Offer offer) {
    if (offer.settled.compareAndSet(false, true)) {
      Mailbox.Entry entry;
      try {
        entry = cell.put(offer.message);
      } catch (Throwable e) {
        offer.settled.set(false); // it waits on
        count.decrementAndGet();
        throw e;
      }
      boolean isIn = entry != Mailbox.Entry.REFUSED;
      try {
        if (entry == Mailbox.Entry.UNREADY) {
          cell.makeReady();
        }
        lookAtPressure(cell);
      } finally {
        settle(cell, offer, isIn);
      }
    } else {
      waiting.remove(offer); // given up: its place goes to the next
      if (count.decrementAndGet() <= low && pressed) {
        changePressure(cell); // others may have counted its place, and put it under pressure
      }
    }
  }

  private void refuse(ActorCell<?> cell, Offer offer) {
    if (!offer.isNotice && offer.settled.compareAndSet(false, true)) {
      cell.deadLetter(offer.message, DeadLetterReason.SHUTDOWN);
      settle(cell, offer, false);
    } else {
      waiting.remove(offer);
    }
  }

  private void settle(ActorCell<?> cell, Offer offer, boolean isIn) {
    waiting.remove(offer);
    cancelTimeout(offer);
    CompletableFuture<Void> entered = offer.entered;
    if (entered != null) {
      // Not here: what depends on it would run in the turn of the receiver.
      cell.system.execute(
          isIn
              ? () -> entered.complete(null)
              : () -> entered.completeExceptionally(ended(cell, offer.message)));
    }
  }

  /// Notes that a message went out. Threads: the owner.
  void left(ActorCell<?> cell) {
    taken.increment();
    int inside = count.decrementAndGet();
    if (!waiting.isEmpty()) {
      admit(cell);
    }
    if (pressed && inside <= low) {
      changePressure(cell);
    }
    if (throttled != pressed) {
      throttled = !throttled;
      cell.throttle(throttled);
    }
  }

  /// Counts a message that was put back to the front, room or not. Threads: the owner.
  void putBack(ActorCell<?> cell) {
    count.incrementAndGet();
    lookAtPressure(cell);
  }

  /// Refuses everything from now on. Threads: the owner, before the mailbox is drained.
  void close(ActorCell<?> cell) {
    closed = true;
    admit(cell);
    if (pressed) {
      changePressure(cell);
    }
  }

  /// After each message that is counted.
  private void lookAtPressure(ActorCell<?> cell) {
    if (!pressed && count.get() > high) {
      changePressure(cell);
    }
  }

  private void changePressure(ActorCell<?> cell) {
    if (changing.getAndIncrement() != 0) {
      return; // the one who changes looks again
    }
    int requests = 1;
    try {
      do {
        boolean due = isPressureDue();
        while (due != pressed) {
          pressed = due;
          cell.system.pressure(pressureNow(cell, due));
          due = isPressureDue();
        }
        requests = changing.addAndGet(-requests);
      } while (requests != 0);
    } catch (Throwable e) {
      if (changing.getAndSet(0) != requests) {
        changePressure(cell); // for those who have asked meanwhile
      }
      throw e;
    }
  }

  private boolean isPressureDue() {
    return !closed && count.get() > (pressed ? low : high);
  }

  private MailboxPressure pressureNow(ActorCell<?> cell, boolean isPressed) {
    return new MailboxPressure(
        cell.path().toString(), isPressed, settings.capacity(), count.get(), taken.sum());
  }
}
