package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.TickScale;
import dev.tactus.time.wheel.Wheel;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The shape of the API, and what the scheduler must not touch.
final class SchedulerApiTest {
  @Test
  @Requirement("S3.5")
  void methods_haveTheNamesAndTheOrderOfPekko() throws Exception {
    assertSignature(
        Scheduler.class.getMethod("scheduleOnce", Duration.class, Runnable.class, Executor.class),
        "delay",
        "task",
        "executor");
    assertSignature(
        Scheduler.class.getMethod(
            "scheduleAtFixedRate", Duration.class, Duration.class, Runnable.class, Executor.class),
        "initialDelay",
        "interval",
        "task",
        "executor");
    assertSignature(
        Scheduler.class.getMethod(
            "scheduleWithFixedDelay",
            Duration.class,
            Duration.class,
            Runnable.class,
            Executor.class),
        "initialDelay",
        "delay",
        "task",
        "executor");
  }

  private static void assertSignature(Method method, String... names) {
    assertThat(method.getReturnType()).isEqualTo(Cancellable.class);
    assertThat(Arrays.stream(method.getParameters()).map(Parameter::getName))
        .containsExactly(names);
  }

  @Test
  @Requirement("S3.5")
  void arguments_meanWhatTheirOrderSays() {
    try (VirtualScheduler virtual = VirtualScheduler.start()) {
      List<String> runs = new ArrayList<>();
      for (Scheduler s :
          List.of(virtual.scheduler, virtual.scheduler.withAffinity(Affinity.subsystem("x")))) {
        runs.clear();
        long begin = virtual.tick();
        List<Cancellable> timers =
            List.of(
                s.scheduleOnce(
                    ticks(6), () -> runs.add("once " + (virtual.tick() - begin)), Scheduler.DIRECT),
                s.scheduleAtFixedRate(
                    ticks(2),
                    ticks(5),
                    () -> runs.add("rate " + (virtual.tick() - begin)),
                    Scheduler.DIRECT),
                s.scheduleWithFixedDelay(
                    ticks(3),
                    ticks(5),
                    () -> runs.add("delay " + (virtual.tick() - begin)),
                    Scheduler.DIRECT));
        virtual.advanceTicks(8);
        assertThat(runs).containsExactly("rate 2", "delay 3", "once 6", "rate 7", "delay 8");
        timers.forEach(Cancellable::cancel);
      }
    }
  }

  /// A wall clock that nobody reads cannot disturb anybody when it jumps.
  @Test
  @Requirement("S2.3")
  void classes_ofTimeAndScheduler_readNoWallClock() throws Exception {
    List<String> forbidden =
        List.of(
            "currentTimeMillis",
            "java/time/Instant",
            "java/time/Clock",
            "java/time/LocalDateTime",
            "java/time/ZonedDateTime",
            "java/util/Date",
            "java/util/Calendar",
            "java/util/Timer");
    for (Class<?> anchor : List.of(WheelScheduler.class, TickScale.class, Wheel.class)) {
      List<Path> classes = classesBeside(anchor);
      assertThat(classes).hasSizeGreaterThan(5);
      for (Path file : classes) {
        String constants = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        for (String name : forbidden) {
          assertThat(constants.contains(name)).as("%s mentions %s", file, name).isFalse();
        }
      }
    }
  }

  /// The files of all classes in the package of this one.
  private static List<Path> classesBeside(Class<?> anchor) throws Exception {
    Path place = Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
    String folder = anchor.getPackageName().replace('.', '/');
    if (Files.isDirectory(place)) {
      return classesIn(place.resolve(folder));
    }
    return classesIn(FileSystems.newFileSystem(place).getPath("/" + folder));
  }

  private static List<Path> classesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".class")).toList();
    }
  }

  @Test
  @Requirement("S3.1")
  void schedulerClasses_takeTimeThreadsAndWaitingFromTheToolboxOnly() throws Exception {
    for (Path file : classesBeside(WheelScheduler.class)) {
      String constants = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      for (String name : List.of("nanoTime", "LockSupport", "ThreadLocalRandom", "util/Random")) {
        assertThat(constants.contains(name)).as("%s mentions %s", file, name).isFalse();
      }
    }
  }
}
