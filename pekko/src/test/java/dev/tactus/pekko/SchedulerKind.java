package dev.tactus.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ThreadFactory;
import org.apache.pekko.actor.LightArrayRevolverScheduler;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.event.LoggingAdapter;
import org.apache.pekko.event.NoLogging$;

/// The two schedulers that have to behave alike.
enum SchedulerKind {
  PEKKO("org.apache.pekko.actor.LightArrayRevolverScheduler") {
    @Override
    Scheduler create(Config config, LoggingAdapter log, ThreadFactory threads) {
      return new LightArrayRevolverScheduler(config, log, threads);
    }
  },
  TACTUS("dev.tactus.pekko.TactusScheduler") {
    @Override
    Scheduler create(Config config, LoggingAdapter log, ThreadFactory threads) {
      return new TactusScheduler(config, log, threads);
    }
  };

  private final String implementation;

  SchedulerKind(String implementation) {
    this.implementation = implementation;
  }

  abstract Scheduler create(Config config, LoggingAdapter log, ThreadFactory threads);

  /// A scheduler of its own, with these settings before the defaults.
  Scheduler create(String... lines) {
    return create(config(lines), NoLogging$.MODULE$, Thread::new);
  }

  /// The line that chooses it.
  String line() {
    return "pekko.scheduler.implementation = \"" + implementation + "\"";
  }

  static Config config(String... lines) {
    return ConfigFactory.parseString(String.join("\n", lines))
        .withFallback(ConfigFactory.defaultReference());
  }

  static void close(Scheduler scheduler) {
    try {
      ((Closeable) scheduler).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
