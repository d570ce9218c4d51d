package dev.tactus.workers;

/// A thread that knows which worker it is: what a pool runs on unless it is given other threads.
///
/// Each submission reads the fields of [SeatedThread]. Those here keep them apart from what lies
/// behind the thread in memory: [Apart] says why.
final class WorkerThread extends SeatedThread {
  @SuppressWarnings("unused")
  private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p0a, p0b, p0c, p0d, p0e;

  WorkerThread(Runnable run) {
    super(run);
  }
}
