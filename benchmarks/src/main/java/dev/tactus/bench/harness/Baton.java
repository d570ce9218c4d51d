package dev.tactus.bench.harness;

/// The right to use the machine. Of all children one has it, for one step at a time.
///
/// A turn does all its work in steps: outside of one it may do nothing that takes time.
///
/// Threads: the child's main thread.
public interface Baton {
  /// Goes through a station: prepares it once, and takes samples for as long as more are wanted.
  /// Each is a step, before which this waits for the baton.
  ///
  /// @param label the station's, see [Group#stations]
  /// @throws Exception whatever a step throws
  <T> void station(String label, Preparation<T> preparation, Sampling<T> sampling) throws Exception;

  /// What comes before the first sample.
  @FunctionalInterface
  interface Preparation<T> {
    /// @return what the samples are taken of
    T prepare() throws Exception;
  }

  /// Takes a sample. May be called any number of times.
  @FunctionalInterface
  interface Sampling<T> {
    /// @param number counts from 1, also where a sample is taken once more
    void take(T prepared, int number) throws Exception;
  }

  /// Goes through a station that has nothing to prepare.
  default void station(String label, Step sampling) throws Exception {
    station(label, () -> sampling, (step, _) -> step.run());
  }

  /// A sample that needs to know nothing.
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }
}
