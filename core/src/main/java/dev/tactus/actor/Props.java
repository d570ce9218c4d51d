package dev.tactus.actor;

import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.QueueCapability;
import java.util.Objects;
import java.util.function.Supplier;

/// How to make an actor, and where and how it runs.
///
/// @param factory makes an instance, at the start and for each restart
/// @param settings where and how it runs
/// @param <M> what it can be told
public record Props<M>(Supplier<? extends Actor<M>> factory, ActorSettings settings) {
  /// Checks that both are there.
  public Props {
    Objects.requireNonNull(factory, "factory");
    Objects.requireNonNull(settings, "settings");
  }

  /// An actor with the defaults of everything.
  public static <M> Props<M> of(Supplier<? extends Actor<M>> factory) {
    return new Props<>(factory, ActorSettings.DEFAULT);
  }

  /// The same with something else to happen when it fails.
  public Props<M> withSupervision(Supervision other) {
    return new Props<>(factory, settings.withSupervision(other));
  }

  /// The same on another dispatcher.
  public Props<M> withDispatcher(String id) {
    return new Props<>(factory, settings.withDispatcher(id));
  }

  /// The same with a mailbox that is registered under this id.
  public Props<M> withMailbox(String id) {
    return new Props<>(factory, settings.withMailbox(id));
  }

  /// The same with such a mailbox.
  public Props<M> withMailbox(MailboxSettings mailbox) {
    return new Props<>(factory, settings.withMailbox(mailbox));
  }

  /// The same, but only with a mailbox that can do this.
  public Props<M> requiring(QueueCapability capability) {
    return new Props<>(factory, settings.requiring(capability));
  }

  /// The same with a stash for so many messages. It requires a mailbox that is a deque, and gets
  /// one unless it names another.
  public Props<M> withStash(int capacity) {
    return new Props<>(factory, settings.withStash(capacity));
  }
}
