package dev.tactus.cli.watch;

import dev.tactus.observe.ActorInfo;
import java.util.Comparator;
import java.util.Locale;

/// By what the actors of the view are sorted.
public enum TopOrder {
  /// The longest mailbox first.
  DEPTH,
  /// The longest turn first.
  TURN,
  /// By path.
  PATH;

  Comparator<ActorInfo> comparator() {
    Comparator<ActorInfo> byPath = Comparator.comparing(ActorInfo::path);
    Comparator<ActorInfo> byTurn = Comparator.comparingLong(ActorInfo::turnNanos).reversed();
    return switch (this) {
      case DEPTH ->
          Comparator.comparingInt(ActorInfo::depth)
              .reversed()
              .thenComparing(byTurn)
              .thenComparing(byPath);
      case TURN -> byTurn.thenComparing(byPath);
      case PATH -> byPath;
    };
  }

  /// As it is written on the command line, and completed.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
