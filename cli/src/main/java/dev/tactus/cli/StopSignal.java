package dev.tactus.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import org.jline.utils.Signals;

/// Turns Ctrl-C, or a polite kill, into an orderly end: the work is told to stop, ends as it would
/// have by itself, and its exit code is that of the process.
///
/// A polite kill begins no shutdown of the JVM: the hooks of a shutdown run all at once, and one of
/// them takes the terminal from the work before that has given it back.
final class StopSignal {
  private static final long END_MAX_SECONDS = 30;
  private static final String POLITE_KILL = "TERM";

  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean asked;
  private volatile int exitCode = 1;

  private StopSignal() {}

  /// Does the work, which is to look at its argument often and to end soon once that is true.
  ///
  /// @param work returns the exit code, after it has flushed what it wrote
  static int during(ToIntFunction<BooleanSupplier> work) {
    StopSignal signal = new StopSignal();
    Thread hook = new Thread(signal::stopAndEnd, "stop-signal");
    Runtime.getRuntime().addShutdownHook(hook);
    Object before = Signals.register(POLITE_KILL, signal::stop);
    try {
      signal.exitCode = work.applyAsInt(() -> signal.asked);
      return signal.exitCode;
    } finally {
      signal.ended.countDown();
      Signals.unregister(POLITE_KILL, before);
      forget(hook);
    }
  }

  private static void forget(Thread hook) {
    try {
      boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends already, by this hook.
    }
  }

  /// Runs as the process ends; ends it for good, because the signal's own exit code would say that
  /// something went wrong.
  private void stopAndEnd() {
    boolean _ = hasEnded();
    Runtime.getRuntime().halt(exitCode);
  }

  /// Lets the work end, and the process with it; ends that if the work does not listen.
  private void stop() {
    if (!hasEnded()) {
      Runtime.getRuntime().halt(exitCode);
    }
  }

  private boolean hasEnded() {
    asked = true;
    try {
      return ended.await(END_MAX_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false; // nobody interrupts these threads; if somebody does, the process ends now
    }
  }
}
