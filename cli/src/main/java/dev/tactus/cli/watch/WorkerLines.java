package dev.tactus.cli.watch;

import dev.tactus.cli.demo.Figures;
import dev.tactus.observe.DispatcherFigures;
import dev.tactus.observe.WorkerFigures;
import java.util.ArrayList;
import java.util.List;

/// Dispatchers and their workers as lines.
public final class WorkerLines {
  private WorkerLines() {}

  /// The lines, of one dispatcher after another.
  public static List<String> of(List<DispatcherFigures> dispatchers) {
    List<String> lines = new ArrayList<>();
    for (DispatcherFigures dispatcher : dispatchers) {
      lines.add(
          "dispatcher "
              + dispatcher.id()
              + " on "
              + dispatcher.host()
              + ": "
              + dispatcher.throughput()
              + " messages a turn, "
              + Figures.count(dispatcher.globalWaiting())
              + " turns in the common queue, "
              + dispatcher.searching()
              + " searching, "
              + dispatcher.sleeping()
              + " asleep, "
              + Figures.count(dispatcher.refused())
              + " refused; ready p50 "
              + Figures.time(dispatcher.readyLatency().p50Nanos())
              + " p99 "
              + Figures.time(dispatcher.readyLatency().p99Nanos()));
      Table table =
          new Table(
              "WORKER", " TURNS", " WAIT", " STEALS", " STOLEN", " PARKS", " WAKES", " BUSY",
              " TURN", " STUCK", "STATE");
      dispatcher.workers().forEach(worker -> row(table, dispatcher, worker));
      table.lines().forEach(line -> lines.add("  " + line));
    }
    return lines;
  }

  private static void row(Table table, DispatcherFigures dispatcher, WorkerFigures worker) {
    long share = Math.round(100.0 * worker.busyNanos() / Math.max(1, dispatcher.upNanos()));
    table.row(
        worker.thread().isEmpty() ? Integer.toString(worker.number()) : worker.thread(),
        Figures.count(worker.executed()),
        Figures.count(worker.waiting()),
        Figures.count(worker.steals()),
        Figures.count(worker.stolen()),
        Figures.count(worker.parks()),
        Figures.count(worker.wakes()),
        Math.clamp(share, 0, 100) + "%",
        Figures.time(worker.turnNanos()),
        worker.stuckNanos() == 0 ? "-" : Figures.time(worker.stuckNanos()),
        worker.isAsleep() ? "asleep" : "awake");
  }
}
