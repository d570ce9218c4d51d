package dev.tactus.actor;

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
  private final List<ProcessSystem> all = new CopyOnWriteArrayList<>(); // written under the lock

  /// Starts one. The name of one that has stopped is free again; the new one takes its place.
  ///
  /// @throws ProcessException.NameTaken when one that has not stopped has this name
  synchronized ProcessSystem start(String name, Supplier<ProcessSystem> starter) {
    for (ProcessSystem other : all) {
      if (other.name().equals(name) && !other.isStopped()) {
        throw new ProcessException.NameTaken(name, taken());
      }
    }
    ProcessSystem started = starter.get();
    all.removeIf(other -> other.name().equals(name));
    all.add(started);
    return started;
  }

  private List<String> taken() {
    return all.stream().filter(each -> !each.isStopped()).map(ProcessSystem::name).toList();
  }

  /// Those that were started, in this order.
  List<ProcessSystem> all() {
    return List.copyOf(all);
  }
}
