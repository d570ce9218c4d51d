package dev.tactus.actor;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.dispatch.UnknownDispatcherException;
import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.mailbox.QueueCapability;
import dev.tactus.mailbox.inbox.LocalQueue;
import dev.tactus.mailbox.inbox.Queues;
import dev.tactus.mailbox.inbox.SharedQueue;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes actors: finds the parts that they ask for, and puts them into the tree.
///
/// ## Which mailbox
///
/// The first of these that is named: the actor's own, by settings or by id; that of its dispatcher;
/// the default. Where nobody names one and the actor requires something that the default does not
/// have, it gets a mailbox that has it.
///
/// Threads: any.
final class Spawner {
  private final ActorSystem system;
  private final Dispatchers dispatchers;
  private final Map<String, MailboxSettings> mailboxes;
  private final Dispatcher defaultDispatcher;
  private final @Nullable ActorObserver observer;
  private final boolean isDefaultPlain;

  /// Whether actors that name no dispatcher have one each. The default one is not theirs then, but
  /// that of the guardians and of whatever belongs to no actor.
  private final boolean isDefaultPinned;

  private final List<SpawnMiddleware> middleware;

  Spawner(ActorSystem system, Dispatchers dispatchers, Map<String, MailboxSettings> mailboxes) {
    this.system = system;
    this.dispatchers = dispatchers;
    this.mailboxes = mailboxes;
    this.observer = system.settings().observer().orElse(null);
    this.middleware = system.settings().spawning();
    this.defaultDispatcher = dispatchers.standard();
    this.isDefaultPinned =
        defaultDispatcher.settings().host() instanceof DispatcherSettings.Host.Pinned;
    MailboxSettings mailbox =
        mailboxes.getOrDefault(SystemSettings.DEFAULT_MAILBOX, MailboxSettings.unbounded());
    this.isDefaultPlain =
        !isDefaultPinned
            && defaultDispatcher.mailboxId().isEmpty()
            && mailbox.order() == MailboxSettings.Order.FIFO
            && observer == null
            && !mailbox.isBounded();
  }

  Dispatcher defaultDispatcher() {
    return defaultDispatcher;
  }

  /// The same name; null is only that of actors whose callers name none.
  static String given(String name) {
    return Objects.requireNonNull(name, "name: leave it out where the actor needs none");
  }

  static <F extends Supplier<?>> F given(F factory) {
    return Objects.requireNonNull(factory, "factory: say what makes the actor");
  }

  static <C> Props<C> given(Props<C> props) {
    return Objects.requireNonNull(props, "props: say what makes the actor");
  }

  /// Makes an actor and lets it begin, past everyone who wants to see it before.
  ///
  /// @param name null for a number
  <C> ActorCell<C> spawn(
      ActorCell<?> parent,
      @Nullable String name,
      Supplier<? extends Actor<C>> factory,
      ActorSettings settings) {
    if (middleware.isEmpty()) {
      return make(parent, name, factory, settings);
    }
    return new SpawnChain<>(this, middleware, parent, factory)
        .spawn(new SpawnRequest(parent.path(), Optional.ofNullable(name), settings));
  }

  /// Makes an actor and lets it begin.
  ///
  /// @param name null for a number
  <C> ActorCell<C> make(
      ActorCell<?> parent,
      @Nullable String name,
      Supplier<? extends Actor<C>> factory,
      ActorSettings settings) {
    if (name != null) {
      Names.require(() -> "A child of " + parent.path(), name);
    }
    if (parent.isEnding()) {
      throw obstructed(parent, name, Children.STOPPING);
    }
    Place place =
        isDefaultPlain && (settings == ActorSettings.DEFAULT || settings.isPlain())
            ? new Place(defaultDispatcher, null, null, name)
            : place(parent, name, settings);
    ActorCell<C> cell = new ActorCell<>(system, parent, factory, settings, place);
    Annex annex = parent.annex();
    String obstacle = annex.children.add(cell, name);
    if (obstacle != null) {
      dispatchers.release(place.dispatcher());
      throw obstructed(parent, name, obstacle);
    }
    try {
      annex.childMade(cell);
      for (int left = parent.suspends(); left > 0; left--) {
        cell.suspendMessages(); // who is made by a restart below one that has failed waits as well
      }
      cell.launch();
    } catch (Throwable fatal) { // as a rule for want of stack: it would never have a turn, nor end
      boolean unused = annex.children.remove(cell);
      dispatchers.release(place.dispatcher());
      if (parent.isGuardian()) { // which may have begun to wait for its end meanwhile
        parent.enqueueSystem(new CellMessage.ChildrenLeft());
      }
      throw fatal;
    }
    return cell;
  }

  private static SpawnException obstructed(
      ActorCell<?> parent, @Nullable String name, String obstacle) {
    return new SpawnException(
        "No actor "
            + (name == null ? "without a name" : "'" + name + "'")
            + " can be made under "
            + parent.path()
            + ": "
            + obstacle
            + (obstacle.equals(Children.STOPPING)
                ? ". Spawn while the parent is running; where the system was closed, start a new"
                    + " one."
                : ". Choose another name, or stop the one that has it first."));
  }

  private Place place(ActorCell<?> parent, @Nullable String name, ActorSettings settings) {
    Supplier<String> whom = () -> parent.path() + "/" + (name == null ? "(unnamed)" : name);
    Dispatcher dispatcher = dispatcher(whom, settings);
    MailboxSettings mailbox;
    try {
      mailbox = mailbox(whom, settings, dispatcher);
    } catch (SpawnException e) {
      dispatchers.release(dispatcher);
      throw e;
    }
    LocalQueue queue = Queues.of(mailbox);
    Gate gate = null;
    if (mailbox.isBounded() || observer != null) {
      SharedQueue shared = queue instanceof SharedQueue common ? common : null;
      gate = new Gate(mailbox, system.settings().pressure(), shared, observer);
    }
    return new Place(dispatcher, queue, gate, name);
  }

  private Dispatcher dispatcher(Supplier<String> whom, ActorSettings settings) {
    try {
      Optional<String> id =
          isDefaultPinned
              ? settings.dispatcherId().or(() -> Optional.of(Dispatchers.DEFAULT_ID))
              : settings.dispatcherId();
      return id.map(dispatchers::lookup).orElse(defaultDispatcher);
    } catch (UnknownDispatcherException e) {
      throw new SpawnException(e.code(), whom.get() + " was not spawned: " + e.getMessage());
    } catch (RejectedExecutionException e) {
      throw new SpawnException(whom.get() + " was not spawned: " + e.getMessage());
    }
  }

  private MailboxSettings mailbox(
      Supplier<String> whom, ActorSettings settings, Dispatcher dispatcher) {
    Optional<String> id = settings.mailboxId().or(dispatcher::mailboxId);
    Set<QueueCapability> required = settings.required();
    MailboxSettings chosen;
    if (settings.mailbox().isPresent()) {
      chosen = settings.mailbox().get();
    } else if (id.isPresent()) {
      chosen = named(whom, id.get());
    } else {
      chosen = named(whom, SystemSettings.DEFAULT_MAILBOX);
      if (!required.isEmpty() && !chosen.capabilities().containsAll(required)) {
        chosen = fitting(required, chosen);
      }
    }
    if (!required.isEmpty() && !chosen.capabilities().containsAll(required)) {
      String called =
          settings.mailbox().isPresent()
              ? "the mailbox of its own settings"
              : id.map(any -> "the mailbox '" + any + "'").orElse("the default mailbox");
      throw lacking(whom.get(), required, called, chosen.capabilities());
    }
    return chosen;
  }

  private static SpawnException lacking(
      String whom, Set<QueueCapability> required, String called, Set<QueueCapability> present) {
    Set<QueueCapability> missing = EnumSet.copyOf(required);
    missing.removeAll(present);
    return new SpawnException(
        ErrorCode.MAILBOX_LACKS_CAPABILITY,
        whom
            + " was not spawned: it requires "
            + required
            + ", but "
            + called
            + " is "
            + present
            + ", without "
            + missing
            + ". Name a mailbox that has all of it, or require less.");
  }

  private MailboxSettings named(Supplier<String> whom, String id) {
    MailboxSettings found = mailboxes.get(id);
    if (found == null) {
      throw new SpawnException(
          ErrorCode.UNKNOWN_MAILBOX,
          whom.get()
              + " was not spawned: no mailbox is registered as '"
              + id
              + "'. Known are "
              + new TreeSet<>(mailboxes.keySet())
              + "; register it in the settings of the system, or name one of these.");
    }
    return found;
  }

  /// What an actor gets that requires something and names nothing: the default with another order,
  /// if there is one that has it all, and otherwise the default as it is.
  private static MailboxSettings fitting(Set<QueueCapability> required, MailboxSettings standard) {
    MailboxSettings fitting =
        required.contains(QueueCapability.DEQUE)
            ? MailboxSettings.deque()
            : required.contains(QueueCapability.CONTROL_AWARE)
                ? MailboxSettings.controlAware()
                : standard;
    if (!standard.isBounded()) {
      return fitting;
    }
    return standard.overflow() == OverflowStrategy.DROP_HEAD
        ? standard // which goes with no other order
        : fitting
            .withCapacity(standard.capacity(), standard.overflow())
            .withPushTimeout(standard.pushTimeout());
  }
}
