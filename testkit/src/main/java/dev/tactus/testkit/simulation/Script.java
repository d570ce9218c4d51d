package dev.tactus.testkit.simulation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The choices of one run, in order.
final class Script {
  private final int[] choices;

  private Script(int[] choices) {
    this.choices = choices;
  }

  static Script of(int[] choices) {
    return new Script(choices.clone());
  }

  int[] toArray() {
    return choices.clone();
  }

  int length() {
    return choices.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Script script && Arrays.equals(choices, script.choices);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(choices);
  }
}
