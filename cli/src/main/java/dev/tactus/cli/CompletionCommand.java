package dev.tactus.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `completion`: a script by which a shell completes commands, options and error codes.
@Command(
    name = "completion",
    description = "Prints a script by which the shell completes commands and options.",
    footer = {
      "",
      "For this shell:   source <(./tactus completion bash)",
      "For every shell:  write it to a file that ~/.bashrc or ~/.zshrc sources"
    },
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
  /// Both are served by one script, which looks at what runs it.
  enum Shell {
    BASH,
    ZSH;

    /// As it is written on the command line, and completed.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Parameters(paramLabel = "bash|zsh", description = "The shell.")
  @SuppressWarnings({"NullAway.Init", "unused"}) // picocli sets it, so that others are refused
  private Shell shell;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CommandSpec root = spec.root();
    out.print(AutoComplete.bash(root.name(), root.commandLine()));
    out.flush();
    return CommandLine.ExitCode.OK;
  }
}
