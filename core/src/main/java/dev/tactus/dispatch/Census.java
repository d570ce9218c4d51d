package dev.tactus.dispatch;

import java.util.function.Consumer;

/// Knows the actors of a system. Nobody keeps a list of them: they are asked for when a dump or a
/// sample is made.
@FunctionalInterface
public interface Census {
  /// A system without actors.
  Census NOBODY = action -> {};

  /// Calls this for each actor. Threads: any.
  void forEach(Consumer<? super Occupant> action);

  /// The same for those that have something to tell ([Occupant#isStirring]), of whom there may be
  /// few. Threads: any.
  default void forEachStirring(Consumer<? super Occupant> action) {
    forEach(
        occupant -> {
          if (occupant.isStirring()) {
            action.accept(occupant);
          }
        });
  }
}
