package dev.tactus.bench.report;

import dev.tactus.bench.harness.Machine;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// What a run found, and where and when.
///
/// @param suite the suite's name
/// @param contenders everyone who took part, with the version that ran
/// @param othersLimitPercent what other programs could take of the machine unmarked
public record Report(
    String suite,
    Mode mode,
    Instant date,
    Machine machine,
    Map<String, String> contenders,
    double othersLimitPercent,
    List<Row> rows) {
  public Report {
    rows = List.copyOf(rows);
  }

  /// How many rows ended with that verdict.
  long count(Row.Verdict verdict) {
    return rows.stream().filter(row -> row.verdict() == verdict).count();
  }

  /// The score in words.
  String score() {
    long open = count(Row.Verdict.OPEN);
    return count(Row.Verdict.OK)
        + " of "
        + rows.size()
        + " rows reach their target, "
        + count(Row.Verdict.MISS)
        + " miss it"
        + (open == 0 ? "" : ", " + open + " open");
  }

  /// What the mark `*` means.
  String disturbedLegend() {
    return "* other programs took more than "
        + Figures.text(othersLimitPercent)
        + " % of the machine during a sample";
  }

  /// Whether any row was disturbed.
  boolean disturbed() {
    return rows.stream().anyMatch(Row::disturbed);
  }
}
