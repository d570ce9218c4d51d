package dev.tactus.time.driver;

import dev.tactus.time.ManualClock;
import dev.tactus.time.Parker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;

/// Waits by moving a manual clock, so that a driver's loop runs on the test's own thread.
///
/// Each wait takes one step of the script, and simply lets its time pass when there is none. A wait
/// without an end and without a step would never return, so it stops the driver.
final class ScriptedParker implements Parker {
  /// How long each wait was meant to be, in nanoseconds.
  final List<Long> waits = new ArrayList<>();

  private final ManualClock clock;
  private final Deque<LongConsumer> script = new ArrayDeque<>();
  private Runnable whenEndless = () -> {};
  private boolean permit;

  ScriptedParker(ManualClock clock) {
    this.clock = clock;
  }

  /// What happens in the next wait that has no step yet, instead of time passing.
  ScriptedParker then(LongConsumer step) {
    script.add(step);
    return this;
  }

  /// The next wait is as long as it was meant to be, and so much more.
  ScriptedParker thenLate(long moreNanos) {
    return then(nanos -> clock.advanceNanos(nanos + moreNanos));
  }

  /// What ends a wait that nothing else ends.
  void whenEndless(Runnable action) {
    whenEndless = action;
  }

  @Override
  public boolean park(long nanos) {
    if (permit) {
      permit = false;
      return false;
    }
    waits.add(nanos);
    LongConsumer step = script.poll();
    if (step != null) {
      step.accept(nanos);
    } else if (nanos == Long.MAX_VALUE) {
      whenEndless.run();
    } else {
      clock.advanceNanos(nanos);
    }
    return false;
  }

  @Override
  public void unpark() {
    permit = true;
  }
}
