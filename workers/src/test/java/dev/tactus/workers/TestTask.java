package dev.tactus.workers;

import java.util.function.BooleanSupplier;

/// A task with a name, that does what it is told.
final class TestTask extends Task {
  final int id;
  private final BooleanSupplier turn;

  private TestTask(int id, BooleanSupplier turn) {
    this.id = id;
    this.turn = turn;
  }

  /// One that does nothing.
  static TestTask idle(int id) {
    return new TestTask(id, () -> false);
  }

  /// One that ends after a turn.
  static TestTask once(int id, Runnable turn) {
    return new TestTask(
        id,
        () -> {
          turn.run();
          return false;
        });
  }

  /// One whose turn says whether it wants another.
  static TestTask repeating(int id, BooleanSupplier turn) {
    return new TestTask(id, turn);
  }

  @Override
  protected boolean run() {
    return turn.getAsBoolean();
  }

  @Override
  public String toString() {
    return "task " + id;
  }
}
