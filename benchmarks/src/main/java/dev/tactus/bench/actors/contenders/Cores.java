package dev.tactus.bench.actors.contenders;

/// The number of threads of every contender that is told one.
public final class Cores {
  private Cores() {}

  /// Processors that this JVM may use.
  public static int count() {
    return Runtime.getRuntime().availableProcessors();
  }
}
