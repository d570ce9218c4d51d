package dev.tactus.observe;

/// Somebody looks, until this is closed.
public interface Viewing extends AutoCloseable {
  @Override
  void close();
}
