package dev.tactus.bench.report;

import dev.tactus.bench.harness.Row;
import java.util.Locale;
import java.util.Map;

/// The result as a page that stands alone: no script, nothing to load.
public final class HtmlReport {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1c2024; --soft: #5c6670; --line: #d5dae0;
        --paper: #ffffff; --card: #f6f8fa; --bar: #a9b4bf; --ours: #1f6feb; --bad: #b42318; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6eaee; --soft: #9aa5b1;
        --line: #343b43; --paper: #14171a; --card: #1c2126; --bar: #55606b; --ours: #58a6ff;
        --bad: #ff8a7a; } }
      body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; background: var(--paper);
        color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.6rem; margin: 0; }
      h2 { font-size: 1rem; margin: 0; }
      p, dl { color: var(--soft); margin: .3rem 0; }
      dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem; margin: 1rem 0; }
      dt { font-weight: 600; }
      dd { margin: 0; }
      section { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
        padding: .8rem 1rem; margin: 1rem 0; }
      .verdict { float: right; font-weight: 600; }
      .miss { color: var(--bad); }
      svg { width: 100%; height: auto; }
      text { fill: var(--soft); font-size: 12px; }
      text.name { font-size: 13px; }
      text.ours, text.best { fill: var(--ink); font-weight: 700; }
      .bar { fill: var(--bar); }
      .bar.ours { fill: var(--ours); stroke: var(--ink); stroke-width: 1.5; }
      .range { fill: none; stroke: var(--ink); stroke-width: 1.2; }
      """;

  private HtmlReport() {}

  /// The whole page.
  public static String render(Report report) {
    StringBuilder page = new StringBuilder();
    String title = "tactus bench " + report.suite();
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>" + Html.escape(title) + "</title>\n")
        .append("<style>\n" + STYLE + "</style>\n</head>\n<body>\n")
        .append("<h1>" + Html.escape(title) + "</h1>\n")
        .append("<p>" + Html.escape(report.score()) + ".</p>\n")
        .append(facts(report));
    page.append(
        "<p>Bars show medians, whiskers the least and the greatest value. A ratio above 1 means"
            + " that tactus is better than the best peer that is eligible.</p>\n");
    if (report.disturbed()) {
      page.append("<p>" + Html.escape(report.disturbedLegend()) + "</p>\n");
    }
    report.rows().forEach(row -> page.append(section(row)));
    return page.append("</body>\n</html>\n").toString();
  }

  private static String facts(Report report) {
    StringBuilder facts = new StringBuilder("<dl>\n");
    facts.append(fact("date", report.date() + ", " + report.mode().label() + " run"));
    facts.append(fact("machine", report.machine().text()));
    for (Map.Entry<String, String> contender : report.contenders().entrySet()) {
      facts.append(fact(contender.getKey(), contender.getValue()));
    }
    return facts.append("</dl>\n").toString();
  }

  private static String fact(String name, String text) {
    return "<dt>" + Html.escape(name) + "</dt><dd>" + Html.escape(text) + "</dd>\n";
  }

  private static String section(Row row) {
    String verdict = row.verdict().name().toLowerCase(Locale.ROOT);
    String ratio = row.ratio().isPresent() ? Figures.factor(row.ratio().getAsDouble()) : "no ratio";
    String better = row.spec().better().name().toLowerCase(Locale.ROOT);
    return "<section>\n<span class=\"verdict "
        + verdict
        + "\">"
        + Html.escape(ratio + ", target " + Figures.factor(row.spec().target()) + ": " + verdict)
        + "</span>\n<h2>"
        + Html.escape(row.spec().title())
        + "</h2>\n<p>"
        + Html.escape(row.spec().unit() + ", " + better + " is better")
        + (row.spec().note().isEmpty() ? "" : "; " + Html.escape(row.spec().note()))
        + "</p>\n"
        + BarChart.render(row)
        + "</section>\n";
  }
}
