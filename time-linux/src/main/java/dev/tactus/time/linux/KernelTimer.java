package dev.tactus.time.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A timer of the kernel that one thread sleeps on, with a bell that any thread may ring.
///
/// Threads: [#ring()] any; the rest the one that opened it.
final class KernelTimer implements AutoCloseable {
  /*
   * Two descriptors. The timerfd expires at an absolute moment of CLOCK_MONOTONIC and then every
   * interval; a read takes the number of expirations since the last read. The eventfd is the bell:
   * a ring adds one to its count, a read takes the count. poll sleeps until one of them has
   * something to read.
   *
   * Why a bell of its own, and not a wake-up that sets the timer to expire at once: the owner also
   * sets the timer, so a wake-up just before that would be overwritten, and one just after it would
   * leave the owner with wrong ideas about what its timer does next. A ring is a count in the
   * kernel that nothing but takeRings() removes. A ring before the owner polls makes that poll
   * return at once; a ring while it polls ends the poll. There is no moment at which a ring is
   * lost, and the timer has one writer.
   *
   * Invariants, owner only:
   *  - nextExpiryNanos is the first expiration that was not taken yet, NEVER when the timer is off.
   *  - Both descriptors answer EAGAIN rather than block, so a take with nothing to take returns 0.
   * Invariant, under the lock of this object:
   *  - The descriptors are open and ringState and one are alive as long as closed is false. Without
   *    that, a late ring could write to a descriptor that was closed and given to somebody's file.
   * Not an invariant: that a poll which reports an expiration is in time. The thread may get its
   * processor back much later; that is what the count is for.
   */

  /// The expiry of a timer that is off.
  static final long NEVER = Long.MAX_VALUE;

  /// In the answer of [#await]: the timer has expired.
  static final int EXPIRED = 1;

  /// In the answer of [#await]: somebody rang.
  static final int RUNG = 2;

  /// struct itimerspec: interval, then first expiry, each as seconds and nanoseconds.
  private static final MemoryLayout SPEC = MemoryLayout.sequenceLayout(4, JAVA_LONG);

  /// struct pollfd.
  private static final MemoryLayout POLLED =
      MemoryLayout.structLayout(
          JAVA_INT.withName("fd"), JAVA_SHORT.withName("events"), JAVA_SHORT.withName("revents"));

  private static final long EVENTS_OFFSET =
      POLLED.byteOffset(MemoryLayout.PathElement.groupElement("events"));
  private static final long REVENTS_OFFSET =
      POLLED.byteOffset(MemoryLayout.PathElement.groupElement("revents"));

  private final long intervalNanos;
  private final int timerFd;
  private final int bellFd;
  private final Arena arena;

  /// The owner's memory for calls.
  private final MemorySegment state;

  private final MemorySegment spec;
  private final MemorySegment polled;
  private final MemorySegment count;

  /// The ringing thread's memory; under the lock.
  private final MemorySegment ringState;

  private final MemorySegment one;
  private boolean closed;

  private long nextExpiryNanos = NEVER;

  private KernelTimer(long intervalNanos, Arena arena) {
    this.intervalNanos = intervalNanos;
    this.arena = arena;
    state = arena.allocate(LibC.ERRNO_LAYOUT);
    spec = arena.allocate(SPEC);
    polled = arena.allocate(MemoryLayout.sequenceLayout(2, POLLED));
    count = arena.allocate(JAVA_LONG);
    ringState = arena.allocate(LibC.ERRNO_LAYOUT);
    one = arena.allocateFrom(JAVA_LONG, 1L);
    timerFd = openTimer();
    bellFd = openBell();
    watch(0, timerFd);
    watch(1, bellFd);
  }

  /// Opens a timer that is off.
  ///
  /// @param intervalNanos how long after an expiration the next one follows
  /// @throws KernelTimerException when the kernel refuses
  static KernelTimer open(long intervalNanos) {
    return open(intervalNanos, Arena.ofShared());
  }

  /// The same with memory of this arena, which is closed with the timer, also with one that cannot
  /// be opened.
  static KernelTimer open(long intervalNanos, Arena arena) {
    try {
      return new KernelTimer(intervalNanos, arena);
    } catch (Throwable e) { // of memory there may be too little
      arena.close();
      throw e;
    }
  }

  private int openTimer() {
    int fd = LibC.timerfdCreate(state, LibC.CLOCK_MONOTONIC, LibC.CLOEXEC | LibC.NONBLOCK);
    if (fd < 0) {
      throw KernelTimerException.failed("timerfd_create", LibC.errno(state));
    }
    return fd;
  }

  private int openBell() {
    int fd = LibC.eventfd(state, 0, LibC.CLOEXEC | LibC.NONBLOCK);
    if (fd < 0) {
      KernelTimerException failure = KernelTimerException.failed("eventfd", LibC.errno(state));
      KernelTimerException _ = closeDescriptor(timerFd, failure);
      throw failure;
    }
    return fd;
  }

  private void watch(int index, int fd) {
    long entry = index * POLLED.byteSize(); // not a slice: with the descriptors open, none is made
    polled.set(JAVA_INT, entry, fd);
    polled.set(JAVA_SHORT, entry + EVENTS_OFFSET, LibC.POLLIN);
  }

  /// The first expiration that was not taken yet; [#NEVER] when the timer is off.
  long nextExpiryNanos() {
    return nextExpiryNanos;
  }

  /// Lets the timer expire at this moment of the kernel's clock, at once if that has passed, and
  /// then every interval; with [#NEVER] it is switched off. Expirations that were not taken are
  /// forgotten.
  void arm(long expiryNanos) {
    boolean off = expiryNanos == NEVER;
    // The kernel takes zero for "off", so the earliest moment is 1.
    long first = off ? 0 : Math.max(1, expiryNanos);
    setTime(0, off ? 0 : intervalNanos);
    setTime(2, first);
    int result;
    do {
      result = LibC.timerfdSettime(state, timerFd, LibC.TFD_TIMER_ABSTIME, spec);
    } while (result < 0 && isInterrupted(state));
    if (result < 0) {
      throw KernelTimerException.failed("timerfd_settime", LibC.errno(state));
    }
    nextExpiryNanos = expiryNanos;
  }

  private void setTime(int index, long nanos) {
    spec.setAtIndex(JAVA_LONG, index, nanos / LibC.NANOS_PER_SECOND);
    spec.setAtIndex(JAVA_LONG, index + 1, nanos % LibC.NANOS_PER_SECOND);
  }

  /// Sleeps until the timer expires, somebody rings, or this much time has passed.
  ///
  /// @return which of [#EXPIRED] and [#RUNG] hold; they stay until they are taken
  int await(int timeoutMillis) {
    int ready;
    do {
      ready = LibC.poll(state, polled, 2, timeoutMillis);
    } while (ready < 0 && isInterrupted(state));
    if (ready < 0) {
      throw KernelTimerException.failed("poll", LibC.errno(state));
    }
    return (isReadable(0) ? EXPIRED : 0) | (isReadable(1) ? RUNG : 0);
  }

  private boolean isReadable(int index) {
    short events = polled.get(JAVA_SHORT, index * POLLED.byteSize() + REVENTS_OFFSET);
    if ((events & ~LibC.POLLIN) != 0) {
      throw KernelTimerException.descriptorLost("poll", "event bits " + events);
    }
    return events != 0;
  }

  /// Takes the expirations since the last call.
  ///
  /// @return how many there were, 0 included
  long takeExpirations() {
    long expirations = take(timerFd);
    if (nextExpiryNanos != NEVER) {
      nextExpiryNanos += expirations * intervalNanos;
    }
    return expirations;
  }

  /// Takes the rings since the last call, if any.
  void takeRings() {
    long _ = take(bellFd);
  }

  private long take(int fd) {
    long bytes;
    do {
      bytes = LibC.read(state, fd, count);
    } while (bytes < 0 && isInterrupted(state));
    if (bytes < 0) {
      int errno = LibC.errno(state);
      if (errno == Errno.EAGAIN) {
        return 0;
      }
      throw KernelTimerException.failed("read", errno);
    }
    if (bytes != count.byteSize()) {
      throw KernelTimerException.descriptorLost("read", bytes + " bytes");
    }
    return count.get(JAVA_LONG, 0);
  }

  /// Ends the owner's sleep, or its next one; does nothing on a closed timer.
  ///
  /// Threads: any.
  synchronized void ring() {
    if (closed) {
      return;
    }
    long bytes;
    do {
      bytes = LibC.write(ringState, bellFd, one);
    } while (bytes < 0 && isInterrupted(ringState));
    // EAGAIN means that the count is full, so the bell rings already.
    if (bytes < 0 && LibC.errno(ringState) != Errno.EAGAIN) {
      throw KernelTimerException.failed("write", LibC.errno(ringState));
    }
  }

  /// Gives the descriptors back; the first call counts.
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    KernelTimerException failure = closeDescriptor(bellFd, null);
    failure = closeDescriptor(timerFd, failure);
    arena.close();
    if (failure != null) {
      throw failure;
    }
  }

  private @Nullable KernelTimerException closeDescriptor(
      int fd, @Nullable KernelTimerException earlier) {
    // Interrupted is closed as well: Linux frees the number first, and a second try could close
    // what was given the number since.
    if (LibC.close(state, fd) == 0 || isInterrupted(state)) {
      return earlier;
    }
    KernelTimerException failure = KernelTimerException.failed("close", LibC.errno(state));
    if (earlier == null) {
      return failure;
    }
    earlier.addSuppressed(failure);
    return earlier;
  }

  /// Whether a signal ended the last call, which failed, before it did anything.
  private static boolean isInterrupted(MemorySegment state) {
    return LibC.errno(state) == Errno.EINTR;
  }
}
