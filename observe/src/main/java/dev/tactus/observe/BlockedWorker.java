package dev.tactus.observe;

import java.util.ArrayList;
import java.util.List;

/// A worker that has been in one and the same turn for longer than a threshold. The sign carries
/// where its thread is.
final class BlockedWorker implements Lint {
  /// Taking a stack stops its thread for a moment; where very many are stuck, a few tell enough.
  static final int STACKS_MAX = 8;

  static final int FRAMES_MAX = 40;

  private final LintSettings settings;

  BlockedWorker(LintSettings settings) {
    this.settings = settings;
  }

  @Override
  public FindingKind kind() {
    return FindingKind.BLOCKED_WORKER;
  }

  @Override
  public List<Sign> look(Look look) {
    List<Sign> signs = new ArrayList<>();
    for (DispatcherFigures dispatcher : look.now().dispatchers()) {
      for (WorkerFigures worker : dispatcher.workers()) {
        if (worker.stuckNanos() > settings.blockedNanos()) {
          List<String> stack = signs.size() < STACKS_MAX ? stack(look, worker) : List.of();
          String subject =
              worker.thread().isEmpty()
                  ? dispatcher.id() + " worker " + worker.number()
                  : worker.thread();
          signs.add(new Sign(subject, text(look, dispatcher, worker), stack));
        }
      }
    }
    return signs;
  }

  private static List<String> stack(Look look, WorkerFigures worker) {
    if (worker.thread().isEmpty()) {
      return List.of();
    }
    List<String> stack = look.stackOf().apply(worker.thread());
    return stack.subList(0, Math.min(FRAMES_MAX, stack.size()));
  }

  private static String text(Look look, DispatcherFigures dispatcher, WorkerFigures worker) {
    String runs =
        look.namedActors().values().stream()
            .filter(actor -> !actor.worker().isEmpty() && actor.worker().equals(worker.thread()))
            .findFirst()
            .map(actor -> " of " + actor.path())
            .orElse("");
    return "It has been in one turn"
        + runs
        + " for "
        + Look.time(worker.stuckNanos())
        + "; "
        + Look.count(worker.waiting() + dispatcher.globalWaiting())
        + " turns wait behind it and in the common queue of dispatcher "
        + dispatcher.id()
        + ".";
  }
}
