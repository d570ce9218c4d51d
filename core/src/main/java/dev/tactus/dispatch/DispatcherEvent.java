package dev.tactus.dispatch;

import dev.tactus.event.RuntimeEvent;
import java.util.List;

/// What a dispatcher tells the event stream.
public sealed interface DispatcherEvent extends RuntimeEvent {
  /// The dispatcher's id.
  String dispatcher();

  /// The host refused to run an actor, also when asked again. Its messages wait, and are tried
  /// again with the next one and after a pause.
  ///
  /// @param dispatcher the dispatcher's id
  /// @param task what was refused
  /// @param attempts how many times it was offered
  record TurnRefused(String dispatcher, String task, int attempts) implements DispatcherEvent {}

  /// The host takes turns again.
  ///
  /// @param dispatcher the dispatcher's id
  /// @param retried how many actors that had been refused were made ready
  record Recovered(String dispatcher, int retried) implements DispatcherEvent {}

  /// Work was ready, and none of it was taken for too long.
  ///
  /// @param dispatcher the dispatcher's id
  /// @param waiting how many turns wait
  /// @param forNanos for how long none was taken
  /// @param busy what the threads of the dispatcher are doing, as far as they are known
  record Starvation(String dispatcher, long waiting, long forNanos, List<BusyThread> busy)
      implements DispatcherEvent {
    /// Copies the list.
    public Starvation {
      busy = List.copyOf(busy);
    }
  }

  /// A thread that does not come back.
  ///
  /// @param thread its name
  /// @param stack where it is
  record BusyThread(String thread, List<StackTraceElement> stack) {
    /// Copies the list.
    public BusyThread {
      stack = List.copyOf(stack);
    }
  }
}
