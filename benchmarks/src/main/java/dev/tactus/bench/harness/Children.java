package dev.tactus.bench.harness;

import java.util.function.DoubleSupplier;

/// Starts children, and looks at the machine that they run on: [ChildJvms] in earnest, a script in
/// tests.
public interface Children {
  /// Starts one. Soon it is ready for its first step.
  Child start(Turn turn, int heapMegabytes);

  /// Looks from now on at what other programs take of the machine.
  ///
  /// @return tells the share, from 0 to 1, that they have taken since
  DoubleSupplier watchOthers();

  /// How far apart the cores are at the moment, see [CoreDistance].
  double coresNanos();

  /// The memory that programs can still have.
  long availableMegabytes();
}
