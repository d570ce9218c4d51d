package dev.tactus.cli;

import dev.tactus.cli.demo.DemoTime;
import dev.tactus.cli.demo.Figures;
import dev.tactus.cli.demo.HostTime;
import dev.tactus.cli.watch.RemoteSource;
import dev.tactus.observe.recording.Recorder;
import dev.tactus.observe.recording.RecorderSettings;
import dev.tactus.observe.recording.RecorderStatus;
import dev.tactus.observe.recording.RecordingException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `record`: writes the snapshots of a running system to a file.
@Command(
    name = "record",
    description = "Records a running system to a file, until Ctrl-C.",
    mixinStandardHelpOptions = true)
final class RecordCommand extends ConsoleCommand {
  private static final long SECOND = 1_000_000_000L;
  private static final long PAUSE = SECOND / 20;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The file; a recording that is there is gone on with.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path file;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "End after that many seconds (default: at Ctrl-C).")
  private @Nullable Integer seconds;

  @Override
  int run(RemoteSource source) {
    if (seconds != null && seconds < 1) {
      throw wrong("A recording of " + seconds + " seconds was asked for; it takes 1 or more.");
    }
    var _ = source.snapshot(); // before a file is made: is there a console?
    return StopSignal.during(stop -> record(source, stop));
  }

  private int record(RemoteSource source, BooleanSupplier stop) {
    Recorder recorder;
    try {
      recorder = Recorder.start(source, file, RecorderSettings.DEFAULT);
    } catch (RecordingException e) {
      return failed(String.valueOf(e.getMessage()));
    }
    try (recorder) {
      await(recorder, stop);
    }
    RecorderStatus status = recorder.status();
    out()
        .println(
            file
                + ": "
                + Figures.count(status.recorded())
                + " snapshots, "
                + Figures.count(status.events())
                + " events, "
                + Figures.count(status.bytes())
                + " bytes"
                + (status.recorded() == 0 ? "" : "; look at it with: tactus replay " + file));
    out().flush();
    if (status.code().isPresent()) {
      return failed(status.reason());
    }
    return source
        .lastFailure()
        .map(failure -> failed(String.valueOf(failure.getMessage())))
        .orElse(CommandLine.ExitCode.OK);
  }

  private void await(Recorder recorder, BooleanSupplier stop) {
    DemoTime time = new HostTime();
    long begin = time.nanos();
    while (!stop.getAsBoolean()
        && recorder.status().isRunning()
        && (seconds == null || time.nanos() - begin < seconds * SECOND)) {
      time.pause(PAUSE);
    }
  }
}
