package dev.tactus.console;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Actions on a running system. Log levels are those of `java.util.logging`.
public final class LiveActions implements Actions {
  /// By the names that people use, most of it first.
  private static final Map<String, Level> LEVELS = levels();

  private final ActorSystem system;
  private final Function<String, Optional<ActorRef<?>>> actors;

  /// The loggers that were changed: the JDK forgets a logger that nobody holds, and its level.
  private final Map<String, Logger> changed = new ConcurrentHashMap<>();

  private LiveActions(ActorSystem system, Function<String, Optional<ActorRef<?>>> actors) {
    this.system = system;
    this.actors = actors;
  }

  /// Actions on this system.
  ///
  /// @param actors finds an actor by its path
  public static LiveActions of(ActorSystem system, Function<String, Optional<ActorRef<?>>> actors) {
    return new LiveActions(system, actors);
  }

  private static Map<String, Level> levels() {
    Map<String, Level> levels = new LinkedHashMap<>();
    levels.put("ALL", Level.ALL);
    levels.put("TRACE", Level.FINEST);
    levels.put("DEBUG", Level.FINE);
    levels.put("INFO", Level.INFO);
    levels.put("WARN", Level.WARNING);
    levels.put("ERROR", Level.SEVERE);
    levels.put("OFF", Level.OFF);
    return levels;
  }

  @Override
  public boolean stop(String path) {
    Optional<ActorRef<?>> actor = actors.apply(path);
    actor.ifPresent(system::stop);
    return actor.isPresent();
  }

  @Override
  public void logLevel(String logger, String level) {
    Level wanted = LEVELS.get(level.toUpperCase(Locale.ROOT));
    if (wanted == null) {
      throw new IllegalArgumentException(
          "There is no level " + level + "; there are " + String.join(", ", LEVELS.keySet()) + ".");
    }
    changed.computeIfAbsent(logger, Logger::getLogger).setLevel(wanted);
  }
}
