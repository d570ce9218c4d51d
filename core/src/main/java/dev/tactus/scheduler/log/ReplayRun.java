package dev.tactus.scheduler.log;

import dev.tactus.event.EventStream;
import dev.tactus.scheduler.CancelReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerClosedException;
import dev.tactus.scheduler.TimerDiagnostic;
import dev.tactus.time.InvalidDelayException;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.ManualTickDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// Does a plan again on a scheduler of its own, and compares what happens with every step.
///
/// ## Algorithm
///
/// The run stands at one step. Registrations and cancellations it does itself; fires it lets
/// happen, by moving time to where the recording has them. Every event of the scheduler has to be
/// the step that the run stands at; the first one that is not ends the run. What the recording did
/// between two fires of one stretch of ticks is done there too, in the scheduler's event of the
/// first of these fires.
///
/// With an exact comparison the clock follows the recorded times. A tick is handed over as soon as
/// it begins, unless the recording shows that it was not: then the clock moves on without the
/// driver, as it did for a driver that was held up.
///
/// With a comparison by ticks the clock moves for fires only, from boundary to boundary, and a
/// registration gets the time that is left until its due time. So it does not matter how long after
/// a boundary the real driver woke up.
///
/// Threads: the caller's.
final class ReplayRun {
  /// A timer of the replay, and the executor that it was given.
  private final class Replayed implements Executor {
    final TimerStory story;
    @Nullable Cancellable handle;
    OptionalLong scheduledAt = OptionalLong.empty();
    @Nullable Runnable held;
    int fires;

    Replayed(TimerStory story) {
      this.story = story;
    }

    @Override
    public void execute(Runnable run) {
      int fire = Math.min(fires, story.fires.size()) - 1;
      if (fire < 0) {
        return; // it fired although the recording knows no fire of it: the run has ended
      }
      switch (plan.handling(story, fire)) {
        case REFUSE -> throw new RejectedExecutionException("as recorded");
        case RUN -> run.run();
        case HOLD -> {
          held = run;
          long nanos = plan.runNanos(story, fire);
          if (nanos != ReplayPlan.NEVER) {
            ends.add(new End(nanos, this));
          }
        }
      }
    }

    void runHeld() {
      Runnable run = held;
      held = null;
      if (run != null) {
        run.run();
      }
    }
  }

  /// A run that ends at a time of its own.
  private record End(long nanos, Replayed timer) {}

  private final ReplayPlan plan;
  private final ManualClock clock;
  private final ManualTickDriver driver;
  private final ReplayScheduler scheduler;
  private final Map<Long, Replayed> timers = new HashMap<>();
  private final PriorityQueue<End> ends;

  /// The step that comes next.
  private int at;

  /// The last tick that was handed over.
  private long handedTick;

  /// The last tick of the stretch that is being handed over.
  private long lastTick = -1;

  /// The recorded cancellation that the run is doing, whatever its reason was.
  private LogEntry.@Nullable Cancelled standIn;

  /// What the close of the scheduler cancels, while it closes.
  private @Nullable List<LogEntry> closing;

  private boolean closed;
  private @Nullable LogDifference difference;
  private @Nullable RuntimeException failure;

  ReplayRun(ReplayPlan plan) {
    this.plan = plan;
    long origin = plan.scale.originNanos();
    this.clock = ManualClock.at(origin);
    this.driver = ManualTickDriver.moving(clock);
    this.ends = new PriorityQueue<>(Comparator.comparingLong(end -> end.nanos - origin));
    EventStream events = new EventStream();
    events.subscribe(TimerDiagnostic.class, this::happened);
    this.scheduler = new ReplayScheduler(plan.header, clock, driver, events);
  }

  /// Does all steps; returns the first difference, or null.
  @Nullable LogDifference run() {
    while (difference == null && at < plan.steps.size()) {
      int before = at;
      step(plan.steps.get(at).entry());
      if (failure != null) {
        throw failure;
      }
      if (at == before && difference == null) {
        differ(missing("nothing happened"));
      }
    }
    return difference;
  }

  private void step(LogEntry entry) {
    switch (entry) {
      case LogEntry.Fired f -> letFire(f);
      case LogEntry.Cancelled c when ReplayPlan.isClosing(c) && !isAction(c) -> close(c);
      default -> {
        if (plan.comparison == Comparison.EXACT) {
          passTo(entry.atNanos(), plan.openTick(at));
        }
        if (difference == null && isAction(entry)) {
          act(entry);
        }
      }
    }
  }

  private boolean isAction(LogEntry entry) {
    return entry instanceof LogEntry.Scheduled
        || (entry instanceof LogEntry.Cancelled c && plan.isDoneByReplay(c.reason()));
  }

  // Time.

  private void letFire(LogEntry.Fired fire) {
    if (plan.comparison == Comparison.TICKS) {
      lastTick = fire.deadlineTick();
      passTo(plan.scale.boundaryNanos(lastTick), Long.MAX_VALUE);
      return;
    }
    passTo(fire.atNanos(), plan.openTick(at));
    if (difference == null) {
      lastTick = plan.scale.tickAt(clock.nanos());
      handedTick = lastTick;
      long unused = driver.pump();
    }
  }

  /// Lets time pass; runs that end on the way end at their time.
  ///
  /// @param openTick ticks from this one on are not handed over
  private void passTo(long nanos, long openTick) {
    while (difference == null && !ends.isEmpty() && ends.peek().nanos - nanos <= 0) {
      End end = ends.remove();
      moveTo(end.nanos, openTick);
      end.timer.runHeld();
    }
    if (difference == null) {
      moveTo(nanos, openTick);
    }
  }

  private void moveTo(long nanos, long openTick) {
    long now = clock.nanos();
    long inTime =
        plan.scale.tickAt(nanos) < openTick ? nanos : plan.scale.boundaryNanos(openTick - 1);
    if (plan.scale.tickAt(now) < openTick && inTime - now >= 0) {
      long unused = driver.advance(Duration.ofNanos(inTime - now));
      handedTick = plan.scale.tickAt(inTime);
    }
    if (plan.scale.tickAt(nanos) - handedTick > Integer.MAX_VALUE) {
      throw ReplayChecks.refused(
          plan.steps.get(at).number() - 1,
          "before it the driver would have been held up for more than 2147483647 ticks");
    }
    clock.moveTo(nanos);
  }

  // Actions.

  private void act(LogEntry entry) {
    int before = at;
    String instead =
        switch (entry) {
          case LogEntry.Scheduled s -> schedule(s);
          case LogEntry.Cancelled c -> cancel(c);
          case LogEntry.Fired f -> throw new AssertionError("fires come by themselves: " + f);
        };
    if (at == before && difference == null && failure == null) {
      differ(missing(instead));
    }
  }

  private String schedule(LogEntry.Scheduled entry) {
    TimerStory story = plan.story(entry.timerId());
    Replayed timer = new Replayed(story);
    timers.put(entry.timerId(), timer);
    // Runs fold like this only on the ticking thread, whatever the executor's name is.
    boolean isDirect =
        plan.comparison == Comparison.EXACT && (story.isDirect() || story.isEverFolded(plan.scale));
    long delay = entry.delayNanos();
    if (plan.comparison == Comparison.TICKS) {
      delay = delayFromHere(entry);
    }
    try {
      timer.handle = scheduler.schedule(entry, delay, isDirect ? Scheduler.DIRECT : timer);
    } catch (InvalidDelayException e) {
      throw ReplayChecks.refused(plan.steps.get(at).number() - 1, "" + e.getMessage());
    } catch (SchedulerClosedException e) {
      return "the scheduler was closed";
    }
    return "it was not scheduled";
  }

  /// What is left until the recorded due time. Where that is too long for a delay, time has to pass
  /// first, as far as the recording allows.
  private long delayFromHere(LogEntry.Scheduled entry) {
    long due = entry.atNanos() + entry.delayNanos();
    if (due - clock.nanos() > plan.scale.resolution().longestDelay().toNanos()) {
      long tick = Math.min(plan.scale.tickAt(entry.atNanos()), plan.openTick(at) - 1);
      passTo(plan.scale.boundaryNanos(tick), Long.MAX_VALUE);
    }
    return due - clock.nanos();
  }

  private String cancel(LogEntry.Cancelled entry) {
    Replayed timer = timers.get(entry.timerId());
    if (timer == null || timer.handle == null) {
      return "there is no such timer";
    }
    standIn = entry;
    boolean cancelled = timer.handle.cancel();
    standIn = null;
    return cancelled
        ? "nothing was told of it"
        : "it could not be cancelled, because it was " + timer.handle.state();
  }

  private void close(LogEntry.Cancelled first) {
    passTo(first.atNanos(), plan.openTick(at));
    if (difference != null) {
      return;
    }
    if (closed) {
      Replayed timer = timers.get(first.timerId());
      if (timer != null) {
        timer.runHeld(); // it was left alone to do what was due, and ends with that
      }
      return;
    }
    closed = true;
    List<LogEntry> cancelled = new ArrayList<>();
    closing = cancelled;
    for (ReplayPlan.Step step : plan.steps.subList(at, at + plan.closingSteps(at))) {
      if (isAction(step.entry()) && step.entry() instanceof LogEntry.Cancelled drop) {
        String unused = cancel(drop);
      }
    }
    scheduler.close();
    closing = null;
    if (difference == null) {
      compareClose(cancelled);
    }
  }

  /// In which order a close cancels timers means nothing, so both sides are put into the same.
  private void compareClose(List<LogEntry> cancelled) {
    Comparator<LogEntry> byId = Comparator.comparingLong(LogEntry::timerId);
    int end = at + plan.closingSteps(at);
    List<ReplayPlan.Step> expected = new ArrayList<>(plan.steps.subList(at, end));
    expected.sort(Comparator.comparing(ReplayPlan.Step::entry, byId));
    cancelled.sort(byId);
    for (int i = 0; i < expected.size() && difference == null; i++) {
      ReplayPlan.Step step = expected.get(i);
      if (i >= cancelled.size()) {
        differ(EntryMatch.missing(step.number(), step.entry(), "the close did not cancel it"));
      } else if (!EntryMatch.isSame(plan.comparison, step.entry(), cancelled.get(i))) {
        differ(
            EntryMatch.differing(plan.comparison, step.number(), step.entry(), cancelled.get(i)));
      }
    }
    if (difference == null && cancelled.size() > expected.size()) {
      differ(EntryMatch.surplus(end + 1, cancelled.get(expected.size())));
    }
    at = end;
  }

  // Events of the scheduler.

  private void happened(TimerDiagnostic event) {
    if (difference != null || failure != null) {
      return;
    }
    try {
      compare(event);
    } catch (RuntimeException e) {
      failure = e; // the stream would keep it to itself
    }
  }

  private void compare(TimerDiagnostic event) {
    Replayed timer = timers.get(event.timerId());
    if (timer == null) {
      throw new IllegalStateException("The replay told of a timer that it does not have: " + event);
    }
    LogEntry actual = entry(event, timer);
    List<LogEntry> cancelled = closing;
    if (cancelled != null && actual instanceof LogEntry.Cancelled) {
      cancelled.add(actual);
      return;
    }
    if (at == plan.steps.size()) {
      differ(EntryMatch.surplus(at + 1, actual));
      return;
    }
    ReplayPlan.Step step = plan.steps.get(at);
    if (!EntryMatch.isSame(plan.comparison, step.entry(), actual)) {
      differ(EntryMatch.differing(plan.comparison, step.number(), step.entry(), actual));
      return;
    }
    at++;
    if (standIn == null && !(actual instanceof LogEntry.Scheduled)) {
      goOnWithinTicks();
    }
  }

  /// The event as an entry. Names of executors, and reasons for which the recorded timer was
  /// cancelled from outside, are taken over.
  private LogEntry entry(TimerDiagnostic event, Replayed timer) {
    if (event instanceof TimerDiagnostic.Scheduled s) {
      timer.scheduledAt = OptionalLong.of(s.atNanos());
    }
    LogEntry entry = DeterministicLog.entry(event, timer.scheduledAt);
    String executor = timer.story.scheduled.executor();
    return switch (entry) {
      case LogEntry.Scheduled s ->
          new LogEntry.Scheduled(
              s.timerId(),
              s.atNanos(),
              s.mode(),
              s.delayNanos(),
              s.periodNanos(),
              s.deadlineTick(),
              s.priority(),
              executor);
      case LogEntry.Fired f -> {
        timer.fires++;
        yield new LogEntry.Fired(
            f.timerId(), f.atNanos(), f.scheduledAtNanos(), f.deadlineTick(), f.runs(), executor);
      }
      case LogEntry.Cancelled c -> {
        LogEntry.Cancelled wanted = standIn;
        yield wanted == null || c.reason() != CancelReason.REQUESTED
            ? c
            : new LogEntry.Cancelled(
                c.timerId(), c.atNanos(), c.scheduledAtNanos(), wanted.reason());
      }
    };
  }

  /// Does what the recording did within the stretch of ticks that is being handed over: whatever
  /// comes before a sign that one of these ticks was not over.
  private void goOnWithinTicks() {
    while (difference == null && plan.openTick(at) <= lastTick && isAction(next())) {
      if (plan.comparison == Comparison.EXACT) {
        clock.moveTo(next().atNanos());
      }
      act(next());
    }
    if (plan.openTick(at) > lastTick) {
      holdUp();
    }
  }

  private LogEntry next() {
    return plan.steps.get(at).entry();
  }

  /// If the next fire is one of folded runs, a task in this stretch of ticks took until then.
  private void holdUp() {
    int fire = plan.nextFire(at);
    if (fire < plan.steps.size() && plan.comparison == Comparison.EXACT) {
      Replayed timer = timers.get(plan.steps.get(fire).entry().timerId());
      if (timer != null && plan.isFolded(timer.story, timer.fires)) {
        clock.moveTo(next().atNanos());
      }
    }
  }

  private LogDifference missing(String instead) {
    ReplayPlan.Step step = plan.steps.get(at);
    return EntryMatch.missing(step.number(), step.entry(), instead);
  }

  /// Ends the run: no timer fires any more, however far the present step would let time go.
  private void differ(LogDifference found) {
    difference = found;
    driver.suspend();
    for (Replayed timer : timers.values()) {
      if (timer.handle != null) {
        boolean unused = timer.handle.cancel();
      }
    }
  }
}
