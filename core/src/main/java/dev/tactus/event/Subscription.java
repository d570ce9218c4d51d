package dev.tactus.event;

/// A standing wish for events; closing it ends it.
public interface Subscription extends AutoCloseable {
  /// Ends the subscription; a second call does nothing. What waits for its executor does not come
  /// any more; a call of the consumer that is under way on another thread goes on.
  @Override
  void close();
}
