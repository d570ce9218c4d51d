package dev.tactus.bench.actors.contenders;

import java.util.function.Supplier;

/// An actor as it sees itself, valid within its turn.
///
/// @param <A> the contender's own address of an actor
public interface Self<A> {
  /// Its own address.
  A address();

  /// Starts another actor, a child where the contender knows such.
  A spawn(Supplier<Handler<A>> handler);

  /// Ends this actor after the current message. The workloads send it nothing more.
  void end();
}
