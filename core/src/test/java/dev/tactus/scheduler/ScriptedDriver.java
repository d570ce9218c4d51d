package dev.tactus.scheduler;

import dev.tactus.time.Clock;
import dev.tactus.time.TickScale;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.time.driver.DriverStatus;
import dev.tactus.time.driver.LoopingTickDriver;
import dev.tactus.time.driver.TickHandOver;
import dev.tactus.time.driver.TickSink;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A driver with a thread of its own that does what a test has written down.
final class ScriptedDriver implements LoopingTickDriver {
  /// The step at which the loop ends.
  private record End() implements Consumer<TickHandOver> {
    @Override
    public void accept(TickHandOver handOver) {}
  }

  private final TickHandOver handOver = new TickHandOver();
  private final BlockingQueue<Consumer<TickHandOver>> script = new LinkedBlockingQueue<>();
  private volatile boolean stopped;
  private volatile @Nullable Error statsError;

  /// Adds a step; one that throws ends the loop, as a driver does that dies.
  ScriptedDriver then(Consumer<TickHandOver> step) {
    script.add(step);
    return this;
  }

  /// Adds a step that hands over what is due.
  ScriptedDriver thenTick() {
    return then(
        h -> {
          long unused = h.handOver(h.handedTick() + 1, false);
        });
  }

  ScriptedDriver thenThrow(RuntimeException error) {
    return then(
        h -> {
          throw error;
        });
  }

  ScriptedDriver thenThrow(Error error) {
    return then(
        h -> {
          throw error;
        });
  }

  /// Lets whoever asks for its figures be thrown at; null to give them again.
  ScriptedDriver withoutStats(@Nullable Error error) {
    statsError = error;
    return this;
  }

  /// Adds the end of the loop, although nobody asked for it.
  ScriptedDriver thenReturn() {
    return then(new End());
  }

  @Override
  public void run() {
    while (!stopped) {
      Consumer<TickHandOver> step = takeStep();
      if (step instanceof End) {
        return;
      }
      step.accept(handOver);
    }
  }

  private Consumer<TickHandOver> takeStep() {
    try {
      return script.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void requestStop() {
    stopped = true;
    script.add(new End());
  }

  @Override
  public DriverKind kind() {
    return DriverKind.KERNEL;
  }

  @Override
  public void attach(TickSink sink, Clock clock, TickScale scale) {
    handOver.attach(sink, clock, scale);
  }

  @Override
  public void notifyTick() {
    handOver.notifyTick();
  }

  @Override
  public void wake() {}

  @Override
  public void suspend() {
    handOver.suspend();
  }

  @Override
  public void resume() {
    handOver.resume();
  }

  @Override
  public DriverStatus status() {
    return handOver.status();
  }

  @Override
  public DriverStatus.Flushed stopAndFlush() {
    return handOver.flush();
  }

  @Override
  public DriverStats stats() {
    Error error = statsError;
    if (error != null) {
      throw error;
    }
    return handOver.stats();
  }
}
