package dev.tactus.bench.harness;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/// The part of the heap in which objects are born.
///
/// The kernel hands out a page when it is touched for the first time, which takes it microseconds.
/// So until all pages of the young generation have been used once, a contender is measured by what
/// it allocates, and one that allocates little for longest: half a gigabyte is 20 million messages
/// of 24 bytes. From the first collection on the same pages are used again.
public final class YoungGeneration {
  /// Small enough to be born in the young generation whatever the size of a region.
  private static final int PIECE_BYTES = 64 * 1024;

  /// What counts collections of G1, which every child has, that were due because it was full.
  private static final String COLLECTOR = "G1 Young Generation";

  @SuppressWarnings("unused") // written so that what is allocated is not optimized away
  private static volatile Object latest = "";

  private YoungGeneration() {}

  /// Uses all of it once, if that has not happened yet.
  public static void touch() {
    touch(
        YoungGeneration::collections,
        Runtime.getRuntime().maxMemory(),
        bytes -> latest = new byte[(int) bytes]);
    latest = "";
  }

  /// @param collections how often it was collected
  /// @param mostBytes where it gives up: another collector never says
  /// @param allocate allocates so many bytes
  static void touch(LongSupplier collections, long mostBytes, LongConsumer allocate) {
    for (long bytes = 0; collections.getAsLong() == 0 && bytes < mostBytes; bytes += PIECE_BYTES) {
      allocate.accept(PIECE_BYTES);
    }
  }

  /// How often it was collected because it was full. Those that were asked for do not count: they
  /// free it as well, but do not need it full.
  public static long collections() {
    long count = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector.getName().equals(COLLECTOR)) {
        count += collector.getCollectionCount();
      }
    }
    return count;
  }
}
