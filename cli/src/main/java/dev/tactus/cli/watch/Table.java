package dev.tactus.cli.watch;

import java.util.ArrayList;
import java.util.List;

/// Columns of plain text. Those whose heading begins with a blank are aligned to the right.
///
/// Rows that are streamed have widths that are fixed by the headings; the last column may be as
/// long as it is.
final class Table {
  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... headings) {
    this.headings = List.of(headings);
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  List<String> lines() {
    int[] widths = new int[headings.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = headings.get(i).strip().length();
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(headings.stream().map(String::strip).toList(), widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String pad = " ".repeat(Math.max(0, widths[i] - cells.get(i).length()));
      boolean isRight = headings.get(i).startsWith(" ");
      line.append(i == 0 ? "" : "  ").append(isRight ? pad + cells.get(i) : cells.get(i) + pad);
    }
    return line.toString().stripTrailing();
  }
}
