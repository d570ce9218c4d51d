package dev.tactus.bench.actors.contenders;

/// What an actor of a workload does with a message. One message at a time, so its fields need no
/// locks.
///
/// @param <A> the contender's own address of an actor
@FunctionalInterface
public interface Handler<A> {
  void receive(Self<A> self, Object message);
}
