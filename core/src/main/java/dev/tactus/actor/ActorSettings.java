package dev.tactus.actor;

import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.QueueCapability;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Where and how an actor runs, whatever it does.
///
/// @param supervision what happens when it fails
/// @param dispatcherId where it runs; empty for the dispatcher of the system
/// @param mailboxId its mailbox; empty for that of the dispatcher, or of the system
/// @param mailbox its mailbox, described rather than named; goes before `mailboxId`
/// @param required what its mailbox must be able to do; with a stash also to be a deque, whether
///   that is named or not
/// @param stashCapacity how many messages it can set aside
public record ActorSettings(
    Supervision supervision,
    Optional<String> dispatcherId,
    Optional<String> mailboxId,
    Optional<MailboxSettings> mailbox,
    Set<QueueCapability> required,
    int stashCapacity) {
  /// Restarted on failure, on the default dispatcher, with the default mailbox, without a stash.
  public static final ActorSettings DEFAULT =
      new ActorSettings(
          Supervision.restart(), Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), 0);

  /// What actors of the runtime itself have: they need room for what they are told, whatever
  /// mailbox the user has made the default.
  static final ActorSettings OF_RUNTIME = DEFAULT.withMailbox(MailboxSettings.unbounded());

  /// Checks the values and copies the set. A stash requires a deque: what leaves it goes to the
  /// front of the mailbox, and would have nowhere to go.
  public ActorSettings {
    Objects.requireNonNull(supervision, "supervision");
    Objects.requireNonNull(dispatcherId, "dispatcherId");
    Objects.requireNonNull(mailboxId, "mailboxId");
    Objects.requireNonNull(mailbox, "mailbox");
    if (stashCapacity < 0) {
      throw new IllegalArgumentException(
          "A stash cannot have the capacity " + stashCapacity + "; give 0 for none, or more.");
    }
    required = stashCapacity == 0 ? Set.copyOf(required) : with(QueueCapability.DEQUE, required);
  }

  private static Set<QueueCapability> with(QueueCapability one, Set<QueueCapability> others) {
    Set<QueueCapability> all = EnumSet.of(one);
    all.addAll(others);
    return Set.copyOf(all);
  }

  /// Whether it names no dispatcher and no mailbox and requires nothing, so that it gets the parts
  /// that the system has for everybody.
  boolean isPlain() {
    return dispatcherId.isEmpty() && mailboxId.isEmpty() && mailbox.isEmpty() && required.isEmpty();
  }

  /// The same with something else to happen when it fails.
  public ActorSettings withSupervision(Supervision other) {
    return new ActorSettings(other, dispatcherId, mailboxId, mailbox, required, stashCapacity);
  }

  /// The same on another dispatcher.
  public ActorSettings withDispatcher(String id) {
    return new ActorSettings(
        supervision,
        Optional.of(Objects.requireNonNull(id, "id: name the dispatcher")),
        mailboxId,
        mailbox,
        required,
        stashCapacity);
  }

  /// The same with a mailbox that is registered under this id, and none of its own.
  public ActorSettings withMailbox(String id) {
    return new ActorSettings(
        supervision,
        dispatcherId,
        Optional.of(Objects.requireNonNull(id, "id: name the mailbox")),
        Optional.empty(),
        required,
        stashCapacity);
  }

  /// The same with such a mailbox, whatever was named before.
  public ActorSettings withMailbox(MailboxSettings settings) {
    return new ActorSettings(
        supervision,
        dispatcherId,
        Optional.empty(),
        Optional.of(Objects.requireNonNull(settings, "settings: say which mailbox")),
        required,
        stashCapacity);
  }

  /// The same, but only with a mailbox that can do this.
  public ActorSettings requiring(QueueCapability capability) {
    Set<QueueCapability> more = with(capability, required);
    return new ActorSettings(supervision, dispatcherId, mailboxId, mailbox, more, stashCapacity);
  }

  /// The same with a stash, or with 0 for none. A stash requires a mailbox that is a deque, and the
  /// actor gets one unless it names another. What is required stays so without the stash.
  public ActorSettings withStash(int capacity) {
    return new ActorSettings(supervision, dispatcherId, mailboxId, mailbox, required, capacity);
  }
}
