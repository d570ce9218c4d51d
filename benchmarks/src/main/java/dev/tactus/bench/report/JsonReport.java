package dev.tactus.bench.report;

import dev.tactus.bench.harness.Cell;
import dev.tactus.bench.harness.Mark;
import dev.tactus.bench.harness.Row;
import dev.tactus.bench.harness.Summary;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The result for programs.
public final class JsonReport {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final MathContext DIGITS = new MathContext(6);

  private JsonReport() {}

  /// The document, indented.
  public static String render(Report report) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("suite", report.suite());
    root.put("mode", report.mode().label());
    root.put("date", report.date().toString());
    root.putObject("machine")
        .put("cores", report.machine().cores())
        .put("cpu", report.machine().cpu())
        .put("memory_mb", report.machine().memoryMegabytes())
        .put("jdk", report.machine().jdk())
        .put("kernel", report.machine().kernel());
    ObjectNode contenders = root.putObject("contenders");
    report.contenders().forEach(contenders::put);
    var rows = root.putArray("rows");
    report.rows().forEach(row -> rows.add(row(row)));
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }

  private static ObjectNode row(Row row) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("suite", row.suite());
    node.put("workload", row.spec().title());
    node.put("unit", row.spec().unit());
    node.set("tactus", row.ours().flatMap(Cell::summary).map(JsonReport::summary).orElse(null));
    ObjectNode peers = node.putObject("peers");
    row.peers()
        .forEach(
            peer -> peer.summary().ifPresent(sum -> peers.set(peer.contender(), summary(sum))));
    node.put("best_peer", row.bestPeer().orElse(null));
    node.put("ratio", row.ratio().isPresent() ? rounded(row.ratio().getAsDouble()) : null);
    node.put("target", rounded(row.spec().target()));
    node.put("verdict", row.verdict().name().toLowerCase(Locale.ROOT));
    node.put("id", row.spec().metric());
    node.put("subject", row.spec().subject());
    node.put("better", row.spec().better().name().toLowerCase(Locale.ROOT));
    node.put("floor", rounded(row.spec().floor()));
    node.put("note", row.spec().note());
    node.put("disturbed", row.disturbed());
    remarks(node, "marks", row, cell -> cell.marks().stream().map(Mark::text).toList());
    remarks(node, "cores", row, cell -> Figures.cores(cell).stream().toList());
    remarks(node, "failed", row, cell -> cell.failure().stream().toList());
    remarks(node, "not_eligible", row, cell -> cell.ineligible().stream().toList());
    return node;
  }

  private static ObjectNode summary(Summary summary) {
    return MAPPER
        .createObjectNode()
        .put("median", rounded(summary.median()))
        .put("min", rounded(summary.min()))
        .put("max", rounded(summary.max()))
        .put("samples", summary.count());
  }

  /// A field with what there is to say of each contender; no field if there is nothing.
  private static void remarks(
      ObjectNode node, String field, Row row, Function<Cell, List<String>> remarksOf) {
    ObjectNode byContender = MAPPER.createObjectNode();
    row.ours().ifPresent(cell -> remark(byContender, cell, remarksOf.apply(cell)));
    row.peers().forEach(cell -> remark(byContender, cell, remarksOf.apply(cell)));
    if (!byContender.isEmpty()) {
      node.set(field, byContender);
    }
  }

  private static void remark(ObjectNode byContender, Cell cell, List<String> remarks) {
    if (!remarks.isEmpty()) {
      byContender.put(cell.contender(), String.join("; ", remarks));
    }
  }

  private static BigDecimal rounded(double value) {
    BigDecimal rounded = new BigDecimal(value, DIGITS).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
