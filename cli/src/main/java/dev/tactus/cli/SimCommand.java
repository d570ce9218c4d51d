package dev.tactus.cli;

import dev.tactus.cli.demo.HostTime;
import dev.tactus.cli.demo.LiveDisplay;
import dev.tactus.cli.sim.TortureRun;
import dev.tactus.testkit.simulation.Seeds;
import dev.tactus.testkit.torture.Torture;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `sim`: the torture of the runtime, for as long as one likes.
///
/// Exit codes: 0 when no seed failed, also after Ctrl-C; 1 when one did; 2 when the command line
/// cannot be followed.
@Command(
    name = "sim",
    description = "Tortures the runtime in simulated time, and stops at the first failure.",
    subcommands = SimShowCommand.class,
    mixinStandardHelpOptions = true)
final class SimCommand implements Callable<Integer> {
  private static final long SEEDS = 20_000;
  private static final double MINUTES_MAX = 100_000;
  private static final double NANOS_A_MINUTE = 60e9;
  private static final Path FOLDER = Path.of("target", "simulations");

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "End after that many seeds; always the same ones (default: "
              + SEEDS
              + ", or no end when"
              + " --minutes is given).")
  private @Nullable Long seeds;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "End after that many minutes, such as 0.5; with other seeds each time.")
  private @Nullable Double minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Run one seed only, such as one that has failed.")
  private @Nullable String seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Run that many simulations at a time (default: one for each processor).")
  private @Nullable Integer threads;

  @Override
  public Integer call() {
    OptionalLong one = one();
    long count = count();
    OptionalLong limit = limit();
    int parallel = parallel();
    return StopSignal.during(stop -> run(one, count, limit, parallel, stop));
  }

  private int run(
      OptionalLong one, long count, OptionalLong limit, int parallel, BooleanSupplier stop) {
    PrintWriter out = spec.commandLine().getOut();
    HostTime time = new HostTime();
    LiveDisplay display = new LiveDisplay(out, Terminal.isCapable());
    TortureRun run = new TortureRun(Torture.scenario(), Torture.settings(), time, display, FOLDER);
    boolean isSound;
    if (one.isPresent()) {
      isSound = run.runOne(one.getAsLong());
    } else {
      long base = limit.isPresent() ? time.nanos() : 0;
      display.line(
          String.format(
              Locale.ROOT,
              "torture: crowd, boxes, families and beats, with all faults, on %d threads",
              parallel));
      BooleanSupplier end = () -> stop.getAsBoolean() || display.isGone();
      isSound = run.run(base, count, limit, parallel, end);
    }
    return isSound ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private OptionalLong one() {
    if (seed == null) {
      return OptionalLong.empty();
    }
    if (seeds != null || minutes != null) {
      throw wrong("--seed runs one seed; leave --seeds and --minutes out, or leave it out.");
    }
    try {
      return OptionalLong.of(Seeds.parse(seed));
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private long count() {
    if (seeds == null) {
      return minutes == null ? SEEDS : Long.MAX_VALUE;
    }
    if (seeds < 1) {
      throw wrong(seeds + " seeds were asked for; it takes 1 or more.");
    }
    return seeds;
  }

  private OptionalLong limit() {
    if (minutes == null) {
      return OptionalLong.empty();
    }
    if (!(minutes > 0 && minutes <= MINUTES_MAX)) {
      throw wrong(minutes + " minutes were asked for; more than 0 and up to 100000 are possible.");
    }
    return OptionalLong.of((long) (minutes * NANOS_A_MINUTE));
  }

  private int parallel() {
    if (threads == null) {
      return Runtime.getRuntime().availableProcessors();
    }
    if (threads < 1 || threads > 1_000) {
      throw wrong(threads + " threads were asked for; 1 to 1000 are possible.");
    }
    return threads;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
