package dev.tactus.bench.harness;

/// What the heap holds.
public final class HeapUse {
  private HeapUse() {}

  /// Bytes in use after a full collection.
  public static long bytesAfterCollection() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /// Bytes as megabytes; what lies below zero is noise and counts as zero.
  public static double megabytes(long bytes) {
    return Math.max(0, bytes) / (1024.0 * 1024.0);
  }
}
