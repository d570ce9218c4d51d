package dev.tactus.console;

import dev.tactus.time.Clock;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/// The threads of requests, one for each, and the watch over those whose client is slow.
///
/// The JDK's server hands a connection over as soon as its first byte is there, and reads the
/// request on our thread. So a client that sends half a request holds a thread and nothing else; it
/// is dropped when its time is over, or earlier when too many do the same.
///
/// The server's streams are `synchronized` around their reads and writes. Up to JDK 23 a virtual
/// thread that waits inside such a block holds its carrier, and a few slow clients would stop all
/// virtual threads of the program. There, threads of the platform are used instead.
final class RequestThreads implements Executor {
  private static final int VIRTUAL_SINCE = 24;

  private final Map<Thread, Conversation> open = new ConcurrentHashMap<>();
  private final ThreadFactory threads = threads("tactus-console-");
  private final Clock clock;
  private final int readingMax;
  private final long requestNanos;
  private final long stallNanos;

  RequestThreads(ConsoleLimits limits, Clock clock) {
    this.clock = clock;
    this.readingMax = limits.connections();
    this.requestNanos = limits.requestTime().toNanos();
    this.stallNanos = limits.stallTime().toNanos();
  }

  /// Makes threads that do not keep a program alive.
  static ThreadFactory threads(String name) {
    return Runtime.version().feature() >= VIRTUAL_SINCE
        ? Thread.ofVirtual().name(name, 0).factory()
        : Thread.ofPlatform().name(name, 0).daemon().factory();
  }

  @Override
  public void execute(Runnable request) {
    Thread thread =
        threads.newThread(
            () -> {
              try {
                request.run();
              } finally {
                open.remove(Thread.currentThread());
              }
            });
    open.put(thread, new Conversation(clock));
    try {
      thread.start();
    } catch (Throwable e) {
      open.remove(thread);
      throw e;
    }
    if (open.size() > readingMax) {
      dropExcess();
    }
  }

  /// The conversation of this thread.
  Conversation current() {
    return Objects.requireNonNull(open.get(Thread.currentThread()));
  }

  /// How many requests there are, whatever they do.
  int size() {
    return open.size();
  }

  /// How many wait for their client to take something.
  int writing() {
    return (int) open.values().stream().filter(Conversation::isWriting).count();
  }

  /// Drops those whose clients are too slow.
  void dropSlow() {
    long now = clock.nanos();
    open.forEach(
        (thread, conversation) -> {
          if (conversation.dropIfSlow(now, requestNanos, stallNanos)) {
            thread.interrupt();
          }
        });
  }

  /// Drops those that have been arriving for the longest time, when too many do.
  private void dropExcess() {
    long reading = open.values().stream().filter(Conversation::isReading).count();
    long now = clock.nanos();
    open.entrySet().stream()
        .filter(entry -> entry.getValue().isReading())
        .sorted(Comparator.comparingLong(entry -> entry.getValue().sinceNanos() - now))
        .limit(Math.max(0, reading - readingMax))
        .filter(entry -> entry.getValue().dropIfReading())
        .forEach(entry -> entry.getKey().interrupt());
  }

  /// Ends all.
  void interruptAll() {
    open.keySet().forEach(Thread::interrupt);
  }
}
