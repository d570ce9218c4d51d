package dev.tactus.process;

import dev.tactus.paging.NextByNumber;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// All processes of a system, by number.
///
/// Places are counted apart from the table: a place is taken by one CAS that cannot pass the limit,
/// before the process exists. To ask for the size first and to enter then would let two starters
/// have the last place.
///
/// Threads: any.
final class ProcessTable {
  private final ConcurrentHashMap<Pid, ProcessTask> tasks;
  private final AtomicLong lastNumber = new AtomicLong();
  private final AtomicLong places = new AtomicLong();
  private final long limit;

  ProcessTable(long limit) {
    this(limit, new ConcurrentHashMap<>());
  }

  /// One that keeps its processes here, so that a test can come between.
  ProcessTable(long limit, ConcurrentHashMap<Pid, ProcessTask> tasks) {
    this.limit = limit;
    this.tasks = tasks;
  }

  /// Takes a place.
  ///
  /// @return false when there is none
  boolean takePlace() {
    long taken;
    do {
      taken = places.get();
      if (taken >= limit) {
        return false;
      }
    } while (!places.compareAndSet(taken, taken + 1));
    return true;
  }

  /// The number for the next process.
  Pid nextPid() {
    return new Pid(lastNumber.incrementAndGet());
  }

  /// Enters a process.
  ///
  /// @throws ProcessException.DuplicatePid when its number is taken; the table is as before
  void add(ProcessTask task) {
    if (tasks.putIfAbsent(task.self(), task) != null) {
      throw new ProcessException.DuplicatePid(task.self());
    }
  }

  /// Takes a process out. It keeps its place.
  void remove(ProcessTask task) {
    boolean removed = tasks.remove(task.self(), task);
    assert removed : task + " was not in the table";
  }

  /// Gives a place back, the last that is done for a process.
  void givePlaceBack() {
    places.decrementAndGet();
  }

  @Nullable ProcessTask find(Pid pid) {
    return tasks.get(Objects.requireNonNull(pid, "pid: name the process"));
  }

  /// @throws ProcessException.UnknownPid when there is none
  ProcessTask require(Pid pid) {
    ProcessTask task = find(pid);
    if (task == null) {
      throw unknown(pid);
    }
    return task;
  }

  ProcessException unknown(Pid pid) {
    return new ProcessException.UnknownPid(pid, pid.number() <= lastNumber.get());
  }

  /// Places that are taken.
  long size() {
    return places.get();
  }

  /// How many numbers were given.
  long numbered() {
    return lastNumber.get();
  }

  /// Those with the lowest numbers above this one.
  List<ProcessInfo> page(long after, int max) {
    return NextByNumber.<ProcessTask>of(all(), task -> task.self().number(), after, max).stream()
        .map(ProcessTask::info)
        .toList();
  }

  Collection<ProcessTask> all() {
    return tasks.values();
  }
}
