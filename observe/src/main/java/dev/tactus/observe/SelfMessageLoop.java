package dev.tactus.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An actor that seems to answer each of its messages by one to itself.
///
/// Who sent a message is not in a snapshot, so this goes by what such a loop looks like: in many
/// looks in a row the actor runs or waits for its turn, its mailbox holds one message at most, the
/// type of the latest is always the same, and its dispatcher begins many turns meanwhile. An actor
/// that others keep as busy has a mailbox whose length changes: were it free of messages so often,
/// it would be idle at times.
///
/// It can be wrong about two actors that only talk to each other, and about one that is fed by
/// somebody who waits for each answer. It does not see loops of actors that are not among the
/// deepest and the slowest.
final class SelfMessageLoop implements Lint {
  private static final int DEPTH_MAX = 1;

  private record Streak(String type, int looks) {}

  private final LintSettings settings;
  private Map<String, Streak> streaks = Map.of();

  SelfMessageLoop(LintSettings settings) {
    this.settings = settings;
  }

  @Override
  public FindingKind kind() {
    return FindingKind.SELF_MESSAGE_LOOP;
  }

  @Override
  public boolean isOfSweeps() {
    return true;
  }

  @Override
  public List<Sign> look(Look look) {
    Map<String, Streak> next = new HashMap<>();
    List<Sign> signs = new ArrayList<>();
    for (ActorInfo actor : look.namedActors().values()) {
      double turns = look.perSecond(snapshot -> turns(snapshot, actor.dispatcher()));
      if (!isLooping(look.now(), actor) || turns < settings.loopTurnsPerSecond()) {
        continue;
      }
      Streak before = streaks.get(actor.path());
      int looks = before != null && before.type.equals(actor.latestType()) ? before.looks : 0;
      Streak streak = new Streak(actor.latestType(), looks + 1);
      next.put(actor.path(), streak);
      if (streak.looks >= settings.loopLooks()) {
        signs.add(Sign.of(actor.path(), text(streak, actor, turns)));
      }
    }
    streaks = next;
    return signs;
  }

  private static boolean isLooping(Snapshot now, ActorInfo actor) {
    boolean isBusy =
        switch (actor.state()) {
          case RUNNING, SCHEDULED -> true;
          case IDLE, CLOSED -> false;
        };
    return isBusy
        && actor.suspends() == 0
        && actor.depth() <= DEPTH_MAX
        && !actor.latestType().isEmpty()
        && !isStuck(now, actor.worker());
  }

  /// One turn that does not end is another matter.
  private static boolean isStuck(Snapshot now, String thread) {
    return !thread.isEmpty()
        && now.dispatchers().stream()
            .flatMap(dispatcher -> dispatcher.workers().stream())
            .anyMatch(worker -> worker.thread().equals(thread) && worker.stuckNanos() > 0);
  }

  private static long turns(Snapshot snapshot, String dispatcher) {
    Optional<DispatcherFigures> found =
        snapshot.dispatchers().stream().filter(d -> d.id().equals(dispatcher)).findFirst();
    return found.map(d -> d.workers().stream().mapToLong(WorkerFigures::executed).sum()).orElse(0L);
  }

  private static String text(Streak streak, ActorInfo actor, double turns) {
    return "In "
        + streak.looks
        + " looks in a row it was busy with a "
        + streak.type
        + " and never had more than one message, while dispatcher "
        + actor.dispatcher()
        + " began "
        + Look.count(turns)
        + " turns a second.";
  }
}
