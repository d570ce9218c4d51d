package dev.tactus.bench.actors;

import dev.tactus.bench.actors.Stretch.Size;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A row that counts operations a second: warmed up once, then timed as often as one likes.
public final class TimedRow implements AutoCloseable {
  private final Supplier<Workload> source;
  private final Size size;
  private final Stretch stretch;
  private final DoubleUnaryOperator unit;
  private @Nullable Workload workload;
  private int amount;

  /// @param source makes the workload
  /// @param unit turns operations a second into the unit of the row
  TimedRow(Supplier<Workload> source, Size size, Stretch stretch, DoubleUnaryOperator unit) {
    this.source = source;
    this.size = size;
    this.stretch = stretch;
    this.unit = unit;
  }

  /// Makes the workload and warms it up.
  ///
  /// @return this
  public TimedRow prepare() throws Exception {
    System.gc(); // what the row before this one left behind
    Workload fresh = source.get();
    workload = fresh;
    amount = stretch.warmUp(fresh, size);
    return this;
  }

  /// Times it, in the unit of the row.
  ///
  /// @throws IllegalStateException if it was not prepared
  public double figure() throws Exception {
    if (workload == null) {
      throw new IllegalStateException("a row must be prepared before it is timed");
    }
    return unit.applyAsDouble(stretch.perSecond(workload, amount));
  }

  @Override
  public void close() {
    if (workload != null) {
      workload.close();
    }
  }
}
