package dev.tactus.observe;

import java.util.List;

/// A part of a list that may be too long to be had at once.
///
/// @param items this part
/// @param next what to ask for to get the next part; empty when this is the last
public record Page<T>(List<T> items, String next) {
  /// Copies the list.
  public Page {
    items = List.copyOf(items);
  }

  /// Whether there is more.
  public boolean hasNext() {
    return !next.isEmpty();
  }
}
