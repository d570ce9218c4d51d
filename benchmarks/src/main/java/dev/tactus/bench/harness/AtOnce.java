package dev.tactus.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/// One round of a group whose children all work at the same time: each step begins when all have
/// done the one before. Threads: one.
final class AtOnce {
  private final Group group;
  private final Effort effort;
  private final Children children;

  AtOnce(Group group, Effort effort, Children children) {
    this.group = group;
    this.effort = effort;
    this.children = children;
  }

  /// Does these turns to their ends; what came of each, in the order given.
  List<TurnOutcome> run(List<Turn> turns) {
    double cores = children.coresNanos();
    DoubleSupplier others = children.watchOthers();
    List<Member> members = new ArrayList<>();
    for (Turn turn : turns) {
      members.add(new Member(children.start(turn, group.heapMegabytes())));
    }
    try {
      List<Member> working = members;
      while (!working.isEmpty()) {
        working.forEach(Member::await);
        working = working.stream().filter(member -> member.ready.isPresent()).toList();
        working.forEach(Member::goOn);
      }
    } finally {
      members.forEach(member -> member.child.end());
    }
    double share = others.getAsDouble();
    return members.stream().map(member -> member.outcome(share, cores)).toList();
  }

  /// A child and what it has reported.
  private final class Member {
    private final Child child;
    private final List<ResultLine> lines = new ArrayList<>();
    private Optional<ResultLine.Ready> ready = Optional.empty();
    private Optional<String> failure = Optional.empty();

    Member(Child child) {
      this.child = child;
    }

    private void await() {
      Child.Pause pause = child.await(effort.stepTimeout());
      lines.addAll(pause.lines());
      ready = pause.ready();
      failure = pause.failure();
    }

    private void goOn() {
      boolean isWanted = ready.orElseThrow().number() <= effort.samples();
      child.tell(isWanted ? Command.GO : Command.ENOUGH);
    }

    private TurnOutcome outcome(double others, double cores) {
      return new TurnOutcome(child.turn(), lines, failure, others, cores);
    }
  }
}
