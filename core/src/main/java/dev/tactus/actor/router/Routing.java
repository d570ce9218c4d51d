package dev.tactus.actor.router;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Which routee gets a message.
///
/// @param <M> the messages
public sealed interface Routing<M> {
  /// One after another.
  static <M> Routing<M> roundRobin() {
    return new RoundRobin<>();
  }

  /// All of them.
  static <M> Routing<M> broadcast() {
    return new Broadcast<>();
  }

  /// Always the same one for the same key. When a routee comes or goes, only the keys of that one
  /// move; adapters of one actor, which have one path, may swap theirs as well.
  ///
  /// @param key of a message; its hash code decides. A message without one, so null, becomes a dead
  ///   letter
  static <M> Routing<M> consistentHash(Function<? super M, ? extends @Nullable Object> key) {
    return new ConsistentHash<>(key);
  }

  /// The one with the fewest messages waiting; several that have as few take turns, and so do all
  /// with 64 or more, since no mailbox is counted further. It looks at the mailboxes of the routees
  /// for each message, until it finds an empty one, so it is for few routees whose messages take
  /// long.
  static <M> Routing<M> smallestMailbox() {
    return new SmallestMailbox<>();
  }

  /// See [Routing#roundRobin()].
  record RoundRobin<M>() implements Routing<M> {}

  /// See [Routing#broadcast()].
  record Broadcast<M>() implements Routing<M> {}

  /// See [Routing#consistentHash].
  ///
  /// @param key of a message
  record ConsistentHash<M>(Function<? super M, ? extends @Nullable Object> key)
      implements Routing<M> {
    /// Checks that it is there.
    public ConsistentHash {
      Objects.requireNonNull(key, "key: say what messages are told apart by");
    }
  }

  /// See [Routing#smallestMailbox()].
  record SmallestMailbox<M>() implements Routing<M> {}
}
