package dev.tactus.actor;

import dev.tactus.scheduler.Affinity;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.PolicyRegistry;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SystemScheduler;
import dev.tactus.time.TickScale;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Finds the scheduler for the timers of an actor: with the policy of its dispatcher if that has
/// one of its own, else with that of its guardian.
///
/// Threads: any.
final class TimerAffinities {
  private final SystemScheduler scheduler;
  private final PolicyRegistry policies;

  /// For the length of delays only: when it began does not matter to that.
  private final TickScale scale;

  private final ConcurrentHashMap<Affinity, Scheduler> views = new ConcurrentHashMap<>();

  TimerAffinities(SystemScheduler scheduler) {
    this.scheduler = scheduler;
    this.policies = scheduler.settings().policies();
    this.scale = new TickScale(0, scheduler.settings().resolution());
  }

  Scheduler of(ActorCell<?> cell) {
    if (policies.isUniform()) {
      return scheduler;
    }
    Affinity dispatcher = Affinity.dispatcher(cell.dispatcher().registeredId());
    if (policies.knows(dispatcher)) {
      return view(dispatcher);
    }
    Affinity guardian = Affinity.guardian("/" + guardianOf(cell));
    return policies.knows(guardian) ? view(guardian) : scheduler;
  }

  /// Registers a timer of an actor. One that takes the place of another needs no room: where others
  /// have used up the quota meanwhile, it is a timer of the runtime, which that does not concern.
  ///
  /// @throws QuotaExceededException when it replaces none, and there are too many
  Cancellable register(
      ActorCell<?> cell, boolean isReplacement, Function<Scheduler, Cancellable> registration) {
    try {
      return registration.apply(of(cell));
    } catch (QuotaExceededException e) {
      if (!isReplacement) {
        throw e;
      }
      return registration.apply(view(Affinity.RUNTIME));
    }
  }

  /// Checks a delay as the scheduler does, for those who give something up before they schedule.
  ///
  /// @param what how an error message names it
  /// @throws dev.tactus.time.InvalidDelayException when the scheduler would refuse it
  void check(String what, Duration delay) {
    long unused = scale.checkedNanos(what, delay);
  }

  private Scheduler view(Affinity affinity) {
    return views.computeIfAbsent(affinity, scheduler::withAffinity);
  }

  private static String guardianOf(ActorCell<?> cell) {
    ActorCell<?> guardian = cell;
    ActorCell<?> above = guardian.parent;
    while (above != null && above.parent != null) {
      guardian = above;
      above = guardian.parent;
    }
    return guardian.name();
  }
}
