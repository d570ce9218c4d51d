package dev.tactus.bench.harness;

/// How far apart two cores are at the moment: what it takes a line of memory to go from one to the
/// other and back.
///
/// The cores of a virtual machine are threads of its host, which moves them as it likes. On one
/// machine of two cores a line took 70 ns for an hour and 330 ns for the next one, and whatever
/// sends messages from core to core was two to three times slower. Who is measured then only looks
/// slow, so each sample says where it found the cores.
///
/// Threads: one.
final class CoreDistance {
  /// Nothing is known: there is one core, or somebody else had the other one all the time.
  static final double UNKNOWN = 0;

  /// From this factor on two distances are different.
  static final double DIFFERENT = 1.5;

  private static final int BATCHES = 20;
  private static final int TRIPS = 1_000;
  private static final long LIMIT_NANOS = 100_000_000;
  private static final int LOOKS = 1_024;

  /// What both write in turns, with room around it so that nothing else lies in its line.
  private static final class Line {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

    private volatile long trip;

    @SuppressWarnings("unused")
    private long p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p1a, p1b, p1c, p1d, p1e;

    private volatile boolean isOver;
  }

  private CoreDistance() {}

  /// Nanoseconds there and back, the best of some batches of trips; [#UNKNOWN] if that is not
  /// known.
  static double nanos() {
    if (Runtime.getRuntime().availableProcessors() < 2) {
      return UNKNOWN;
    }
    Line line = new Line();
    Thread partner =
        Thread.ofPlatform().daemon().name("bench-core-distance").start(() -> answer(line));
    long deadline = HostTime.nanos() + LIMIT_NANOS;
    double best = Double.POSITIVE_INFINITY;
    for (int batch = 0; batch < BATCHES && !line.isOver; batch++) {
      long begin = HostTime.nanos();
      for (int i = 0; i < TRIPS && !line.isOver; i++) {
        travel(line, deadline);
      }
      if (!line.isOver) {
        best = Math.min(best, (double) (HostTime.nanos() - begin) / TRIPS);
      }
    }
    line.isOver = true;
    try {
      partner.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Double.isFinite(best) ? best : UNKNOWN;
  }

  /// Sends the line and waits for it. Odd numbers are on their way there, even ones are back.
  private static void travel(Line line, long deadline) {
    long sent = line.trip + 1;
    line.trip = sent;
    for (int looks = 1; line.trip == sent; looks++) {
      Thread.onSpinWait();
      if (looks % LOOKS == 0 && HostTime.nanos() - deadline > 0) {
        line.isOver = true;
        return;
      }
    }
  }

  private static void answer(Line line) {
    while (!line.isOver) {
      long seen = line.trip;
      if (seen % 2 == 1) {
        line.trip = seen + 1;
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /// How many times as far the cores were apart as at another time.
  ///
  /// @return 1 where that makes no difference, or is not known
  static double compared(double nanos, double otherNanos) {
    if (nanos == UNKNOWN || otherNanos == UNKNOWN) {
      return 1;
    }
    double factor = nanos / otherNanos;
    return factor >= DIFFERENT || factor <= 1 / DIFFERENT ? factor : 1;
  }
}
