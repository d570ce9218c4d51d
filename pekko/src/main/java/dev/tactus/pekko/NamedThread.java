package dev.tactus.pekko;

import java.util.concurrent.ThreadFactory;
import org.apache.pekko.dispatch.MonitorableThreadFactory;
import org.jspecify.annotations.Nullable;

/// Makes a thread of Pekko's factory that keeps the name it got there, whoever else names it.
///
/// Threads: any.
final class NamedThread implements ThreadFactory {
  private final ThreadFactory factory;
  private volatile @Nullable Thread made;

  NamedThread(ThreadFactory factory) {
    this.factory = factory;
  }

  /// What the factory names its threads after, or something else where it does not say.
  static String nameOf(ThreadFactory factory, String otherwise) {
    return factory instanceof MonitorableThreadFactory known ? known.name() : otherwise;
  }

  @Override
  public Thread newThread(Runnable work) {
    String[] name = new String[1];
    Thread thread =
        factory.newThread(
            () -> {
              Thread.currentThread().setName(name[0]);
              work.run();
            });
    name[0] = thread.getName();
    made = thread;
    return thread;
  }

  /// Another thread of the same factory.
  Thread another(Runnable work) {
    return factory.newThread(work);
  }

  /// Whether the caller is the thread that was made last.
  boolean isCurrent() {
    return Thread.currentThread() == made;
  }
}
