package dev.tactus.bench.report;

import dev.tactus.bench.harness.Cell;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// How figures are written.
final class Figures {
  private static final int REASON_LENGTH_MAX = 48;

  private Figures() {}

  /// About three digits, without an exponent.
  static String text(double value) {
    double size = Math.abs(value);
    if (size >= 100) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    if (size >= 10) {
      return trimmed(String.format(Locale.ROOT, "%.1f", value));
    }
    return trimmed(String.format(Locale.ROOT, size >= 1 ? "%.2f" : "%.3f", value));
  }

  /// A ratio or target as a factor.
  static String factor(double value) {
    return text(value) + " x";
  }

  /// Median and range of a cell, with a star if it was disturbed; or why there is none.
  static String withRange(Cell cell) {
    return cell.summary()
        .map(summary -> range(summary) + (cell.disturbed() ? "*" : ""))
        .orElseGet(() -> cell.failure().map(reason -> "failed: " + brief(reason)).orElse("-"));
  }

  /// What to know of a cell beside its figures; empty if nothing.
  static String remarks(Cell cell) {
    List<String> remarks = new ArrayList<>();
    cell.marks().stream().map(Mark::text).forEach(remarks::add);
    cores(cell).ifPresent(remarks::add);
    if (cell.summary().isPresent()) {
      cell.failure().map(reason -> "later failed: " + brief(reason)).ifPresent(remarks::add);
    }
    cell.ineligible().filter(reason -> !remarks.contains(reason)).ifPresent(remarks::add);
    return remarks.stream().collect(Collectors.joining("; "));
  }

  /// Whether the machine was another one than in our turns, by the distance of its cores.
  static Optional<String> cores(Cell cell) {
    double apart = cell.coresApart();
    return apart > 1
        ? Optional.of("cores " + factor(apart) + " as far apart")
        : apart < 1 ? Optional.of("cores " + factor(1 / apart) + " nearer") : Optional.empty();
  }

  private static String brief(String reason) {
    return reason.length() <= REASON_LENGTH_MAX
        ? reason
        : reason.substring(0, REASON_LENGTH_MAX - 2) + "..";
  }

  private static String range(Summary summary) {
    return text(summary.median()) + " [" + text(summary.min()) + ".." + text(summary.max()) + "]";
  }

  private static String trimmed(String decimal) {
    return decimal.contains(".") ? decimal.replaceAll("0+$", "").replaceAll("\\.$", "") : decimal;
  }
}
