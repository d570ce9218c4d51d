package dev.tactus.actor;

import dev.tactus.dispatch.Occupant;

/// Shows one cell after another, so that a walk over a million actors allocates nothing for each.
final class CellView implements ActorView {
  private ActorCell<?> cell;

  CellView(ActorCell<?> first) {
    cell = first;
  }

  CellView of(ActorCell<?> other) {
    cell = other;
    return this;
  }

  @Override
  public ActorRef<?> ref() {
    return cell;
  }

  @Override
  public ActorPath path() {
    return cell.path();
  }

  @Override
  public String dispatcher() {
    return cell.dispatcher().id();
  }

  @Override
  public Occupant.Phase phase() {
    return cell.phase();
  }

  @Override
  public int suspends() {
    return cell.suspends();
  }

  @Override
  public int depth(int max) {
    return cell.depth(max);
  }

  @Override
  public int systemDepth() {
    return cell.systemDepth();
  }

  @Override
  public String latestThread() {
    return cell.latestThread();
  }

  @Override
  public long turnNanos() {
    return cell.turnNanos();
  }

  @Override
  public String latestType() {
    return cell.latestType();
  }

  @Override
  public int children() {
    Annex annex = cell.annexIfAny();
    return annex == null ? 0 : annex.children.size();
  }
}
