package dev.tactus.bench.harness;

import java.io.BufferedReader;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// Runs each turn in a JVM of its own, with this JVM's class path and pinned flags.
///
/// A child ends with its turn. It also ends when this JVM does: an orderly end (Ctrl-C included)
/// kills it by a shutdown hook, a disorderly one closes its standard input, which it watches.
///
/// Threads: [#run] on one thread at a time.
public final class ChildJvms implements TurnRunner {
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
  public List<TurnOutcome> run(List<Turn> turns, int heapMegabytes, Duration timeout) {
    double coresBefore = CoreDistance.nanos();
    Optional<CpuSnapshot> before = CpuSnapshot.take();
    long deadline = HostTime.nanos() + timeout.toNanos();
    List<Child> children = new ArrayList<>();
    for (Turn turn : turns) {
      children.add(start(turn, heapMegabytes));
    }
    List<Optional<String>> failures = new ArrayList<>();
    for (Child child : children) {
      failures.add(child.await(deadline, timeout));
      alive.remove(child.process);
    }
    double others =
        before
            .flatMap(first -> CpuSnapshot.take().map(second -> second.othersSince(first)))
            .orElse(0.0);
    double cores = Math.max(coresBefore, CoreDistance.nanos());
    List<TurnOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < children.size(); i++) {
      Child child = children.get(i);
      outcomes.add(new TurnOutcome(child.turn, child.lines, failures.get(i), others, cores));
    }
    return outcomes;
  }

  private Child start(Turn turn, int heapMegabytes) {
    ProcessBuilder builder = new ProcessBuilder(command(turn, heapMegabytes));
    builder.redirectErrorStream(true);
    try {
      Process process = builder.start();
      alive.add(process);
      return new Child(turn, process);
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
        "-Xmn" + Math.min(heapMegabytes / 4, YOUNG_MEGABYTES_MAX) + "m",
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

  private static String classPath() {
    return Stream.of("java.class.path", "jdk.module.path")
        .map(property -> System.getProperty(property, ""))
        .filter(path -> !path.isEmpty())
        .reduce((first, second) -> first + System.getProperty("path.separator") + second)
        .orElseThrow(() -> new IllegalStateException("this JVM has no class path to hand on"));
  }

  /// A started child and the thread that reads what it prints.
  private final class Child {
    private final Turn turn;
    private final Process process;
    private final List<ResultLine> lines = new ArrayList<>();
    private final Deque<String> lastOutput = new ArrayDeque<>();
    private final Thread reader;

    Child(Turn turn, Process process) {
      this.turn = turn;
      this.process = process;
      this.reader = Thread.ofVirtual().name("bench-reader").start(this::read);
    }

    private void read() {
      try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
        output.lines().forEach(this::take);
      } catch (IOException | UncheckedIOException e) {
        lastOutput.add("(the rest of its output could not be read: " + e.getMessage() + ")");
      }
    }

    private void take(String text) {
      ResultLine.parse(text)
          .ifPresentOrElse(
              line -> {
                lines.add(line);
                watcher.accept(turn, line);
              },
              () -> {
                lastOutput.add(text);
                if (lastOutput.size() > KEPT_OUTPUT_LINES) {
                  lastOutput.remove();
                }
              });
    }

    /// Waits for the end; the reader's end publishes what it read.
    Optional<String> await(long deadline, Duration timeout) {
      try {
        if (!process.waitFor(deadline - HostTime.nanos(), TimeUnit.NANOSECONDS)) {
          process.destroyForcibly().waitFor();
          reader.join();
          return Optional.of("no end after " + timeout.toSeconds() + " s");
        }
        reader.join();
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
        return Optional.of("interrupted");
      }
      return failure(process.exitValue());
    }

    private Optional<String> failure(int exit) {
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
