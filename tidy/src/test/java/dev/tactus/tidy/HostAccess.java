package dev.tactus.tidy;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaConstructor;
import dev.tactus.tidy.CompiledClasses.Compiled;
import java.util.List;
import java.util.Set;

/// Time, parking and randomness come in through the seam: library code does not reach for the
/// host's clock, for its threads' sleep or for its random numbers.
///
/// A few packages are the host side of the seam and may. Seeded generators are allowed everywhere,
/// and so is `Thread.onSpinWait`, which neither waits nor tells the time.
final class HostAccess {
  static final Set<String> LIBRARIES =
      Set.of("time", "time-linux", "workers", "core", "testkit", "console", "pekko");
  static final Set<String> HOST_PACKAGES =
      Set.of("dev.tactus.time.host", "dev.tactus.time.linux", "dev.tactus.console.host");

  private HostAccess() {}

  static List<Violation> check(CompiledClasses classes) {
    return classes
        .main()
        .filter(compiled -> LIBRARIES.contains(compiled.module().name()))
        .filter(compiled -> !HOST_PACKAGES.contains(compiled.type().getPackageName()))
        .flatMap(compiled -> inClass(compiled).stream())
        .toList();
  }

  private static List<Violation> inClass(Compiled compiled) {
    return compiled.type().getCodeUnitAccessesFromSelf().stream()
        .filter(access -> isBanned(access.getTarget()))
        .map(
            access ->
                compiled.violation(
                    access.getLineNumber(),
                    "calls %s.%s; take a clock, a parker or a seeded generator as a parameter"
                        .formatted(
                            access.getTargetOwner().getFullName(), access.getTarget().getName())))
        .toList();
  }

  private static boolean isBanned(CodeUnitAccessTarget target) {
    String owner = target.getOwner().getFullName();
    String name = target.getName();
    List<String> parameters =
        target.getRawParameterTypes().stream().map(type -> type.getFullName()).toList();
    boolean isUnseeded = name.equals(JavaConstructor.CONSTRUCTOR_NAME) && parameters.isEmpty();
    return switch (owner) {
      case "java.lang.System" ->
          Set.of("nanoTime", "currentTimeMillis", "identityHashCode").contains(name);
      case "java.lang.Thread" -> Set.of("sleep", "yield").contains(name);
      case "java.lang.Object" -> name.equals("wait");
      case "java.lang.Math", "java.lang.StrictMath" -> name.equals("random");
      case "java.util.concurrent.TimeUnit" ->
          Set.of("sleep", "timedWait", "timedJoin").contains(name);
      case "java.util.concurrent.locks.LockSupport" ->
          name.startsWith("park") || name.equals("unpark");
      case "java.util.concurrent.Executors" -> name.contains("Scheduled");
      case "java.util.concurrent.ScheduledThreadPoolExecutor", "java.util.Timer" -> true;
      case "java.util.concurrent.CompletableFuture" ->
          Set.of("delayedExecutor", "orTimeout", "completeOnTimeout").contains(name);
      case "java.util.concurrent.ThreadLocalRandom", "java.security.SecureRandom" -> true;
      case "java.util.UUID" -> name.equals("randomUUID");
      case "java.util.Random", "java.util.SplittableRandom", "java.util.Date" -> isUnseeded;
      case "java.util.random.RandomGenerator" -> Set.of("of", "getDefault").contains(name);
      case "java.util.random.RandomGeneratorFactory" ->
          name.equals("create") && parameters.isEmpty();
      case "java.util.Collections" -> name.equals("shuffle") && parameters.size() == 1;
      case "java.time.Clock", "java.time.InstantSource" ->
          name.startsWith("system") || name.startsWith("tick");
      default ->
          owner.startsWith("java.time.")
              && name.equals("now")
              && !parameters.contains("java.time.Clock");
    };
  }
}
