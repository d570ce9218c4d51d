package dev.tactus.time.host;

/// Lets another thread have the processor, if one waits for it.
public final class HostYield implements Runnable {
  private static final HostYield INSTANCE = new HostYield();

  private HostYield() {}

  /// The one of this machine.
  public static HostYield instance() {
    return INSTANCE;
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it: a yield only makes room
  public void run() {
    Thread.yield();
  }
}
