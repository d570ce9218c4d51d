package dev.tactus.event;

/// A standing wish for events; closing it ends it.
public interface Subscription extends AutoCloseable {
  /// Ends the subscription; a second call does nothing. A delivery that is under way on another
  /// thread may still arrive.
  @Override
  void close();
}
