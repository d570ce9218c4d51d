package dev.tactus.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Answers a command line that cannot be followed: what is wrong, what may have been meant, how it
/// is done.
final class UsageError implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException error, String[] arguments) {
    CommandLine command = error.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(command.getCommandSpec().qualifiedName() + ": " + error.getMessage());
    boolean _ = UnmatchedArgumentException.printSuggestions(error, err);
    err.println();
    command.usage(err, Ansi.OFF); // what standard error is, nobody looked at
    return CommandLine.ExitCode.USAGE;
  }
}
