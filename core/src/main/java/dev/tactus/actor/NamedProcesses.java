package dev.tactus.actor;

import dev.tactus.actor.shutdown.CoordinatedShutdown;
import dev.tactus.process.ProcessException;
import dev.tactus.process.ProcessSystem;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// The systems of processes beside the actors of a system. Each has a name of its own, by which
/// dumps, meters and the console tell them apart.
///
/// Threads: any.
final class NamedProcesses {
  /// One of them.
  ///
  /// @param stop its task in the shutdown of the actors
  record Entry(ProcessSystem system, CoordinatedShutdown.Registration stop) {}

  private final List<Entry> all = new CopyOnWriteArrayList<>(); // written under the lock

  /// Starts one. The name of one that has stopped is free again; the new one takes its place, and
  /// nothing keeps the other in memory any more.
  ///
  /// @throws ProcessException.NameTaken when one that has not stopped has this name
  synchronized ProcessSystem start(String name, Supplier<Entry> starter) {
    for (Entry other : all) {
      if (other.system.name().equals(name) && !other.system.isStopped()) {
        throw new ProcessException.NameTaken(name, taken());
      }
    }
    Entry started = starter.get();
    for (Entry other : all) {
      if (other.system.name().equals(name)) {
        other.stop.remove();
      }
    }
    all.removeIf(other -> other.system.name().equals(name));
    all.add(started);
    return started.system;
  }

  private List<String> taken() {
    return all().stream().filter(each -> !each.isStopped()).map(ProcessSystem::name).toList();
  }

  /// Those that were started, in this order.
  List<ProcessSystem> all() {
    return all.stream().map(Entry::system).toList();
  }
}
