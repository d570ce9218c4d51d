package dev.tactus.bench;

import dev.tactus.bench.harness.Group;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Selection;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.report.ReportFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that all suites share.
final class BenchOptions {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean help;

  @Option(
      names = "--quick",
      description = "Short run, planned for two to seven minutes on two cores that are free.")
  private boolean quick;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the result as JSON.")
  private @Nullable Path json;

  @Option(names = "--html", paramLabel = "FILE", description = "Write a page with charts.")
  private @Nullable Path html;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Exactly that many rounds of everything, with all samples.")
  private @Nullable Integer rounds;

  @Option(
      names = "--only",
      paramLabel = "WORKLOAD",
      split = ",",
      description = "Only these workloads, separated by commas.")
  private List<String> workloads = new ArrayList<>();

  @Option(
      names = "--contenders",
      paramLabel = "NAME",
      split = ",",
      description = "Only these contenders, separated by commas.")
  private List<String> contenders = new ArrayList<>();

  @Option(
      names = "--others",
      paramLabel = "PERCENT",
      defaultValue = "10",
      description =
          "Repeat a sample during which other programs took more of the machine (default:"
              + " ${DEFAULT-VALUE}).")
  private double othersPercent;

  Mode mode() {
    return quick ? Mode.QUICK : Mode.FULL;
  }

  Optional<Path> json() {
    return Optional.ofNullable(json);
  }

  Optional<Path> html() {
    return Optional.ofNullable(html);
  }

  double othersPercent() {
    return othersPercent;
  }

  /// Checks everything against a suite, before anything runs.
  ///
  /// @throws IllegalArgumentException if something cannot be done, with the reason
  Selection selection(Suite suite) {
    Set<String> known = new LinkedHashSet<>();
    suite.groups().stream().map(Group::workloads).forEach(known::addAll);
    requireKnown("--only", "workload", workloads, known);
    requireKnown("--contenders", "contender", contenders, suite.contenders().keySet());
    if (rounds != null && (rounds < 1 || rounds > 1_000)) {
      throw new IllegalArgumentException("--rounds " + rounds + " given; 1 to 1000 are allowed");
    }
    if (!(othersPercent > 0 && othersPercent <= 100)) {
      throw new IllegalArgumentException(
          "--others " + othersPercent + " given; a percentage above 0 and up to 100 is allowed");
    }
    if (json != null && html != null && isSameFile(json, html)) {
      throw new IllegalArgumentException(
          "--json and --html were both given " + html + "; the page would replace the JSON");
    }
    json().ifPresent(ReportFile::checkWritable);
    html().ifPresent(ReportFile::checkWritable);
    return new Selection(
        Set.copyOf(workloads), Set.copyOf(contenders), rounds == null ? 0 : rounds);
  }

  private static boolean isSameFile(Path first, Path second) {
    return first.toAbsolutePath().normalize().equals(second.toAbsolutePath().normalize());
  }

  private static void requireKnown(
      String option, String noun, List<String> given, Collection<String> known) {
    for (String name : given) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            option
                + ": '"
                + name
                + "' is no "
                + noun
                + " of this suite; known are "
                + String.join(", ", known));
      }
    }
  }
}
