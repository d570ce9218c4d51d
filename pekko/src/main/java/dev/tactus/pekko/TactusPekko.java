package dev.tactus.pekko;

import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.scheduler.SchedulerMetrics;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ClassicActorSystemProvider;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;
import org.apache.pekko.actor.ExtensionIdProvider;

/// A look at our parts of an actor system, typed or classic.
///
/// ```java
/// System.out.println(TactusPekko.get(system).snapshot().text());
/// ```
///
/// Threads: any.
public final class TactusPekko implements Extension {
  private static final Id ID = new Id();

  private final ExtendedActorSystem system;
  private final Parts parts;

  private TactusPekko(ExtendedActorSystem system) {
    this.system = system;
    this.parts = Parts.of(system.eventStream());
  }

  /// What Pekko knows the extension by.
  public static final class Id extends AbstractExtensionId<TactusPekko>
      implements ExtensionIdProvider {
    /// Made by Pekko, or not at all: see [TactusPekko#get].
    public Id() {}

    @Override
    public TactusPekko createExtension(ExtendedActorSystem system) {
      return new TactusPekko(system);
    }

    @Override
    public Id lookup() {
      return ID;
    }
  }

  /// The extension of a system.
  public static TactusPekko get(ClassicActorSystemProvider system) {
    return ID.get(system);
  }

  /// What all parts look like at this moment.
  public TactusSnapshot snapshot() {
    return new TactusSnapshot(
        system.name(),
        schedulerDump(),
        dispatchers(),
        parts.mailboxes.sum(),
        parts.overflowed.sum());
  }

  /// What the scheduler looks like inside; empty when the system has another one.
  public Optional<SchedulerDump> schedulerDump() {
    return scheduler().map(TactusScheduler::dump);
  }

  /// What the scheduler did so far; empty when the system has another one.
  public Optional<SchedulerMetrics> schedulerMetrics() {
    return scheduler().map(TactusScheduler::metrics);
  }

  private Optional<TactusScheduler> scheduler() {
    return system.scheduler() instanceof TactusScheduler ours
        ? Optional.of(ours)
        : Optional.empty();
  }

  /// The dispatchers that run on our workers, in the order in which they were started.
  public List<DispatcherSnapshot> dispatchers() {
    return parts.executors().stream().map(TactusExecutor::snapshot).toList();
  }
}
