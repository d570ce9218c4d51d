package dev.tactus.cli.demo;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.scheduler.CloseReport;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.scheduler.WheelScheduler;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/// Runs a scheduler under load, shows it, and closes it.
///
/// Threads: everything but the tasks on the caller's.
public final class Demo {
  /// How often answers come in, and how soon a stop is noticed.
  private static final Duration STEP = Duration.ofMillis(10);

  /// How long after the close tasks may still be at it.
  private static final Duration QUIET_MAX = Duration.ofSeconds(5);

  private static final Duration QUIET_STEP = Duration.ofMillis(1);

  private final DemoSettings settings;
  private final RuntimeToolbox toolbox;
  private final Executor executor;
  private final DemoTime time;
  private final LiveDisplay display;

  /// @param toolbox the clock and the driver of the scheduler
  /// @param executor runs the tasks
  /// @param time by which the demo lasts and measures
  /// @param display where it shows its lines
  public Demo(
      DemoSettings settings,
      RuntimeToolbox toolbox,
      Executor executor,
      DemoTime time,
      LiveDisplay display) {
    this.settings = settings;
    this.toolbox = toolbox;
    this.executor = executor;
    this.time = time;
    this.display = display;
  }

  /// Runs until its time is over, it is told to stop, or nobody reads its lines any more.
  public DemoReport run(BooleanSupplier stop) {
    WarningCounts warnings = new WarningCounts();
    EventStream events = new EventStream();
    Subscription _ = events.subscribe(SchedulerWarning.class, warnings::add);
    try (WheelScheduler scheduler = WheelScheduler.start(schedulerSettings(), toolbox, events)) {
      display.line(heading());
      Load load = new Load(settings, scheduler, executor, time);
      load.fill(stop);
      long elapsed = watch(scheduler, load, warnings, stop);
      SchedulerDump dump = scheduler.dump();
      load.stop();
      long closing = time.nanos();
      CloseReport close = scheduler.shutdown();
      long closed = time.nanos();
      awaitQuiet(scheduler);
      return new DemoReport(
          settings,
          elapsed,
          dump,
          scheduler.metrics(),
          Books.of(scheduler.metrics(), load.books()),
          load.counts.answered.sum(),
          load.counts.timedOut.sum(),
          load.counts.refused.sum(),
          load.lateness(),
          warnings.byKind(),
          close,
          closed - closing);
    }
  }

  private SchedulerSettings schedulerSettings() {
    return SchedulerSettings.defaults().withName("demo").withResolution(settings.tick());
  }

  private String heading() {
    return String.format(
        Locale.ROOT,
        "%s timers: %s one-shots, %s requests, %s heartbeats; ticks of %s by the %s driver%s; %s",
        Figures.count(settings.timers()),
        Figures.count(settings.oneShots()),
        Figures.count(settings.requests()),
        Figures.count(settings.heartbeats()),
        Figures.time(settings.tick()),
        toolbox.driver().kind().name().toLowerCase(Locale.ROOT),
        toolbox
            .fallback()
            .map(f -> " (no " + f.wanted() + " driver: " + f.obstacle() + ")")
            .orElse(""),
        settings.seconds().isPresent() ? settings.seconds().getAsInt() + " s" : "until Ctrl-C");
  }

  /// Lets the load run and shows it; how long it ran.
  private long watch(
      WheelScheduler scheduler, Load load, WarningCounts warnings, BooleanSupplier stop) {
    long start = time.nanos();
    long length =
        settings.seconds().isPresent()
            ? Duration.ofSeconds(settings.seconds().getAsInt()).toNanos()
            : Long.MAX_VALUE;
    long period = display.period().toNanos();
    LiveLine.Moment shown = new LiveLine.Moment(0, scheduler.metrics());
    long showAt = period;
    long elapsed = 0;
    while (elapsed < length && !stop.getAsBoolean() && !display.isGone()) {
      time.pause(Math.min(STEP.toNanos(), length - elapsed));
      elapsed = time.nanos() - start;
      load.answer(elapsed);
      if (elapsed >= showAt) {
        LiveLine.Moment now = new LiveLine.Moment(elapsed, scheduler.metrics());
        display.live(LiveLine.of(shown, now, load.takeRecentLateness(), warnings.total()));
        shown = now;
        showAt = elapsed - elapsed % period + period;
      }
    }
    return elapsed;
  }

  /// Waits until the tasks that were due at the close have run, within reason: what is still active
  /// afterwards shows in the books.
  private void awaitQuiet(WheelScheduler scheduler) {
    long start = time.nanos();
    while (scheduler.metrics().active() > 0 && time.nanos() - start < QUIET_MAX.toNanos()) {
      time.pause(QUIET_STEP.toNanos());
    }
  }
}
