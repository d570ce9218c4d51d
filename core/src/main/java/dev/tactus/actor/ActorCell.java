package dev.tactus.actor;

import dev.tactus.dispatch.Occupant;
import dev.tactus.event.VmErrors;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxFullException;
import dev.tactus.mailbox.inbox.Envelope;
import dev.tactus.mailbox.inbox.Mailbox;
import dev.tactus.mailbox.inbox.SystemMessage;
import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One actor: its mailbox, its place in the tree, and the instance that handles its messages.
///
/// It is one object, the reference included, because there may be millions: a message goes from the
/// reference to the tail of the mailbox without a step between. What an ordinary actor does not
/// need is in [Annex], what happens at the beginning and the end in [Lifecycle].
///
/// ## Neighbours
///
/// A collector puts the cells of siblings next to each other, and siblings run on different
/// workers. So what the owner reads or writes with each message lies together, behind the words of
/// the mailbox, and what hardly anybody reads lies behind that: a line of memory then seldom
/// belongs to two busy actors. References are laid out in the order in which they are declared,
/// behind those of the classes above; a test looks where they are. ARCHITECTURE.md has the figures.
///
/// Threads: what [ActorRef] offers, any; the rest is the owner of the mailbox, which is the turn.
final class ActorCell<M> extends Mailbox implements ActorRef<M> {
  private static final byte ENDING = 1;
  private static final byte IN_TIMER = 2;

  // In the order in which they are to lie: see "Neighbours" above.

  /// What handles messages; null before the start and after a factory has failed.
  private @Nullable Actor<M> behavior;

  private final @Nullable Gate gate;
  private @Nullable Annex annex;

  /// The type of the message that is being handled, or was handled last. Kept for errors; most
  /// actors get few types, so it is seldom written.
  private @Nullable Class<?> latestType;

  final CellContext<M> context;

  final ActorSystem system;
  final @Nullable ActorCell<?> parent;
  final ActorSettings settings;

  /// Its number among its siblings, in the order in which they were made; also its name, if it was
  /// given none. This and the siblings are kept by [Children] of the parent, under its lock.
  long number;

  @Nullable ActorCell<?> previousSibling;

  @Nullable ActorCell<?> nextSibling;

  /// `ENDING` as in [#isEnding()] and `IN_TIMER` as in [#isInTimer()]; written in its turns. With
  /// two bytes every actor would be eight larger.
  private byte marks;

  private final @Nullable String givenName;
  private final Supplier<? extends Actor<M>> factory;

  ActorCell(
      ActorSystem system,
      @Nullable ActorCell<?> parent,
      Supplier<? extends Actor<M>> factory,
      ActorSettings settings,
      Place place) {
    super(place.dispatcher(), place.queue());
    this.system = system;
    this.parent = parent;
    this.factory = factory;
    this.settings = settings;
    this.givenName = place.name();
    this.gate = place.gate();
    this.context = new CellContext<>(this);
    if (settings.stashCapacity() > 0) {
      annex().stash = new Stash(settings.stashCapacity());
    }
  }

  /// Lets it begin. Threads: who made it, once.
  void launch() {
    start();
  }

  @Override
  public void tell(M message) {
    if (message == null) {
      throw Messages.missing(this);
    }
    // What send() does: one call less, because compilers go only so deep.
    if (gate == null) {
      enqueue(message);
    } else {
      gate.tell(this, message);
    }
  }

  @Override
  public void tell(M message, ActorRef<?> sender) {
    if (message == null) {
      throw Messages.missing(this);
    }
    Objects.requireNonNull(sender, "sender: leave it out where it is not known");
    send(new CellEnvelope.Sent(message, sender));
  }

  /// Sends a message, in an envelope or not.
  void send(Object message) {
    Gate bound = gate;
    if (bound == null) {
      enqueue(message);
    } else {
      bound.tell(this, message);
    }
  }

  /// The same where nobody is there who could be told that the mailbox is full.
  void sendOrBury(Object message) {
    try {
      send(message);
    } catch (MailboxFullException e) {
      deadLetter(message, DeadLetterReason.OVERFLOW);
    }
  }

  @Override
  public CompletableFuture<Void> tellAsync(M message) {
    if (message == null) {
      throw Messages.missing(this);
    }
    return offer(message);
  }

  /// Sends a timer that is due. A receive timeout needs no room: refused, it would never come
  /// again.
  ///
  /// @throws NoRoomException when a bounded mailbox has no room for it
  void sendTimed(CellEnvelope.Timed timed) {
    Gate bound = gate;
    if (bound == null || isNotice(timed)) {
      enqueue(timed);
    } else if (!bound.enterTimed(this, timed)) {
      throw new NoRoomException(this);
    }
  }

  /// Sends a notice of the runtime, which needs no room. Threads: any.
  void sendNotice(CellEnvelope notice) {
    if (gate == null) {
      enqueue(notice);
    } else {
      gate.notice(this, notice);
    }
  }

  /// The same as [#tellAsync], in an envelope or not.
  CompletableFuture<Void> offer(Object message) {
    Gate bound = gate;
    if (bound != null) {
      return bound.offer(this, message);
    }
    // Of several that come after the end at the same time, enqueue() tells the first one only.
    boolean isClosed = phase() == Occupant.Phase.CLOSED;
    if (isClosed) {
      undelivered(message, DeadLetterReason.NO_RECIPIENT);
    }
    return !isClosed && enqueue(message)
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(Gate.ended(this, message));
  }

  @Override
  public <R> CompletableFuture<R> ask(
      Function<? super ActorRef<R>, ? extends M> question, Duration timeout) {
    return AskRef.ask(this, this, question, timeout);
  }

  @Override
  public ActorPath path() {
    Deque<String> names = new ArrayDeque<>();
    for (ActorCell<?> cell = this; cell.parent != null; cell = cell.parent) {
      names.addFirst(cell.name());
    }
    return new ActorPath(system.name(), List.copyOf(names));
  }

  /// Whether it is one of those that the system itself has made at the top.
  boolean isGuardian() {
    return parent == null || parent.parent == null;
  }

  /// Its name among its siblings.
  String name() {
    return givenName != null ? givenName : Names.ofNumber(number);
  }

  /// Its name, if it was given one.
  @Nullable String givenName() {
    return givenName;
  }

  /// The parts that it needs only now.
  Annex annex() {
    Annex present = annex;
    if (present == null) {
      present = new Annex(isGuardian());
      annex = present;
    }
    return present;
  }

  /// The same; null if it has not needed any. Threads: any.
  @Nullable Annex annexIfAny() {
    return annex;
  }

  /// Makes a new instance and lets it handle messages.
  void instantiate() throws Exception {
    behavior = null;
    Actor<M> instance = factory.get();
    if (instance == null) {
      throw new SpawnException(
          "The factory of " + path() + " gave null; it must make a new actor each time.");
    }
    behavior = instance;
    instance.started(context);
  }

  /// Notes that its last hook is about to be called. Threads: its turn.
  void beginEnd() {
    marks |= ENDING;
  }

  /// Whether its last hook is being called, or has been: it makes no more children.
  boolean isEnding() {
    return (marks & ENDING) != 0;
  }

  /// What handles messages; null when there is no instance.
  @Nullable Actor<M> behavior() {
    return behavior;
  }

  /// Lets something else handle messages.
  void behavior(@Nullable Actor<M> other) {
    behavior = other;
  }

  /// The instance that the factory made, whatever it has become.
  @SuppressWarnings("unchecked") // only behaviors of this actor are pushed
  @Nullable Actor<M> instance() {
    Annex parts = annex;
    if (parts == null || parts.behaviors == null || parts.behaviors.isEmpty()) {
      return behavior;
    }
    return (Actor<M>) parts.behaviors.getLast();
  }

  @Override
  protected void begin() {
    Lifecycle.begin(this);
    endMessage(null);
  }

  /// Ends it after the present message. Threads: its turn.
  void stopSelf() {
    requestEnd();
  }

  @Override
  protected void endRequested() {
    Lifecycle.stop(this);
    endMessage(null);
  }

  @Override
  @SuppressWarnings("unchecked") // as in receive()
  protected void deliver(Object message) {
    Actor<M> current = behavior;
    if (gate != null || annex != null || current == null || message instanceof Envelope) {
      deliverWithCare(message);
      return;
    }
    // As receive() does it, one call less deep: see Mailbox.enqueue().
    noteType(message);
    try {
      current.receive(context, (M) message);
    } catch (Throwable e) {
      Lifecycle.failed(this, message, e);
    }
    endMessage(message);
  }

  private void deliverWithCare(Object message) {
    if (gate == null || isNotice(message)) {
      handle(message);
      return;
    }
    try {
      gate.left(this);
    } finally { // whatever is thrown while another one is let in
      handle(message);
    }
  }

  private void handle(Object message) {
    if (message instanceof Envelope envelope) {
      open(envelope);
    } else {
      receive(message);
    }
    endMessage(message);
  }

  /// Puts everything away that belongs to one message or hook.
  ///
  /// @param message null for a hook
  private void endMessage(@Nullable Object message) {
    Annex parts = annex;
    if (parts != null) {
      parts.endMessage(this, message);
    }
  }

  private void open(Envelope envelope) {
    switch ((CellEnvelope) envelope) {
      case CellEnvelope.Sent sent -> receiveFrom(sent);
      case CellEnvelope.Poison poison -> {
        poison.isOpened = true;
        stopSelf();
      }
      case CellEnvelope.WatchNotice notice -> {
        if (annex().watches().end(notice.watch)) {
          receiveNotice(notice.watch.message());
        }
      }
      case CellEnvelope.Timed timed -> {
        if (!deliverTimed(timed) && !isNotice(timed)) {
          system.tookBack();
        }
      }
      case CellEnvelope.Translated translated -> receiveTranslated(translated);
    }
  }

  private boolean deliverTimed(CellEnvelope.Timed timed) {
    marks |= IN_TIMER;
    try {
      return timed.deliver();
    } finally {
      marks &= ~IN_TIMER;
    }
  }

  /// Whether it handles the message of a timer. The thread does not tell: the task of a timer may
  /// move a pool, and with it a turn that has nothing to do with the timer. Threads: its turn.
  boolean isInTimer() {
    return (marks & IN_TIMER) != 0;
  }

  /// Makes a message of something, and handles it.
  void receiveTranslated(CellEnvelope.Translated translated) {
    Object message;
    try {
      message = translated.message();
    } catch (Throwable e) {
      Lifecycle.failedToTranslate(this, translated.payload(), e);
      return;
    }
    if (message instanceof CellEnvelope.Sent sent) {
      receiveFrom(sent);
    } else {
      receive(message);
    }
  }

  /// Handles a message that the runtime brings, of a watch or a receive timeout. It passed no gate,
  /// so an observer learns of it here.
  void receiveNotice(Object message) {
    if (gate != null) {
      gate.observeSend(this, message);
    }
    receive(message);
  }

  /// Handles the message of a timer, in the run of that timer.
  void receiveTimed(Object message, @Nullable ActorRef<?> sender) {
    if (message instanceof ReceiveTimeout timeout) {
      timeout.run();
    } else if (sender == null) {
      receive(message);
    } else {
      annex().sender = sender;
      receive(message);
      annex().sender = null;
    }
  }

  /// The scheduler of its timers, with the policy of its dispatcher or its guardian.
  Scheduler timers() {
    return system.timersOf(this);
  }

  /// Publishes a message for which there was no room when its timer handed it over; that goes on.
  /// Threads: any.
  void timedOverflow(CellEnvelope.Timed timed) {
    if (gate != null) {
      gate.observeSend(this, timed);
    }
    deadLetter(timed, DeadLetterReason.OVERFLOW);
  }

  /// Publishes a message that its timer could not hand over. Threads: any.
  void timerGaveUp(Object message, @Nullable ActorRef<?> sender) {
    if (message instanceof ReceiveTimeout timeout) {
      timeout.dropped();
      return;
    }
    if (gate != null) {
      gate.observeSend(this, message);
    }
    system.deadLetter(
        new DeadLetter(
            message, this, Optional.ofNullable(sender), DeadLetterReason.SCHEDULER_FAILURE));
  }

  private void receiveFrom(CellEnvelope.Sent sent) {
    annex().sender = sent.sender;
    receive(sent.payload());
    annex().sender = null;
  }

  private void noteType(Object message) {
    Class<?> type = message.getClass();
    if (type != latestType) {
      latestType = type;
    }
  }

  @SuppressWarnings("unchecked") // references are typed, so nobody can send anything else
  private void receive(Object message) {
    noteType(message);
    Annex parts = annex;
    if (parts != null) {
      parts.beginMessage(message);
    }
    Actor<M> current = behavior;
    ActorObserver observer = gate == null ? null : gate.observer();
    try {
      if (current == null) {
        throw new IllegalStateException(path() + " has no instance, but was not suspended");
      }
      if (observer != null) {
        observer.handling(this, message);
      }
      current.receive(context, (M) message);
    } catch (Throwable e) {
      Lifecycle.failed(this, message, e);
    }
    if (observer != null) {
      observer.handled(this, message);
    }
  }

  @Override
  protected void handleSystem(SystemMessage message) {
    Lifecycle.handle(this, (CellMessage) message);
    endMessage(null);
  }

  @Override
  protected void undelivered(Object message, DeadLetterReason reason) {
    try {
      deadLetter(message, reason);
    } catch (Throwable e) { // there may be no memory for a letter; the others have to go on
      VmErrors.report(e);
    }
  }

  /// Whether a message comes from the runtime: it is not counted by the gate, and nobody misses it.
  private static boolean isNotice(Object message) {
    return message instanceof CellEnvelope.Poison
        || message instanceof CellEnvelope.WatchNotice
        || (message instanceof CellEnvelope.Timed timed
            && timed.payload() instanceof ReceiveTimeout);
  }

  /// Publishes a message that nobody handles. Threads: any.
  void deadLetter(Object message, DeadLetterReason reason) {
    Optional<ActorRef<?>> sender =
        switch (message) {
          case CellEnvelope.Sent sent -> Optional.of(sent.sender);
          case CellEnvelope.Translated translated -> Optional.ofNullable(translated.sender);
          case CellEnvelope.Timed timed -> timed.send.sender();
          default -> Optional.empty();
        };
    boolean isNotice = isNotice(message);
    boolean isLoss = !isNotice && !Receptionist.isOfNoUse(Envelope.payload(message), reason);
    if (message instanceof CellEnvelope.Timed timed && !survives(timed, reason)) {
      if (!isNotice) {
        system.tookBack();
      }
    } else if (isLoss) {
      system.deadLetter(new DeadLetter(Envelope.payload(message), this, sender, reason));
    }
  }

  /// Tells the timer of a message that becomes a dead letter: it ends with its receiver, but goes
  /// on where there was only no room.
  ///
  /// @return false when it was cancelled before, so that there is no message any more
  private boolean survives(CellEnvelope.Timed timed, DeadLetterReason reason) {
    if (reason != DeadLetterReason.OVERFLOW) {
      return timed.end();
    }
    if (timed.isCancelled()) {
      return false;
    }
    system.execute(timed::skip);
    return true;
  }

  @Override
  protected void undeliveredSystem(SystemMessage message) {
    Lifecycle.refused(this, (CellMessage) message);
  }

  @Override
  protected void closed() {
    Lifecycle.ended(this);
  }

  /// Lets the mailbox know, for [Lifecycle].
  void suspendMessages() {
    suspend();
  }

  void resumeMessages() {
    resume();
  }

  /// Closes the mailbox, for [Lifecycle].
  void closeMailbox() {
    if (gate != null) {
      gate.close(this);
    }
    close();
  }

  /// Puts the last of these to the front of the mailbox; if that throws, it is where it was.
  void lastToFront(Deque<Object> messages) {
    putBack(messages.getLast());
    messages.removeLast();
    if (gate != null) {
      gate.putBack(this);
    }
  }

  /// Whether the current thread is in a turn of this actor.
  boolean isInTurn() {
    return isTurnOfCurrentThread();
  }

  /// Whether a message may be refused before it reaches the mailbox. Threads: any.
  boolean isGated() {
    return gate != null;
  }

  @Override
  public int depth(int max) {
    if (gate == null) {
      return super.depth(max);
    }
    return phase() == Occupant.Phase.CLOSED ? 0 : Math.min(max, gate.count());
  }

  /// The type of the latest message; empty before the first. Threads: any.
  String latestType() {
    Class<?> type = latestType;
    return type == null ? "" : Messages.name(type);
  }

  @Override
  public String toString() {
    return path().toString();
  }
}
