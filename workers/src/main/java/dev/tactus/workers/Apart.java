package dev.tactus.workers;

/// Keeps the fields of the classes below it apart from whatever lies before the object in memory.
///
/// A collector puts objects next to each other as it finds them. An actor beside a field that every
/// worker reads at each turn would take that line away from all of them with every message. What
/// lies behind the fields is kept away by the last class of each such hierarchy.
abstract class Apart {
  @SuppressWarnings("unused")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

  /// Fills the gap behind the header, into which a field from below would go otherwise.
  @SuppressWarnings("unused")
  private int p0f;
}
