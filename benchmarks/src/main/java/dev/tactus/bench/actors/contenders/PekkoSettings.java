package dev.tactus.bench.actors.contenders;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;

/// The two ways in which Pekko is set up.
final class PekkoSettings {
  /// Nobody reads its log here, and it must not hold up the end of the JVM.
  private static final String QUIET =
      """
      pekko.loglevel = OFF
      pekko.stdout-loglevel = OFF
      pekko.log-dead-letters = off
      pekko.log-dead-letters-during-shutdown = off
      pekko.jvm-shutdown-hooks = off
      pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off
      """;

  /// `THREADS` stands for a number.
  private static final String TUNED =
      """
      pekko.actor.default-dispatcher.throughput = 64
      pekko.actor.default-dispatcher.fork-join-executor {
        parallelism-min = THREADS
        parallelism-max = THREADS
      }
      pekko.actor.default-mailbox.mailbox-type =
        "org.apache.pekko.dispatch.SingleConsumerOnlyUnboundedMailbox"
      """;

  private PekkoSettings() {}

  /// As it comes: at least 8 threads, 5 messages a turn, a queue for many consumers.
  static Config defaults() {
    return ConfigFactory.parseString(QUIET).withFallback(ConfigFactory.load());
  }

  /// As many threads as cores, 64 messages a turn, a queue for one consumer.
  static Config tuned() {
    return ConfigFactory.parseString(TUNED.replace("THREADS", Integer.toString(Cores.count())))
        .withFallback(defaults());
  }
}
