package dev.tactus.cli.demo;

import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.PressureSettings;
import dev.tactus.actor.SystemReport;
import dev.tactus.actor.SystemSettings;
import dev.tactus.scheduler.SchedulerDump;
import dev.tactus.scheduler.SchedulerSettings;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Runs a fleet of devices, shows it, and closes it.
///
/// Threads: the caller's; actors run on the system's.
public final class Demo {
  /// How soon a stop is noticed.
  private static final Duration STEP = Duration.ofMillis(10);

  private static final Duration BURST_PERIOD = Duration.ofSeconds(2);

  /// One collector under pressure is a region that does not keep up.
  private static final PressureSettings PRESSURE = new PressureSettings(1, 0);

  private final DemoSettings settings;
  private final UnaryOperator<SystemSettings> machine;
  private final DemoTime time;
  private final LiveDisplay display;
  private final Beside beside;

  /// What is opened beside the system of a demo, and closed before it.
  @FunctionalInterface
  public interface Beside {
    /// Opens it.
    ///
    /// @param tell takes lines for the user
    Runnable open(ActorSystem system, Consumer<String> tell);
  }

  /// @param machine puts the system on a machine: gives it a toolbox and, where need be, a
  ///   dispatcher
  /// @param time by which the demo lasts and measures
  /// @param display where it shows its lines
  /// @param beside what is opened beside its system; what it gives closes that
  public Demo(
      DemoSettings settings,
      UnaryOperator<SystemSettings> machine,
      DemoTime time,
      LiveDisplay display,
      Beside beside) {
    this.settings = settings;
    this.machine = machine;
    this.time = time;
    this.display = display;
    this.beside = beside;
  }

  /// The same with nothing beside it.
  public Demo(
      DemoSettings settings,
      UnaryOperator<SystemSettings> machine,
      DemoTime time,
      LiveDisplay display) {
    this(settings, machine, time, display, (system, tell) -> () -> {});
  }

  /// Runs until its time is over, it is told to stop, or nobody reads its lines any more.
  public DemoReport run(BooleanSupplier stop) {
    Witness witness = new Witness();
    try (ActorSystem system = ActorSystem.start(machine.apply(systemSettings(witness)))) {
      witness.follow(system.events());
      SchedulerDump start = system.scheduler().dump();
      display.line(heading(start));
      Runnable closer = beside.open(system, display::line);
      Fleet fleet = new Fleet(settings, system, time);
      long elapsed;
      try {
        fleet.launch(stop);
        elapsed = watch(system, fleet, witness, stop);
      } finally {
        closer.run();
      }
      SchedulerDump dump = system.scheduler().dump();
      fleet.counts.stop();
      long closing = time.nanos();
      SystemReport close = system.shutdown();
      return new DemoReport(
          settings,
          elapsed,
          dump,
          system.scheduler().metrics(),
          Books.of(system, witness, fleet),
          FleetFigures.of(fleet, witness),
          fleet.lateness(),
          witness.warnings.byKind(),
          close,
          time.nanos() - closing);
    }
  }

  private SystemSettings systemSettings(Witness witness) {
    return SystemSettings.of("demo")
        .withScheduler(
            SchedulerSettings.defaults().withName("demo").withResolution(settings.tick()))
        .withSeed(settings.seed())
        .withPressure(PRESSURE)
        .withObserver(witness);
  }

  private String heading(SchedulerDump start) {
    return String.format(
        Locale.ROOT,
        "%s devices in %s regions; ticks of %s by the %s driver%s; %s",
        Figures.count(settings.devices()),
        Figures.count(settings.regions()),
        Figures.time(settings.tick()),
        start.driver().name().toLowerCase(Locale.ROOT),
        start.driverFallback().map(why -> " (instead of " + why + ")").orElse(""),
        settings.seconds().isPresent() ? settings.seconds().getAsInt() + " s" : "until Ctrl-C");
  }

  /// Lets the fleet run and shows it; how long it ran.
  private long watch(ActorSystem system, Fleet fleet, Witness witness, BooleanSupplier stop) {
    long start = time.nanos();
    long length =
        settings.seconds().isPresent()
            ? Duration.ofSeconds(settings.seconds().getAsInt()).toNanos()
            : Long.MAX_VALUE;
    long period = display.period().toNanos();
    LiveLine.Moment shown = LiveLine.Moment.of(0, system, fleet, witness);
    long showAt = period;
    long burstAt = BURST_PERIOD.toNanos() / 2;
    long elapsed = 0;
    while (elapsed < length && !stop.getAsBoolean() && !display.isGone()) {
      time.pause(Math.min(STEP.toNanos(), length - elapsed));
      elapsed = time.nanos() - start;
      if (elapsed >= burstAt) {
        fleet.burst();
        burstAt = elapsed + BURST_PERIOD.toNanos();
      }
      if (elapsed >= showAt) {
        LiveLine.Moment now = LiveLine.Moment.of(elapsed, system, fleet, witness);
        display.live(LiveLine.of(shown, now, fleet.takeRecentLateness()));
        shown = now;
        showAt = elapsed - elapsed % period + period;
      }
    }
    return elapsed;
  }
}
