package dev.tactus.testkit.simulation;

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
}
