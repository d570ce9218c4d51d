package dev.tactus.bench;

import dev.tactus.bench.harness.Campaign;
import dev.tactus.bench.harness.ChildJvms;
import dev.tactus.bench.harness.Group;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Machine;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Progress;
import dev.tactus.bench.harness.Row;
import dev.tactus.bench.harness.RowJudge;
import dev.tactus.bench.harness.Samples;
import dev.tactus.bench.harness.Selection;
import dev.tactus.bench.harness.Suite;
import dev.tactus.bench.report.HtmlReport;
import dev.tactus.bench.report.JsonReport;
import dev.tactus.bench.report.Report;
import dev.tactus.bench.report.ReportFile;
import dev.tactus.bench.report.TableReport;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Runs a suite as the options say and shows what came of it.
final class BenchRun {
  /// For the last step to end.
  private static final Duration QUICK_RESERVE = Duration.ofSeconds(10);

  private final Suite suite;
  private final BenchOptions options;
  private final Selection selection;
  private final PrintWriter out;
  private final Machine machine = Machine.here();

  /// @param out for the result
  BenchRun(Suite suite, BenchOptions options, Selection selection, PrintWriter out) {
    this.suite = suite;
    this.options = options;
    this.selection = selection;
    this.out = out;
  }

  /// Runs and reports; whether there was anything to report.
  boolean run() {
    List<Group> groups =
        suite.groups().stream()
            .map(group -> group.restrictedTo(selection))
            .map(group -> group.withHeap(machine.heapMegabytes(group.heapMegabytes())))
            .toList();
    Samples samples = measure(groups);
    if (samples.isEmpty()) {
      System.err.println("Nothing was measured: every turn failed, see above.");
      return false;
    }
    report(samples);
    return true;
  }

  private Samples measure(List<Group> groups) {
    Mode mode = options.mode();
    boolean timed = mode == Mode.QUICK && selection.rounds() == 0;
    boolean terminal = Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    Progress progress = new Progress(System.err, terminal, timed ? planned() : "");
    ChildJvms children = new ChildJvms(BenchChild.class, progress::heard);
    return new Campaign(
            suite.name(),
            groups,
            mode,
            options.othersPercent() / 100,
            timed ? Optional.of(suite.quickBudget()) : Optional.empty(),
            children,
            progress,
            HostTime::nanos)
        .run();
  }

  private String planned() {
    Duration planned = suite.quickBudget().plus(QUICK_RESERVE);
    return String.format(
        Locale.ROOT, " of about %d:%02d", planned.toMinutes(), planned.toSecondsPart());
  }

  void report(Samples samples) {
    Map<String, String> contenders = new LinkedHashMap<>(suite.contenders());
    contenders.keySet().removeIf(name -> !selection.includesContender(name));
    RowJudge judge = new RowJudge(suite.name(), List.copyOf(contenders.keySet()), samples);
    List<Row> rows = new ArrayList<>();
    suite.rows(options.mode()).stream()
        .filter(spec -> selection.includesWorkload(spec.workload()))
        .map(judge::judge)
        .forEach(rows::add);
    Report report =
        new Report(
            suite.name(),
            options.mode(),
            HostTime.today(),
            machine,
            contenders,
            options.othersPercent(),
            rows);
    out.print(TableReport.render(report));
    out.flush();
    options.json().ifPresent(file -> ReportFile.write(file, JsonReport.render(report)));
    options.html().ifPresent(file -> ReportFile.write(file, HtmlReport.render(report)));
  }
}
