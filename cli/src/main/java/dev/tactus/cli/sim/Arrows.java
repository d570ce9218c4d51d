package dev.tactus.cli.sim;

import dev.tactus.testkit.simulation.TraceEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds for each message where it was handled.
///
/// A trace names messages by their type. So among messages of one type to one receiver, the first
/// that was sent is taken for the first that was handled or became a dead letter. Where a mailbox
/// reorders messages of the same type, as a priority mailbox does, arrows may be swapped.
final class Arrows {
  /// Of an event that was not matched.
  static final int NONE = -1;

  private record Line(String receiver, String type) {}

  private Arrows() {}

  /// For each event the index of the event at the other end of its arrow, or [#NONE]. Filled for
  /// the beginnings only: those that were sent.
  static int[] of(List<TraceEvent> events) {
    int[] ends = new int[events.size()];
    Map<Line, Deque<Integer>> underway = new HashMap<>();
    for (int i = 0; i < ends.length; i++) {
      ends[i] = NONE;
      TraceEvent event = events.get(i);
      switch (event.kind()) {
        case SENT, TIMER ->
            underway
                .computeIfAbsent(
                    new Line(event.actor(), event.detail()), line -> new ArrayDeque<>())
                .add(i);
        case HANDLED, DEAD_LETTER -> {
          Deque<Integer> waiting = underway.get(new Line(event.actor(), type(event)));
          Integer begin = waiting == null ? null : waiting.poll();
          if (begin != null) {
            ends[begin] = i;
          }
        }
        default -> {}
      }
    }
    return ends;
  }

  /// The type of the message: a dead letter names the reason, too.
  private static String type(TraceEvent event) {
    int space = event.detail().indexOf(' ');
    return event.kind() == TraceEvent.Kind.DEAD_LETTER && space >= 0
        ? event.detail().substring(0, space)
        : event.detail();
  }
}
