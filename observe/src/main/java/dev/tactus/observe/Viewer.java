package dev.tactus.observe;

/// Somebody who wants to see each snapshot. It must be quick and must not block; what takes longer
/// belongs on another thread.
@FunctionalInterface
public interface Viewer {
  /// Takes a snapshot.
  void show(Snapshot snapshot);
}
