package dev.tactus.cli.sim;

import dev.tactus.cli.demo.DemoTime;
import dev.tactus.cli.demo.LiveDisplay;
import dev.tactus.testkit.simulation.Scenario;
import dev.tactus.testkit.simulation.Seeds;
import dev.tactus.testkit.simulation.SimulationSettings;
import dev.tactus.testkit.simulation.Sweep;
import dev.tactus.testkit.simulation.SweepReport;
import dev.tactus.testkit.simulation.Trace;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/// Sweeps over a scenario, shows how far it is, and tells how it went.
///
/// Threads: one caller; the threads of the sweep take turns in showing progress.
public final class TortureRun {
  private static final long SECOND = 1_000_000_000L;

  private final Scenario scenario;
  private final SimulationSettings settings;
  private final DemoTime time;
  private final LiveDisplay display;
  private final Path folder;

  /// @param folder where traces of a failure are left
  public TortureRun(
      Scenario scenario,
      SimulationSettings settings,
      DemoTime time,
      LiveDisplay display,
      Path folder) {
    this.scenario = scenario;
    this.settings = settings;
    this.time = time;
    this.display = display;
    this.folder = folder;
  }

  /// Runs until all seeds are done, the time is over, somebody says stop, or one fails.
  ///
  /// @param base where the series of seeds begins
  /// @param seeds how many at most
  /// @param limitNanos for how long; empty for as long as it takes
  /// @return whether all went well
  public boolean run(
      long base, long seeds, OptionalLong limitNanos, int threads, BooleanSupplier stop) {
    Sweep sweep = Sweep.of(scenario, settings, threads);
    long begin = time.nanos();
    AtomicLong shown = new AtomicLong(begin);
    BooleanSupplier goOn =
        () -> {
          long now = time.nanos();
          long before = shown.get();
          if (now - before >= display.period().toNanos() && shown.compareAndSet(before, now)) {
            show(sweep.done(), now - begin);
          }
          return !stop.getAsBoolean()
              && (limitNanos.isEmpty() || now - begin < limitNanos.getAsLong());
        };
    SweepReport report = sweep.run(base, seeds, goOn);
    return tell(report, time.nanos() - begin);
  }

  /// Runs one seed.
  ///
  /// @return whether all went well
  public boolean runOne(long seed) {
    long begin = time.nanos();
    SweepReport report = Sweep.of(scenario, settings, 1).runOne(seed);
    return tell(report, time.nanos() - begin);
  }

  private synchronized void show(long done, long nanos) {
    display.live(
        format(
            "%.1f s | %,d seeds | %,d seeds/s, each run twice",
            seconds(nanos), done, perSecond(done, nanos)));
  }

  private static double seconds(long nanos) {
    return nanos / (double) SECOND;
  }

  private static long perSecond(long count, long nanos) {
    return Math.round(count / Math.max(seconds(nanos), 1e-9));
  }

  private boolean tell(SweepReport report, long nanos) {
    display.line(
        format(
            "%,d seeds in %.1f s, %,d a second, each run twice: %s",
            report.seeds(),
            seconds(nanos),
            perSecond(report.seeds(), nanos),
            report.failure().isPresent() ? "one FAILED" : "no failure"));
    report
        .reached()
        .forEach((state, count) -> display.line(format("  reached by %,7d  %s", count, state)));
    report.failure().ifPresent(this::tellFailure);
    return report.failure().isEmpty();
  }

  private void tellFailure(SweepReport.Failure failure) {
    String seed = Seeds.text(failure.seed());
    Path whole = folder.resolve("torture-" + seed + ".trace");
    Path shortest = folder.resolve("torture-" + seed + ".shortest.trace");
    display.line(format("seed %s failed: %s", seed, failure.cause()));
    display.line("  replay    ./tactus sim --seed " + seed);
    display.line(
        format(
            "  trace     %s (%,d events)",
            failure.trace().saveOrSayWhyNot(whole), failure.trace().events().size()));
    if (failure.shortest().isEmpty()) {
      display.line("  shortest  none, since it could not be repeated from its choices alone");
      return;
    }
    Trace trace = failure.shortest().get();
    String saved = trace.saveOrSayWhyNot(shortest);
    display.line(
        format(
            "  shortest  %s (%,d events, %,d choices that are not plain)",
            saved, trace.events().size(), failure.choices()));
    if (saved.equals(shortest.toString())) {
      display.line(format("  picture   ./tactus sim show %s --html picture.html", shortest));
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // private, and each call stands above
  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
