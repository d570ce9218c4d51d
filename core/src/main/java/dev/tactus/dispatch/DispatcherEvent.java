package dev.tactus.dispatch;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
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
  record TurnRefused(String dispatcher, String task, int attempts)
      implements DispatcherEvent, Coded {
    @Override
    public ErrorCode code() {
      return ErrorCode.TURN_REFUSED;
    }
  }

  /// The host takes turns again: all that it had refused.
  ///
  /// @param dispatcher the dispatcher's id
  /// @param retried how many actors that had been refused were made ready; 0 when only commands had
  ///   been, which are not tried again
  record Recovered(String dispatcher, int retried) implements DispatcherEvent {}

  /// Work was ready, and none of it was taken for too long.
  ///
  /// @param dispatcher the dispatcher's id
  /// @param waiting how many turns wait
  /// @param forNanos for how long none was taken
  /// @param busy what the threads of the dispatcher are doing, as far as they are known
  /// @param isHelped whether a spare worker was started for it
  record Starvation(
      String dispatcher, long waiting, long forNanos, List<BusyThread> busy, boolean isHelped)
      implements DispatcherEvent, Coded {
    /// Copies the list.
    public Starvation {
      busy = List.copyOf(busy);
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.STARVATION;
    }
  }

  /// A sample of how busy a dispatcher is. There is one every second, while somebody subscribes.
  ///
  /// @param dispatcher the dispatcher's id
  /// @param waiting how many turns wait
  /// @param executed how many turns have begun so far; the difference of two samples is the load
  ///   between them
  /// @param busyRatio the share of the time in which its workers had work, from 0 to 1
  /// @param refused how many actors its pool has refused and is to be asked for again
  record Load(String dispatcher, long waiting, long executed, double busyRatio, int refused)
      implements DispatcherEvent {}

  /// A sample of how full a mailbox is. While somebody subscribes, there is one every second for
  /// each actor that runs, waits, is suspended or has messages; the others have none.
  ///
  /// @param occupant the actor and its mailbox
  record Depth(Occupant occupant) implements DispatcherEvent {
    @Override
    public String dispatcher() {
      return occupant.dispatcher();
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
