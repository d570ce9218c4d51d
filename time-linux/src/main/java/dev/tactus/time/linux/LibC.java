package dev.tactus.time.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// The functions of the C library that a kernel timer needs, as they are: they return what C
/// returns, and leave the error number in the segment that the caller brings along
/// ([#ERRNO_LAYOUT]).
///
/// The constants and layouts are those of 64-bit Linux, the same on all processors that
/// `java.lang.foreign` supports there. Loading this class is native access: it fails where the JVM
/// denies that, so ask [KernelTickDriverProvider#obstacle()] first.
///
/// Threads: any, each call with memory of its own.
final class LibC {
  static final int CLOCK_MONOTONIC = 1;

  /// Not inherited by programs that this process starts.
  static final int CLOEXEC = 0x80000;

  /// A read with nothing to read answers EAGAIN.
  static final int NONBLOCK = 0x800;

  static final int TFD_TIMER_ABSTIME = 1;
  static final short POLLIN = 1;

  static final long NANOS_PER_SECOND = 1_000_000_000L;

  /// Where the error number of a failed call is left.
  static final StructLayout ERRNO_LAYOUT = Linker.Option.captureStateLayout();

  private static final VarHandle ERRNO =
      ERRNO_LAYOUT.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle CLOCK_GETTIME =
      bind(
          "clock_gettime",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS),
          // Takes no time worth a change of the thread's state, and may write to a Java array.
          Linker.Option.critical(true));
  private static final MethodHandle TIMERFD_CREATE =
      bind("timerfd_create", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), errno());
  private static final MethodHandle TIMERFD_SETTIME =
      bind(
          "timerfd_settime",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS),
          errno());
  private static final MethodHandle EVENTFD =
      bind("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), errno());
  private static final MethodHandle POLL =
      bind("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT), errno());
  private static final MethodHandle READ =
      bind("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), errno());
  private static final MethodHandle WRITE =
      bind("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), errno());
  private static final MethodHandle CLOSE =
      bind("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), errno());

  private LibC() {}

  private static Linker.Option errno() {
    return Linker.Option.captureCallState("errno");
  }

  @SuppressWarnings("restricted") // the native access that this module is about
  private static MethodHandle bind(
      String name, FunctionDescriptor descriptor, Linker.Option option) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor, option);
  }

  /// The error number that the last failed call with this memory left.
  static int errno(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  static long monotonicNanos() {
    long[] secondsAndNanos = new long[2];
    int result;
    try {
      result =
          (int) CLOCK_GETTIME.invokeExact(CLOCK_MONOTONIC, MemorySegment.ofArray(secondsAndNanos));
    } catch (Throwable e) {
      throw unchecked(e);
    }
    assert result == 0 : "CLOCK_MONOTONIC exists on every Linux";
    return secondsAndNanos[0] * NANOS_PER_SECOND + secondsAndNanos[1];
  }

  static int timerfdCreate(MemorySegment state, int clock, int flags) {
    try {
      return (int) TIMERFD_CREATE.invokeExact(state, clock, flags);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  static int timerfdSettime(MemorySegment state, int fd, int flags, MemorySegment spec) {
    try {
      return (int) TIMERFD_SETTIME.invokeExact(state, fd, flags, spec, MemorySegment.NULL);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  static int eventfd(MemorySegment state, int count, int flags) {
    try {
      return (int) EVENTFD.invokeExact(state, count, flags);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  static int poll(MemorySegment state, MemorySegment fds, long count, int timeoutMillis) {
    try {
      return (int) POLL.invokeExact(state, fds, count, timeoutMillis);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  static long read(MemorySegment state, int fd, MemorySegment buffer) {
    try {
      return (long) READ.invokeExact(state, fd, buffer, buffer.byteSize());
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  static long write(MemorySegment state, int fd, MemorySegment buffer) {
    try {
      return (long) WRITE.invokeExact(state, fd, buffer, buffer.byteSize());
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  static int close(MemorySegment state, int fd) {
    try {
      return (int) CLOSE.invokeExact(state, fd);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /// C throws nothing, and what the JVM throws around a call is unchecked.
  private static RuntimeException unchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      return exception;
    }
    throw new AssertionError("A native call threw a checked exception", thrown);
  }
}
