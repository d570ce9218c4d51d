package dev.tactus.bench.report;

import dev.tactus.bench.harness.Cell;
import dev.tactus.bench.harness.Row;
import dev.tactus.bench.harness.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// One row as horizontal bars in SVG: a bar to the median, a whisker from the least to the greatest
/// value, name and figures as text, so that nothing depends on colour.
final class BarChart {
  private static final int LINE_HEIGHT = 24;
  private static final int BAR_HEIGHT = 14;
  private static final int NAME_WIDTH = 140;
  private static final int BAR_WIDTH = 300;
  private static final int WIDTH = 816;

  private BarChart() {}

  static String render(Row row) {
    List<Cell> cells = new ArrayList<>();
    row.ours().ifPresent(cells::add);
    cells.addAll(row.peers());
    double greatest =
        cells.stream()
            .flatMap(cell -> cell.summary().stream())
            .mapToDouble(Summary::max)
            .max()
            .orElse(1);
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
            WIDTH,
            cells.size() * LINE_HEIGHT,
            Html.escape(row.spec().title() + ", " + row.spec().unit())));
    for (int i = 0; i < cells.size(); i++) {
      svg.append(bar(cells.get(i), row, i * LINE_HEIGHT, greatest));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String bar(Cell cell, Row row, int top, double greatest) {
    boolean ours = cell.contender().equals(row.spec().subject());
    boolean best = row.bestPeer().filter(cell.contender()::equals).isPresent();
    int middle = top + LINE_HEIGHT / 2;
    StringBuilder svg = new StringBuilder();
    svg.append(text(0, middle, ours ? "name ours" : "name", cell.contender()));
    cell.summary().ifPresent(summary -> svg.append(shapes(summary, ours, top, greatest)));
    String remarks = Figures.remarks(cell);
    String label =
        Stream.of(Figures.withRange(cell), best ? "best peer" : "", remarks)
            .filter(part -> !part.isEmpty())
            .reduce((first, second) -> first + "; " + second)
            .orElse("");
    svg.append(text(NAME_WIDTH + BAR_WIDTH + 10, middle, best ? "best" : "figure", label));
    return svg.toString();
  }

  private static String shapes(Summary summary, boolean ours, int top, double greatest) {
    double scale = greatest > 0 ? BAR_WIDTH / greatest : 0;
    int middle = top + LINE_HEIGHT / 2;
    double from = NAME_WIDTH + Math.max(0, summary.min() * scale);
    double to = NAME_WIDTH + Math.max(0, summary.max() * scale);
    return String.format(
        Locale.ROOT,
        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>"
            + "<path class=\"range\" d=\"M%.1f %dV%dM%.1f %dH%.1fM%.1f %dV%d\"/>%n",
        ours ? "bar ours" : "bar",
        NAME_WIDTH,
        middle - BAR_HEIGHT / 2,
        Math.max(1, summary.median() * scale),
        BAR_HEIGHT,
        from,
        middle - 4,
        middle + 4,
        from,
        middle,
        to,
        to,
        middle - 4,
        middle + 4);
  }

  private static String text(int x, int middle, String kind, String text) {
    return String.format(
        Locale.ROOT,
        "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n",
        kind,
        x,
        middle + 4,
        Html.escape(text));
  }
}
