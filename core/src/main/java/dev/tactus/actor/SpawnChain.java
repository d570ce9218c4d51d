package dev.tactus.actor;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One actor on its way through the middleware.
///
/// Threads: whoever spawns it.
final class SpawnChain<C> {
  private final Spawner spawner;
  private final List<SpawnMiddleware> middleware;
  private final ActorCell<?> parent;
  private final Supplier<? extends Actor<C>> factory;
  private final Thread spawning = Thread.currentThread();
  private @Nullable ActorCell<C> made;
  private boolean isOver;

  SpawnChain(
      Spawner spawner,
      List<SpawnMiddleware> middleware,
      ActorCell<?> parent,
      Supplier<? extends Actor<C>> factory) {
    this.spawner = spawner;
    this.middleware = middleware;
    this.parent = parent;
    this.factory = factory;
  }

  ActorCell<C> spawn(SpawnRequest request) {
    ActorRef<?> given;
    try {
      given = pass(0, request);
    } catch (Throwable e) { // also what the signature does not allow, as other languages do
      endOrphan();
      throw e;
    } finally {
      isOver = true;
    }
    ActorCell<C> cell = made;
    if (cell == null || given != cell) {
      endOrphan();
      throw new SpawnException(
          "The spawn middleware of "
              + parent.system.name()
              + " gave "
              + given
              + " for an actor under "
              + request.parent()
              + ". It has to give what `next` gave, or to throw a SpawnException.");
    }
    return cell;
  }

  /// Ends an actor whose reference nobody will ever get.
  private void endOrphan() {
    ActorCell<C> orphan = made;
    if (orphan != null) {
      orphan.enqueueSystem(new CellMessage.Stop());
    }
  }

  private ActorRef<?> pass(int index, SpawnRequest request) {
    if (index < middleware.size()) {
      return middleware.get(index).spawn(request, changed -> pass(index + 1, changed));
    }
    if (Thread.currentThread() != spawning) { // children are made in the turns of their parent
      throw new IllegalStateException(
          "A spawn middleware called `next` for an actor under "
              + request.parent()
              + " on "
              + Thread.currentThread()
              + ", but "
              + spawning
              + " spawns it; call it there.");
    }
    if (isOver) {
      throw new IllegalStateException(
          "A spawn middleware called `next` for an actor under "
              + request.parent()
              + " when that spawn was over; call it before you return, or not at all.");
    }
    if (made != null) {
      throw new IllegalStateException(
          "A spawn middleware called `next` twice for an actor under "
              + request.parent()
              + "; one request makes one actor.");
    }
    ActorCell<C> cell =
        spawner.make(parent, request.name().orElse(null), factory, request.settings());
    made = cell;
    return cell;
  }
}
