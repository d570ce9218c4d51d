package dev.tactus.cli;

import dev.tactus.cli.console.ConsoleOptions;
import dev.tactus.cli.demo.Demo;
import dev.tactus.cli.demo.DemoReport;
import dev.tactus.cli.demo.DemoSettings;
import dev.tactus.cli.demo.HostTime;
import dev.tactus.cli.demo.LiveDisplay;
import dev.tactus.scheduler.RuntimeToolbox;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `demo`: a fleet of devices, live.
///
/// Exit codes: 0 when every message and timer is accounted for, also after Ctrl-C; 1 when one is
/// not; 2 when the command line cannot be followed.
@Command(
    name = "demo",
    description = "Runs a fleet of device actors and shows what it does, until Ctrl-C.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  /// What a device takes of the heap at most, with room for the collector.
  private static final long DEVICE_BYTES = 2_500;

  private static final long SEED = 1;

  enum DriverChoice {
    HOST,
    KERNEL;

    /// As it is written on the command line, and completed.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  enum DumpForm {
    TEXT,
    JSON;

    /// As it is written on the command line, and completed.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "End after that many seconds (default: at Ctrl-C).")
  private @Nullable Integer seconds;

  @Option(
      names = "--devices",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many devices there are (default: ${DEFAULT-VALUE}).")
  private int devices;

  @Option(
      names = "--tick",
      paramLabel = "TIME",
      defaultValue = "10ms",
      converter = DurationConverter.class,
      description = "The length of a tick, such as 500us or 10ms (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Duration tick;

  @Option(
      names = "--driver",
      paramLabel = "host|kernel",
      defaultValue = "host",
      description =
          "What ticks: a parked thread, or a timer of the Linux kernel (default:"
              + " ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private DriverChoice driver;

  @Option(
      names = "--dump",
      paramLabel = "text|json",
      description = "At the end, show the scheduler's insides; JSON is one line, the last.")
  private @Nullable DumpForm dump;

  @Mixin
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private ConsoleOptions console;

  @Override
  public Integer call() {
    DemoSettings settings = settings();
    return StopSignal.during(stop -> run(settings, stop));
  }

  private DemoSettings settings() {
    try {
      DemoSettings settings =
          new DemoSettings(
              devices, tick, seconds == null ? OptionalInt.empty() : OptionalInt.of(seconds), SEED);
      requireHeap(settings.devices());
      console.check();
      return settings;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static void requireHeap(int devices) {
    long needed = (devices * DEVICE_BYTES) >> 20;
    long available = Runtime.getRuntime().maxMemory() >> 20;
    if (needed > available) {
      throw new IllegalArgumentException(
          devices
              + " devices need a heap of about "
              + needed
              + " MB; this JVM has "
              + available
              + " MB. Ask for fewer, or set TACTUS_JAVA_OPTS=-Xmx"
              + needed
              + "m for the launcher.");
    }
  }

  private int run(DemoSettings settings, BooleanSupplier stop) {
    PrintWriter out = spec.commandLine().getOut();
    Supplier<RuntimeToolbox> toolbox =
        switch (driver) {
          case HOST -> RuntimeToolbox::host;
          case KERNEL -> RuntimeToolbox::kernel;
        };
    LiveDisplay display = new LiveDisplay(out, Terminal.isCapable());
    DemoReport report =
        new Demo(
                settings,
                system -> system.withToolbox(toolbox),
                new HostTime(),
                display,
                console::open)
            .run(stop);
    display.line("");
    out.print(report.summary());
    showDump(out, report);
    out.flush();
    return report.isSound() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }

  private void showDump(PrintWriter out, DemoReport report) {
    if (dump != null) {
      out.println();
      out.println(dump == DumpForm.JSON ? report.dump().json() : report.dumpText().stripTrailing());
    }
  }
}
