package dev.tactus.testkit.simulation;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.ActorObserver;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.DeadLetter;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.event.SubscriberFailed;
import dev.tactus.process.Pid;
import dev.tactus.process.ProcessWarning;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Writes the trace of a run. Messages are named by their type, since what they print may differ
/// from run to run.
///
/// Names of actors and types are made once and kept: a run has thousands of events, and a sweep
/// thousands of runs.
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

  /// How far causes are looked through; they may go in a circle.
  private static final int CAUSES_MAX = 100;

  private static final ClassValue<String> TYPES =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          return shortName(type);
        }
      };

  private final List<TraceEvent> events = new ArrayList<>();
  private final Set<String> reached = new TreeSet<>();
  private final Map<ActorRef<?>, String> names = new HashMap<>();
  private final int eventsMax;
  private final Trouble trouble;
  private @Nullable Clock clock;
  private @Nullable ActorObserver other;
  private @Nullable AssertionError assertion;
  private @Nullable ActorRef<?> running;
  private boolean ticking;

  Recorder(int eventsMax, Trouble trouble) {
    this.eventsMax = eventsMax;
    this.trouble = trouble;
  }

  void begin(Clock from) {
    clock = from;
  }

  /// Tells another observer whatever this one is told, after it is written down.
  void tellAlso(ActorObserver observer) {
    other = observer;
  }

  Trace trace(long seed) {
    return new Trace(seed, events);
  }

  Set<String> reached() {
    return reached;
  }

  void add(TraceEvent.Kind kind, String actor, String other, String detail) {
    if (isFull()) {
      return;
    }
    long now = clock == null ? 0 : clock.nanos();
    boolean isLast = events.size() == eventsMax - 1;
    events.add(
        isLast
            ? new TraceEvent(now, TraceEvent.Kind.WARNING, "", "", "the trace is full")
            : new TraceEvent(now, kind, actor, other, detail));
  }

  private boolean isFull() {
    return events.size() >= eventsMax;
  }

  /// Whom the present turn belongs to; empty outside of one.
  private String runningName() {
    return running == null ? "" : name(running);
  }

  /// Whether the scheduler is at work, so that what is sent comes from timers.
  void ticking(boolean isTicking) {
    ticking = isTicking;
  }

  void reached(String state) {
    reached.add(state);
    add(TraceEvent.Kind.REACHED, runningName(), "", TraceEvent.plain(state));
  }

  /// Notes a fault that the scenario has asked for.
  void fault(String what) {
    add(TraceEvent.Kind.FAULT, runningName(), "", TraceEvent.plain(what));
  }

  @Override
  public void sent(ActorRef<?> receiver, Object message) {
    if (!isFull()) { // before names are looked up
      TraceEvent.Kind kind = ticking ? TraceEvent.Kind.TIMER : TraceEvent.Kind.SENT;
      add(kind, name(receiver), runningName(), type(message));
    }
    if (other != null) {
      other.sent(receiver, message);
    }
  }

  @Override
  public void handling(ActorRef<?> receiver, Object message) {
    running = receiver;
    if (!isFull()) {
      add(TraceEvent.Kind.HANDLED, name(receiver), "", type(message));
    }
    if (other != null) {
      other.handling(receiver, message);
    }
    trouble.beforeHandling(receiver);
  }

  @Override
  public void handled(ActorRef<?> receiver, Object message) {
    running = null;
    if (other != null) {
      other.handled(receiver, message);
    }
  }

  @Override
  public boolean isFull(ActorRef<?> receiver) {
    return trouble.isFull(receiver) || (other != null && other.isFull(receiver));
  }

  /// Writes what the runtime tells.
  void event(RuntimeEvent event) {
    switch (event) {
      case ActorEvent.Started it -> add(TraceEvent.Kind.STARTED, name(it.actor()), "", "");
      case ActorEvent.Stopped it -> add(TraceEvent.Kind.STOPPED, name(it.actor()), "", "");
      case ActorEvent.Restarted it ->
          add(TraceEvent.Kind.RESTARTED, name(it.actor()), "", type(it.cause()));
      case ActorEvent.Failed it -> failed(it);
      case ActorEvent.HookFailed it -> failed(it);
      case DeadLetter it ->
          add(
              TraceEvent.Kind.DEAD_LETTER,
              name(it.recipient()),
              runningName(),
              type(it.message()) + " " + it.reason());
      case SchedulerWarning it -> warned(it);
      case ProcessWarning.StepFailed it -> failed(it.pid(), it.error());
      case ProcessWarning.CloseFailed it -> failed(it.pid(), it.error());
      case ProcessWarning.HandlerFailed it -> failed(it.pid(), it.error());
      case SubscriberFailed it -> warned(it);
      default -> {}
    }
  }

  private void warned(SchedulerWarning warning) {
    switch (warning) {
      case SchedulerWarning.HandlerFailed it -> keepAssertion(it.error());
      case SchedulerWarning.TaskRunFailed it -> keepAssertion(it.error());
      default -> {}
    }
    add(TraceEvent.Kind.WARNING, "", "", type(warning));
  }

  private void failed(Pid process, Throwable error) {
    keepAssertion(error);
    add(TraceEvent.Kind.FAILED, process.toString(), "", type(error));
  }

  private void warned(SubscriberFailed event) {
    keepAssertion(event.error());
    add(TraceEvent.Kind.WARNING, "", "", type(event) + " " + type(event.error()));
  }

  /// Keeps the first assertion, also one that somebody has wrapped on its way: a process that
  /// cannot be started or upgraded fails with an exception that has it as its cause.
  private void keepAssertion(Throwable error) {
    if (assertion != null) {
      return;
    }
    Throwable next = error;
    for (int i = 0; next != null && i < CAUSES_MAX; i++) {
      if (next instanceof AssertionError first) {
        assertion = first;
        return;
      }
      next = next.getCause();
    }
  }

  private void failed(ActorEvent.Failed event) {
    keepAssertion(event.cause());
    String detail = type(event.cause()) + " " + event.directive();
    add(TraceEvent.Kind.FAILED, name(event.actor()), "", detail);
  }

  private void failed(ActorEvent.HookFailed event) {
    keepAssertion(event.cause());
    String detail = type(event.cause()) + " " + event.hook();
    add(TraceEvent.Kind.FAILED, name(event.actor()), "", detail);
  }

  /// Whether an assertion did not hold so far.
  boolean hasAssertion() {
    return assertion != null;
  }

  /// Notes that a turn has thrown what it should have kept to itself.
  void turnFailed(Throwable failure) {
    if (assertion == null) {
      assertion = new AssertionError("a turn failed: " + failure, failure);
    }
    add(TraceEvent.Kind.FAILED, runningName(), "", type(failure));
  }

  /// Throws the first assertion that did not hold in an actor, where supervision has caught it.
  void requireAssertions() {
    if (assertion != null) {
      throw assertion;
    }
  }

  /// The path of an actor, without the name of its system.
  String name(ActorRef<?> actor) {
    return names.computeIfAbsent(
        actor, ref -> TraceEvent.plain("/" + String.join("/", ref.path().names())));
  }

  /// The type of an object, without its package.
  static String type(Object object) {
    return TYPES.get(object.getClass());
  }

  /// Classes of lambdas have names that differ from run to run, so these are cut.
  private static String shortName(Class<?> type) {
    String name = type.getName();
    int lambda = name.indexOf("$$Lambda");
    if (lambda >= 0) {
      name = name.substring(0, lambda) + "$lambda";
    }
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
