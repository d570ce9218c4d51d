package dev.tactus.time.linux;

import dev.tactus.time.Clock;
import dev.tactus.time.Resolution;
import dev.tactus.time.driver.LoopingTickDriver;
import dev.tactus.time.driver.TickDriverProvider;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.function.LongFunction;

/// Offers the kernel tick driver where it works, and says why where it does not.
///
/// Threads: any.
public final class KernelTickDriverProvider implements TickDriverProvider {
  private final String osName;
  private final LongFunction<KernelTimer> timers;

  /// A provider for this machine; `ServiceLoader` creates it.
  public KernelTickDriverProvider() {
    this(System.getProperty("os.name", "unknown"), KernelTimer::open);
  }

  /// @param timers opens a timer of this interval
  KernelTickDriverProvider(String osName, LongFunction<KernelTimer> timers) {
    this.osName = osName;
    this.timers = timers;
  }

  @Override
  public String name() {
    return "kernel";
  }

  /// What keeps the driver from working here.
  ///
  /// It opens a timer and closes it again, so the JVM prints its warning about native access here,
  /// if it has one to print.
  @Override
  public Optional<String> obstacle() {
    if (!osName.equals("Linux")) {
      return Optional.of("the operating system is " + osName + "; timerfd exists on Linux only");
    }
    if (ValueLayout.ADDRESS.byteSize() != Long.BYTES) {
      return Optional.of(
          "addresses have "
              + ValueLayout.ADDRESS.byteSize() * Byte.SIZE
              + " bits; the driver knows the timers of 64-bit Linux only");
    }
    return nativeAccessObstacle().or(this::timerObstacle);
  }

  /// Asked before LibC is loaded, which would fail for good.
  @SuppressWarnings("restricted") // whether it may be called is the question
  private Optional<String> nativeAccessObstacle() {
    try {
      MethodHandle _ = Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid());
      return Optional.empty();
    } catch (IllegalCallerException denied) {
      Module module = KernelTickDriverProvider.class.getModule();
      String who = module.isNamed() ? module.getName() : "ALL-UNNAMED";
      return Optional.of(
          "the JVM denies native access; start it with --enable-native-access=" + who);
    } catch (UnsupportedOperationException unsupported) {
      return Optional.of("this JVM cannot call native functions on this processor");
    }
  }

  private Optional<String> timerObstacle() {
    try (KernelTimer timer = timers.apply(Resolution.DEFAULT.nanos())) {
      timer.arm(KernelClock.instance().nanos());
      return Optional.empty();
    } catch (KernelTimerException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (LinkageError e) {
      // Of a C library without one of the functions; the first failure to load names the reason.
      Throwable reason = e.getCause() == null ? e : e.getCause();
      return Optional.of("the functions of the C library could not be bound: " + reason);
    }
  }

  @Override
  public Clock clock() {
    refuseWhereUnavailable();
    return KernelClock.instance();
  }

  @Override
  public LoopingTickDriver create() {
    refuseWhereUnavailable();
    return KernelTickDriver.create();
  }

  private void refuseWhereUnavailable() {
    obstacle()
        .ifPresent(
            obstacle -> {
              throw KernelTimerException.unavailable(obstacle);
            });
  }
}
