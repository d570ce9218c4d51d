package dev.tactus.event;

import dev.tactus.requirement.Requirement;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Whoever keeps the answer of `wants` has the right one once all changes are done.
@Requirement("S5.3")
final class EventStreamLincheckTest {
  private record Signal() implements RuntimeEvent {}

  /// What the model checker calls: two threads come and go, a watcher keeps the answer.
  public static final class Calls {
    private final EventStream stream = new EventStream();
    private boolean kept;
    private @Nullable Subscription first;
    private @Nullable Subscription second;

    public Calls() {
      stream.onChange(() -> kept = stream.wants(Signal.class));
    }

    @Operation(nonParallelGroup = "first")
    public void firstComes() {
      if (first == null) {
        first = stream.subscribe(Signal.class, signal -> {});
      }
    }

    @Operation(nonParallelGroup = "first")
    public void firstLeaves() {
      if (first != null) {
        first.close();
        first = null;
      }
    }

    @Operation(nonParallelGroup = "second")
    public void secondComes() {
      if (second == null) {
        second = stream.subscribe(Signal.class, signal -> {});
      }
    }

    @Operation(nonParallelGroup = "second")
    public void secondLeaves() {
      if (second != null) {
        second.close();
        second = null;
      }
    }

    @Validate
    public void check() {
      boolean subscribed = first != null || second != null;
      if (kept != subscribed || stream.wants(Signal.class) != subscribed) {
        throw new IllegalStateException("kept " + kept + ", subscribed " + subscribed);
      }
    }
  }

  @Test
  void keptAnswer_underTheModelChecker_isRightInTheEnd() {
    new ModelCheckingOptions()
        .verifier(EpsilonVerifier.class)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(0)
        .iterations(6)
        .invocationsPerIteration(100)
        .check(Calls.class);
  }
}
