package dev.tactus.bench.report;

import dev.tactus.bench.harness.Cell;
import dev.tactus.bench.harness.Row;
import dev.tactus.bench.harness.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The table for a terminal: one line a row, the other peers below it.
public final class TableReport {
  private static final int COLUMNS_MAX = 116;
  private static final String INDENT = "    ";
  private static final List<String> HEADERS =
      List.of("workload", "unit", "tactus", "best peer", "ratio", "target", "");

  private TableReport() {}

  /// The whole table, lines ended by line feeds.
  public static String render(Report report) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEADERS);
    report.rows().forEach(row -> lines.add(columns(row)));
    int[] widths = new int[HEADERS.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    text.append(heading(report));
    text.append(line(HEADERS, widths));
    for (int i = 0; i < report.rows().size(); i++) {
      text.append(line(lines.get(i + 1), widths));
      text.append(otherPeers(report.rows().get(i)));
    }
    text.append('\n').append(report.score()).append('\n');
    if (report.disturbed()) {
      text.append(report.disturbedLegend()).append('\n');
    }
    return text.toString();
  }

  private static String heading(Report report) {
    return String.format(
        Locale.ROOT,
        "%nbench %s, %s, %s%n%s%nmedian [least..greatest]; a ratio above 1 means that tactus is"
            + " better%n%n",
        report.suite(),
        report.mode().label(),
        report.date(),
        report.machine().text());
  }

  private static List<String> columns(Row row) {
    return List.of(
        row.spec().title(),
        row.spec().unit(),
        row.ours().map(TableReport::subject).orElse("-"),
        bestPeer(row),
        row.ratio().isPresent() ? Figures.factor(row.ratio().getAsDouble()) : "-",
        Figures.factor(row.spec().target()),
        row.verdict().name().toLowerCase(Locale.ROOT));
  }

  /// Ours, with its name where the column's would mislead.
  private static String subject(Cell cell) {
    return cell.contender().equals(Suite.OURS)
        ? figures(cell)
        : cell.contender() + " " + figures(cell);
  }

  private static String bestPeer(Row row) {
    return row.peers().stream()
        .filter(cell -> row.bestPeer().filter(cell.contender()::equals).isPresent())
        .map(cell -> cell.contender() + " " + figures(cell))
        .findFirst()
        .orElse("-");
  }

  private static String figures(Cell cell) {
    String remarks = Figures.remarks(cell);
    return Figures.withRange(cell) + (remarks.isEmpty() ? "" : " (" + remarks + ")");
  }

  private static String line(List<String> columns, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(columns.get(i)).repeat(' ', widths[i] - columns.get(i).length() + 2);
    }
    return line.toString().stripTrailing() + "\n";
  }

  private static String otherPeers(Row row) {
    StringBuilder text = new StringBuilder();
    StringBuilder line = new StringBuilder(INDENT);
    for (Cell peer : row.peers()) {
      if (row.bestPeer().filter(peer.contender()::equals).isEmpty()) {
        String entry = peer.contender() + " " + figures(peer);
        if (line.length() > INDENT.length() && line.length() + entry.length() > COLUMNS_MAX) {
          text.append(line.toString().stripTrailing()).append('\n');
          line = new StringBuilder(INDENT);
        }
        line.append(entry).append("  ");
      }
    }
    return line.length() == INDENT.length()
        ? text.toString()
        : text.append(line.toString().stripTrailing()).append('\n').toString();
  }
}
