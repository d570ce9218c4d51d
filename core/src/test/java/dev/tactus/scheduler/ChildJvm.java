package dev.tactus.scheduler;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Another Java virtual machine with the class path of this one, which can be stopped as a whole.
public final class ChildJvm implements AutoCloseable {
  public final Process process;
  private final BufferedReader lines;
  private final PrintStream commands;

  private ChildJvm(Process process) {
    this.process = process;
    this.lines = process.inputReader(StandardCharsets.UTF_8);
    this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /// Starts a program.
  public static ChildJvm start(Class<?> program, List<String> options, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-ea", "-cp", System.getProperty("java.class.path")));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /// Reads until a line that begins like this, and gives the rest of that line.
  public String await(String beginning) throws IOException {
    StringBuilder read = new StringBuilder();
    String line;
    while ((line = lines.readLine()) != null) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length()).strip();
      }
      read.append(line).append('\n');
    }
    throw new AssertionError("The program ended without '" + beginning + "' and said: " + read);
  }

  public void say(String line) {
    commands.println(line);
  }

  /// Sends a signal with the command of the operating system.
  ///
  /// @return whether there is such a command, and it worked
  public boolean signal(String name) throws InterruptedException {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
      return kill.waitFor() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    }
  }

  /// Lets real time pass, and tells whether the program is still there.
  public boolean survives(long seconds) throws InterruptedException {
    return !process.waitFor(seconds, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
