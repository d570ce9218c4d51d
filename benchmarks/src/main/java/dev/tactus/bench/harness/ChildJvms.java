package dev.tactus.bench.harness;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/// Runs each turn in a JVM of its own, with this JVM's class path and pinned flags.
///
/// A child waits for commands on its standard input. It ends with its turn. It also ends when this
/// JVM does: an orderly end (Ctrl-C included) kills it by a shutdown hook, a disorderly one closes
/// its standard input, which it watches.
///
/// Threads: one, which also has the children.
public final class ChildJvms implements Children {
  private static final int OUT_OF_MEMORY_EXIT = 3;
  private static final int KEPT_OUTPUT_LINES = 3;
  private static final int YOUNG_MEGABYTES_MAX = 512;

  private final String mainClass;
  private final BiConsumer<Turn, ResultLine> watcher;
  private final Set<Process> alive = ConcurrentHashMap.newKeySet();

  /// @param mainClass the child's main; its arguments are [Turn#arguments]
  /// @param watcher hears of every result line as it arrives, on any thread
  public ChildJvms(Class<?> mainClass, BiConsumer<Turn, ResultLine> watcher) {
    this.mainClass = mainClass.getName();
    this.watcher = watcher;
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> alive.forEach(Process::destroyForcibly), "bench-killer"));
  }

  @Override
  public DoubleSupplier watchOthers() {
    Optional<CpuSnapshot> before = snapshot();
    return () ->
        before.flatMap(first -> snapshot().map(second -> second.othersSince(first))).orElse(0.0);
  }

  private Optional<CpuSnapshot> snapshot() {
    return CpuSnapshot.take(alive.stream().map(Process::pid).toList());
  }

  @Override
  public double coresNanos() {
    return CoreDistance.nanos();
  }

  @Override
  public long availableMegabytes() {
    return Machine.availableMegabytes();
  }

  @Override
  public Child start(Turn turn, int heapMegabytes) {
    ProcessBuilder builder = new ProcessBuilder(command(turn, heapMegabytes));
    builder.redirectErrorStream(true);
    try {
      Process process = builder.start();
      alive.add(process);
      return new Jvm(turn, process);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "a JVM could not be started as "
              + String.join(" ", builder.command())
              + "; is the Java installation of this program still there?",
          e);
    }
  }

  private List<String> command(Turn turn, int heapMegabytes) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags(heapMegabytes));
    command.add("-cp");
    command.add(classPath());
    command.add(mainClass);
    command.addAll(turn.arguments());
    return command;
  }

  /// The flags of every child, whoever the contender is.
  ///
  /// The young generation is fixed and small: its pages are touched during the warm-up and used
  /// over and over, so that the kernel's work of handing out fresh memory is not what is measured.
  public static List<String> flags(int heapMegabytes) {
    return List.of(
        "-Xms" + heapMegabytes + "m",
        "-Xmx" + heapMegabytes + "m",
        "-Xmn" + youngMegabytes(heapMegabytes) + "m",
        "-XX:+UseG1GC",
        "-XX:-UsePerfData",
        // One that ends takes its CPU time out of what the threads have used: see ProcessCpu.
        "-XX:-UseDynamicNumberOfCompilerThreads",
        "-XX:+ExitOnOutOfMemoryError",
        // Peers that would use faster paths of the JDK may do so.
        "--sun-misc-unsafe-memory-access=allow",
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "--enable-native-access=ALL-UNNAMED");
  }

  /// The young generation of a child with such a heap.
  static int youngMegabytes(int heapMegabytes) {
    return Math.min(heapMegabytes / 4, YOUNG_MEGABYTES_MAX);
  }

  private static String classPath() {
    return Stream.of("java.class.path", "jdk.module.path")
        .map(property -> System.getProperty(property, ""))
        .filter(path -> !path.isEmpty())
        .reduce((first, second) -> first + System.getProperty("path.separator") + second)
        .orElseThrow(() -> new IllegalStateException("this JVM has no class path to hand on"));
  }

  /// A started child and the thread that reads what it prints.
  private final class Jvm implements Child {
    private final Turn turn;
    private final Process process;
    private final BufferedWriter input;

    /// What it has printed; the end of its output is empty.
    private final BlockingQueue<Optional<ResultLine>> output = new LinkedBlockingQueue<>();

    /// Written by the reader until the end of the output.
    private final Deque<String> lastOutput = new ArrayDeque<>();

    Jvm(Turn turn, Process process) {
      this.turn = turn;
      this.process = process;
      this.input = process.outputWriter(StandardCharsets.UTF_8);
      Thread.ofVirtual().name("bench-reader").start(this::read);
    }

    private void read() {
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        lines.lines().forEach(this::take);
      } catch (IOException | UncheckedIOException e) {
        lastOutput.add("(the rest of its output could not be read: " + e.getMessage() + ")");
      }
      output.add(Optional.empty()); // publishes what was printed last
    }

    private void take(String text) {
      Optional<ResultLine> line = ResultLine.parse(text);
      if (line.isPresent()) {
        output.add(line);
        watcher.accept(turn, line.get());
        return;
      }
      lastOutput.add(text);
      if (lastOutput.size() > KEPT_OUTPUT_LINES) {
        lastOutput.remove();
      }
    }

    @Override
    public Turn turn() {
      return turn;
    }

    @Override
    public void tell(Command command) {
      try {
        input.write(command.line());
        input.newLine();
        input.flush();
      } catch (IOException e) {
        process.destroyForcibly(); // it has ended, or is about to: its output tells why
      }
    }

    @Override
    public Pause await(Duration timeout) {
      List<ResultLine> lines = new ArrayList<>();
      long deadline = HostTime.nanos() + timeout.toNanos();
      try {
        while (true) {
          Optional<ResultLine> line =
              output.poll(deadline - HostTime.nanos(), TimeUnit.NANOSECONDS);
          if (line == null) {
            end();
            return ended(lines, "no end of a step after " + timeout.toSeconds() + " s");
          }
          if (line.isEmpty()) {
            int exit = process.waitFor();
            end();
            return new Pause(lines, Optional.empty(), failure(exit, lines));
          }
          if (line.get() instanceof ResultLine.Ready ready) {
            return new Pause(lines, Optional.of(ready), Optional.empty());
          }
          lines.add(line.get());
        }
      } catch (InterruptedException e) {
        end();
        Thread.currentThread().interrupt();
        return ended(lines, "interrupted");
      }
    }

    private Pause ended(List<ResultLine> lines, String reason) {
      return new Pause(lines, Optional.empty(), Optional.of(reason));
    }

    @Override
    public void end() {
      process.destroyForcibly();
      alive.remove(process);
    }

    private Optional<String> failure(int exit, List<ResultLine> lines) {
      for (ResultLine line : lines) {
        if (line instanceof ResultLine.Failure(String reason)) {
          return Optional.of(reason);
        }
      }
      if (exit == OUT_OF_MEMORY_EXIT) {
        return Optional.of("OOM");
      }
      boolean complete = exit == 0 && lines.contains(new ResultLine.End());
      return complete
          ? Optional.empty()
          : Optional.of("exit " + exit + " " + String.join(" / ", lastOutput));
    }
  }
}
