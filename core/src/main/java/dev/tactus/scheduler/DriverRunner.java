package dev.tactus.scheduler;

import dev.tactus.event.EventStream;
import dev.tactus.event.VmErrors;
import dev.tactus.time.Parker;
import dev.tactus.time.driver.LoopingTickDriver;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Gives a looping driver its thread, and starts it again when it fails.
///
/// A driver that fails several times without having handed over anything in between is given up: no
/// timer is taken any more, and that is published; in this order, as the one needs no memory and
/// the other does. Where a failure cannot be told, for want of memory or because whoever hears of
/// it throws an error of the virtual machine, this is one failure more. Between two attempts
/// nothing is allocated that the thread could not do without.
final class DriverRunner {
  private final LoopingTickDriver driver;
  private final SchedulerSettings settings;
  private final EventStream events;
  private final TickEngine engine;
  private final Parker parker;
  private final Thread thread;
  private volatile boolean stopping;

  /// How often it failed since it handed over something. The runner's thread only.
  private int failures;

  DriverRunner(
      LoopingTickDriver driver,
      SchedulerSettings settings,
      RuntimeToolbox toolbox,
      EventStream events,
      TickEngine engine) {
    this.driver = driver;
    this.settings = settings;
    this.events = events;
    this.engine = engine;
    this.parker = toolbox.parkers().get();
    this.thread = toolbox.threads().newThread(this::loop);
    thread.setName(settings.name() + "-tick");
  }

  void start() {
    thread.start();
  }

  private void loop() {
    try {
      driveUntilStopped();
    } catch (Throwable error) {
      // What waits between two attempts failed. The thread ends with that, which must not go
      // unnoticed.
      giveUp(error);
      throw error;
    }
  }

  private void driveUntilStopped() {
    while (!stopping) {
      long tokens = engine.tokens();
      long progress = engine.progress();
      try {
        driver.run();
        if (stopping) {
          return;
        }
        throw new IllegalStateException("The driver's loop ended although nobody stopped it.");
      } catch (Throwable error) {
        boolean fatal = VmErrors.isFatal(error);
        if (fatal) {
          passOn(error);
        }
        // One that came out of a task did not keep the driver from ticking. One that comes before
        // anything is done would come again and again.
        if (!fatal || engine.progress() == progress) {
          failures = engine.tokens() > tokens ? 1 : failures + 1;
          if (!goesOnAfter(error)) {
            return;
          }
        }
      }
    }
  }

  /// An error of the virtual machine came out of a task on this thread, or out of the driver, or
  /// whoever was to be told of a failure failed as well: it is told.
  private void passOn(Throwable error) {
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    } catch (Throwable ofTheHandler) {
      // Ignored, as the virtual machine does it.
    }
  }

  private boolean goesOnAfter(Throwable error) {
    int attempts = settings.driver().attempts();
    Throwable last = error;
    if (failures <= attempts) {
      try {
        events.publish(new SchedulerWarning.DriverRetried(driver.kind(), failures, error));
      } catch (Throwable ofTelling) {
        passOn(ofTelling);
        failures++;
        last = ofTelling;
      }
    }
    if (failures > attempts) {
      giveUp(last);
      return false;
    }
    parker.park(TimeUnit.NANOSECONDS.convert(settings.driver().pause())); // as far as it goes
    return true;
  }

  /// Throws nothing: where there is no memory left to say why, timers are refused all the same.
  private void giveUp(Throwable error) {
    engine.driverStopped();
    try {
      explain("it failed " + failures + " times, at last with " + error);
    } catch (Throwable ofTheWords) {
      passOn(ofTheWords);
    }
    try {
      events.publish(
          new SchedulerWarning.DriverStopped(driver.kind(), settings.driver().attempts(), error));
    } catch (Throwable ofTelling) {
      passOn(ofTelling);
    }
  }

  private void explain(String why) {
    engine.explainDriverStopped(
        why,
        "The scheduler takes no timers: its "
            + driver.kind()
            + " driver does not tick any more, because "
            + why
            + ". Close the scheduler and start one with another driver.");
  }

  /// Stops the loop and waits for its thread; unless that is the caller, who was told of a failure
  /// and ends it by returning.
  ///
  /// @return whether the thread has ended
  boolean stop(Duration timeout) {
    stopping = true;
    driver.requestStop();
    parker.unpark();
    if (Thread.currentThread() == thread) {
      return true;
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return thread.join(timeout);
        } catch (InterruptedException e) {
          interrupted = true; // closing is finished first
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
