package dev.tactus.testkit.simulation;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorObserver;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.DeadLetter;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Writes the trace of a run. Messages are named by their type, since what they print may differ
/// from run to run.
///
/// Threads: that of the simulation.
final class Recorder implements ActorObserver {
  /// Decides about faults that concern one message.
  interface Trouble {
    /// Throws if the handler is to fail.
    void beforeHandling(ActorRef<?> receiver);

    /// Whether a mailbox is to behave as if it were full.
    boolean isFull(ActorRef<?> receiver);
  }

  private final List<TraceEvent> events = new ArrayList<>();
  private final Set<String> reached = new TreeSet<>();
  private final Trouble trouble;
  private @Nullable Clock clock;
  private String running = "";

  Recorder(Trouble trouble) {
    this.trouble = trouble;
  }

  void begin(Clock from) {
    clock = from;
  }

  Trace trace(long seed) {
    return new Trace(seed, events);
  }

  Set<String> reached() {
    return reached;
  }

  void add(TraceEvent.Kind kind, String actor, String other, String detail) {
    long now = clock == null ? 0 : clock.nanos();
    events.add(new TraceEvent(now, kind, actor, other, detail.replace('\t', ' ')));
  }

  void reached(String state) {
    reached.add(state);
    add(TraceEvent.Kind.REACHED, running, "", state);
  }

  @Override
  public void sent(ActorRef<?> receiver, Object message) {
    add(TraceEvent.Kind.SENT, name(receiver), running, type(message));
  }

  @Override
  public void handling(ActorRef<?> receiver, Object message) {
    running = name(receiver);
    add(TraceEvent.Kind.HANDLED, running, "", type(message));
    trouble.beforeHandling(receiver);
  }

  @Override
  public void handled(ActorRef<?> receiver, Object message) {
    running = "";
  }

  @Override
  public boolean isFull(ActorRef<?> receiver) {
    return trouble.isFull(receiver);
  }

  /// Writes what the runtime tells.
  void event(RuntimeEvent event) {
    switch (event) {
      case ActorEvent.Started it -> add(TraceEvent.Kind.STARTED, name(it.actor()), "", "");
      case ActorEvent.Stopped it -> add(TraceEvent.Kind.STOPPED, name(it.actor()), "", "");
      case ActorEvent.Restarted it ->
          add(TraceEvent.Kind.RESTARTED, name(it.actor()), "", type(it.cause()));
      case ActorEvent.Failed it ->
          add(
              TraceEvent.Kind.FAILED,
              name(it.actor()),
              "",
              type(it.cause()) + " " + it.directive());
      case DeadLetter it ->
          add(
              TraceEvent.Kind.DEAD_LETTER,
              name(it.recipient()),
              running,
              type(it.message()) + " " + it.reason());
      case SchedulerWarning it -> add(TraceEvent.Kind.WARNING, "", "", type(it));
      default -> {}
    }
  }

  /// The path of an actor, without the name of its system.
  static String name(ActorRef<?> actor) {
    return "/" + String.join("/", actor.path().names());
  }

  /// The type of an object, without its package. Classes of lambdas have names that differ from run
  /// to run, so these are cut.
  static String type(Object object) {
    String name = object.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    if (lambda >= 0) {
      name = name.substring(0, lambda) + "$lambda";
    }
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
