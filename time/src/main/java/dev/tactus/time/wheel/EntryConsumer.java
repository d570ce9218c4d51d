package dev.tactus.time.wheel;

/// Takes one entry at a time. Threads: the owner of the wheel.
@FunctionalInterface
public interface EntryConsumer {
  /// Takes the entry.
  void accept(WheelEntry entry);
}
