package dev.tactus.cli;

import dev.tactus.bench.BenchCommand;
import java.io.PrintWriter;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;

/// Puts the command line together and runs it.
public final class Main {
  @Command(
      name = "tactus",
      description = "Timers and actors under control: try them, watch them, measure them.",
      subcommands = {
        DemoCommand.class,
        TopCommand.class,
        ActorsCommand.class,
        TimersCommand.class,
        WorkersCommand.class,
        DumpCommand.class,
        RecordCommand.class,
        SimCommand.class,
        ReplayCommand.class,
        BenchCommand.class,
        ExplainCommand.class,
        CompletionCommand.class,
        HelpCommand.class
      },
      mixinStandardHelpOptions = true)
  private static final class Tactus {}

  /// The runtime logs through SLF4J to the JDK's logging. It is quiet unless a console turns it up:
  /// the demo and simulations let actors fail all the time. What looks at it is not, since an
  /// answer of a console that has failed points to the log. Held, since the JDK forgets the level
  /// of a logger that nobody holds.
  @SuppressWarnings("unused")
  private static final List<Logger> LOGS =
      List.of(
          logger("dev.tactus", Level.OFF),
          logger("dev.tactus.console", Level.WARNING),
          logger("dev.tactus.observe", Level.WARNING));

  private Main() {}

  private static Logger logger(String name, Level level) {
    Logger logger = Logger.getLogger(name);
    logger.setLevel(level);
    return logger;
  }

  /// Runs the program and ends the process.
  public static void main(String[] arguments) {
    StandardOutput output = new StandardOutput();
    PrintWriter out = output.writer();
    PrintWriter err = new PrintWriter(System.err, true, System.err.charset());
    int exitCode = run(out, err, arguments);
    out.flush();
    System.exit(output.exitCode(exitCode, err));
  }

  /// Runs the program.
  ///
  /// @return the exit code
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine commandLine = commandLine();
    commandLine
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setColorScheme(Help.defaultColorScheme(Terminal.isCapable() ? Ansi.AUTO : Ansi.OFF))
        .setParameterExceptionHandler(new UsageError());
    ProgramVersion.tellEverywhere(commandLine);
    return commandLine.execute(arguments);
  }

  /// The commands and their options.
  static CommandLine commandLine() {
    return new CommandLine(new Tactus());
  }
}
