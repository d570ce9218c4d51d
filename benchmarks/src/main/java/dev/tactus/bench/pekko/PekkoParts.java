package dev.tactus.bench.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.tactus.bench.harness.JarVersion;
import dev.tactus.bench.harness.Suite;
import dev.tactus.pekko.TactusPekko;
import java.util.Arrays;
import org.apache.pekko.actor.ActorSystem;

/// The contenders: which parts an actor system is made of.
enum PekkoParts {
  /// All plug-ins on.
  TACTUS(
      Suite.OURS,
      """
      pekko.scheduler.implementation = "dev.tactus.pekko.TactusScheduler"
      pekko.actor.default-dispatcher.executor = "dev.tactus.pekko.TactusExecutorConfigurator"
      pekko.actor.internal-dispatcher.executor = "dev.tactus.pekko.TactusExecutorConfigurator"
      pekko.actor.default-mailbox.mailbox-type = "dev.tactus.pekko.TactusMailbox"
      """),
  /// Pekko as it comes.
  PEKKO("pekko", "");

  private static final String COMMON =
      """
      pekko.daemonic = on
      pekko.loglevel = WARNING
      # With millions of cancelled timers the default of 5 s can be too short.
      pekko.scheduler.shutdown-timeout = 30s
      """;

  private final String label;
  private final String lines;

  PekkoParts(String label, String lines) {
    this.label = label;
    this.lines = lines;
  }

  static PekkoParts named(String label) {
    return Arrays.stream(values())
        .filter(parts -> parts.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "contender '"
                        + label
                        + "' given; known are "
                        + Arrays.stream(values()).map(PekkoParts::label).toList()));
  }

  String label() {
    return label;
  }

  String version() {
    String pekko = JarVersion.of(ActorSystem.class);
    return this == TACTUS ? pekko + " with " + JarVersion.of(TactusPekko.class) : pekko;
  }

  /// Starts an actor system of these parts.
  RunningSystem start() {
    Config config = ConfigFactory.parseString(COMMON + lines).withFallback(ConfigFactory.load());
    return new RunningSystem(ActorSystem.create("bench", config));
  }
}
