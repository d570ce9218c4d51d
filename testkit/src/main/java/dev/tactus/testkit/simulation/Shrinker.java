package dev.tactus.testkit.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/// Looks for a shorter list of choices that fails in the same way: fewer choices, and more plain
/// ones among them. One that takes more events than the failure that was found is none: who reads
/// it would have more to read.
///
/// It cuts the end off first, by halves; then it makes stretches plain, first long ones, then short
/// ones, as long as there is time.
final class Shrinker {
  /// Numbers, and how objects and lambdas without a name of their own are printed.
  private static final Pattern NUMBER = Pattern.compile("@[0-9a-f]+|0x[0-9a-f]+|[0-9]+");

  private static final List<String> LIBRARIES =
      List.of("java.", "jdk.", "org.junit.", "org.assertj.", "org.opentest4j.", "org.hamcrest.");

  private final Scenario scenario;
  private final SimulationSettings settings;
  private final long seed;
  private final String failure;
  private final int mostEvents;
  private final BooleanSupplier hasTime;
  private int[] best;

  Shrinker(
      Scenario scenario,
      SimulationSettings settings,
      long seed,
      SeedOutcome failed,
      BooleanSupplier hasTime) {
    this.scenario = scenario;
    this.settings = settings;
    this.seed = seed;
    this.failure = kind(failed.failure().orElseThrow());
    this.mostEvents = failed.trace().events().size();
    this.hasTime = hasTime;
    this.best = failed.choices().toArray();
  }

  /// The shortest list that was found.
  int[] shrink() {
    boolean improved = true;
    while (improved && hasTime.getAsBoolean()) {
      improved = cutEnd();
      improved = makePlain() || improved;
    }
    return best;
  }

  private boolean cutEnd() {
    boolean improved = false;
    int keep = best.length / 2;
    while (keep < best.length && hasTime.getAsBoolean()) {
      if (fails(Arrays.copyOf(best, keep))) {
        improved = true;
        keep = best.length / 2;
      } else {
        keep += Math.max(1, (best.length - keep + 1) / 2);
      }
    }
    return improved;
  }

  private boolean makePlain() {
    boolean improved = false;
    for (int length = Math.max(1, best.length / 2); length >= 1; length /= 2) {
      for (int from = 0; from < best.length && hasTime.getAsBoolean(); from += length) {
        int[] plainer = best.clone();
        int to = Math.min(from + length, plainer.length);
        Arrays.fill(plainer, from, to, 0);
        if (!Arrays.equals(plainer, best) && fails(plainer)) {
          improved = true;
        }
      }
    }
    return improved;
  }

  private boolean fails(int[] script) {
    SeedOutcome outcome = SeedOutcome.run(scenario, Simulation.ofScript(seed, script, settings));
    boolean same =
        outcome.failure().map(Shrinker::kind).filter(failure::equals).isPresent()
            && outcome.trace().events().size() <= mostEvents;
    if (same) {
      best =
          script.length < outcome.choices().length()
              ? script
              : trimmed(outcome.choices().toArray());
    }
    return same;
  }

  /// What failures of the same kind have in common: their type, their message but for numbers, and
  /// where they were thrown. Many assertions have no message, or the same.
  static String kind(Throwable failure) {
    return failure.getClass().getName()
        + NUMBER.matcher(String.valueOf(failure.getMessage())).replaceAll("#")
        + (failure instanceof StackOverflowError ? "" : place(failure));
  }

  /// The first line that is neither the JDK's nor of a library of assertions.
  private static String place(Throwable failure) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      if (LIBRARIES.stream().noneMatch(frame.getClassName()::startsWith)) {
        return " at " + frame.getClassName() + "." + frame.getMethodName() + frame.getLineNumber();
      }
    }
    return "";
  }

  /// Without the plain choices at the end, which are taken anyway.
  private static int[] trimmed(int[] choices) {
    int length = choices.length;
    while (length > 0 && choices[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(choices, length);
  }
}
