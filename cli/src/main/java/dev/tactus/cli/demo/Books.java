package dev.tactus.cli.demo;

import dev.tactus.actor.ActorSystem;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.scheduler.SchedulerMetrics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What became of all messages and all timers of a system that is closed, twice: as the system
/// counted and as the demo did. Both counted by themselves.
///
/// @param messages the system's count of messages
/// @param timers the system's count of timers, those of the runtime itself included
/// @param restarts how many new instances the system says that it made
/// @param demo the demo's own count
public record Books(Messages messages, Timers timers, long restarts, Demo demo) {
  /// Messages.
  ///
  /// @param sent all that were sent
  /// @param byTimers how many of these were sent by timers
  /// @param handled those whose handler returned
  /// @param failed those whose handler threw
  /// @param deadLetters those that nobody handled, by reason
  /// @param published how many dead letters the event stream told of
  /// @param takenBack those of timers that were cancelled while the message waited
  public record Messages(
      long sent,
      long byTimers,
      long handled,
      long failed,
      Map<DeadLetterReason, Long> deadLetters,
      long published,
      long takenBack) {
    /// Copies the map.
    public Messages {
      deadLetters = new EnumMap<>(deadLetters);
    }

    /// All dead letters.
    public long dead() {
      return deadLetters.values().stream().mapToLong(Long::longValue).sum();
    }

    /// What is left: after the close, nothing.
    public long queued() {
      return sent - handled - failed - dead() - takenBack;
    }
  }

  /// Timers.
  ///
  /// @param registered timers that were taken
  /// @param fired runs that were started
  /// @param completed one-shots that ended by running
  /// @param cancelled timers that were cancelled
  /// @param dropped timers that were cancelled for want of room
  /// @param active timers that have not ended
  public record Timers(
      long registered, long fired, long completed, long cancelled, long dropped, long active) {}

  /// The demo's own count.
  ///
  /// @param told messages that it sent; those of timers it does not see
  /// @param handled messages whose handler returned
  /// @param failed messages whose handler threw
  /// @param registered timers that were taken
  /// @param fired messages of timers that were handled
  /// @param completed one-shots that ended by running
  /// @param cancelled timers that ended otherwise
  /// @param restarts new instances of devices after the first ones
  public record Demo(
      long told,
      long handled,
      long failed,
      long registered,
      long fired,
      long completed,
      long cancelled,
      long restarts) {}

  static Books of(ActorSystem system, Witness witness, Fleet fleet) {
    FleetCounts counts = fleet.counts;
    SchedulerMetrics metrics = system.scheduler().metrics();
    long failed = witness.failed.sum();
    return new Books(
        new Messages(
            witness.sent.sum(),
            witness.sentByTimers.sum(),
            witness.ended.sum() - failed,
            failed,
            system.deadLetters(),
            witness.deadLetters.sum(),
            system.takenBack()),
        new Timers(
            metrics.registered(),
            metrics.fired(),
            metrics.completed(),
            metrics.cancelled(),
            metrics.dropped(),
            metrics.active()),
        witness.restarts.sum(),
        new Demo(
            counts.told.sum(),
            counts.handled.sum(),
            counts.failed.sum(),
            counts.registered.sum(),
            counts.beats.sum() + counts.timedOut.sum(),
            counts.timedOut.sum(),
            counts.answered.sum() + counts.abandoned.sum(),
            counts.instances.sum() - fleet.devices()));
  }

  boolean areBalanced() {
    return differences().isEmpty();
  }

  /// How many timers are the runtime's own: those that wait before a restart.
  long ownTimers() {
    return timers.registered - demo.registered;
  }

  /// What does not fit, one sentence each; nothing when the books balance.
  List<String> differences() {
    List<String> found = new ArrayList<>();
    if (messages.queued() != 0) {
      found.add(
          Figures.count(messages.sent)
              + " messages were sent; handled, failed, dead and taken back leave "
              + Figures.count(messages.queued())
              + " although the system is closed");
    }
    compare(found, "messages that no timer sent", messages.sent - messages.byTimers, demo.told);
    compare(found, "handled messages", messages.handled, demo.handled);
    compare(found, "failed messages", messages.failed, demo.failed);
    compare(found, "restarts", restarts, demo.restarts);
    if (messages.published != messages.dead()) {
      found.add(
          "dead letters: the system counted "
              + Figures.count(messages.dead())
              + ", its event stream told of "
              + Figures.count(messages.published));
    }
    addDifferencesOfTimers(found);
    return found;
  }

  private void addDifferencesOfTimers(List<String> found) {
    if (timers.active != 0) {
      found.add(
          Figures.count(timers.active) + " timers never ended, although the system is closed");
    }
    if (demo.registered != demo.completed + demo.cancelled) {
      found.add(
          "the demo registered "
              + Figures.count(demo.registered)
              + " timers, but saw "
              + Figures.count(demo.completed + demo.cancelled)
              + " of them end");
    }
    long ownEnded = timers.completed - demo.completed;
    if (ownTimers() < restarts || ownEnded < restarts || ownEnded > ownTimers()) {
      found.add(
          Figures.count(restarts)
              + " restarts waited for a timer each, but the runtime had "
              + Figures.count(ownTimers())
              + " timers of its own, of which "
              + Figures.count(ownEnded)
              + " ran");
    }
    compare(found, "runs of the fleet's timers", timers.fired - ownEnded, demo.fired);
  }

  private static void compare(List<String> found, String what, long system, long demo) {
    if (system != demo) {
      found.add(
          what
              + ": the system counted "
              + Figures.count(system)
              + ", the demo "
              + Figures.count(demo));
    }
  }
}
