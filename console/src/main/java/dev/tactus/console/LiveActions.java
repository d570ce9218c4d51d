package dev.tactus.console;

import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.ActorView;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Actions on a running system. Log levels are those of `java.util.logging`.
public final class LiveActions implements Actions {
  /// By the names that people use, most of it first.
  private static final Map<String, Level> LEVELS = levels();

  private final ActorSystem system;

  /// The loggers that were changed: the JDK forgets a logger that nobody holds, and its level.
  private final Map<String, Logger> changed = new ConcurrentHashMap<>();

  private LiveActions(ActorSystem system) {
    this.system = system;
  }

  /// Actions on this system.
  public static LiveActions of(ActorSystem system) {
    return new LiveActions(system);
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
    Optional<ActorView> actor = system.tree().find(path);
    actor.map(ActorView::ref).ifPresent(system::stop);
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
