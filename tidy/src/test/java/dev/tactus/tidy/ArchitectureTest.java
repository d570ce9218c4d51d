package dev.tactus.tidy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rules over compiled classes: over this repository, and over samples that break them.
final class ArchitectureTest {
  private static Repository repository;
  private static CompiledClasses classes;

  @TempDir private Path sample;

  @BeforeAll
  static void importClasses() {
    repository = Repository.locate();
    classes = CompiledClasses.of(repository, "time", "core");
  }

  @Test
  void importClasses_requiredModuleNotCompiled_fails() {
    Repository empty =
        SampleRepository.in(sample).main("time", "dev.tactus.time.A", "final class A {}").write();

    assertThatThrownBy(() -> CompiledClasses.of(empty, "time"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("module time has no compiled classes");
  }

  @Test
  void modules_ofThisRepository_useWhatTheTableAllows() {
    Violation.expectNone(ModuleDependencies.betweenModules(classes));
  }

  @Test
  void modules_lowerUsesHigher_reportsTheUser() {
    CompiledClasses wrong =
        SampleRepository.in(sample)
            .main(
                "time",
                "dev.tactus.time.A",
                """
                final class A {
                  Object broken() {
                    return new dev.tactus.core.B();
                  }
                }
                """)
            .main("core", "dev.tactus.core.B", "public final class B {}")
            .main("core", "dev.tactus.core.C", "final class C { dev.tactus.cli.D[] d; }")
            .main("cli", "dev.tactus.cli.D", "public final class D { dev.tactus.core.B fine; }")
            .compile();

    assertThat(ModuleDependencies.betweenModules(wrong))
        .extracting(Violation::toString)
        .containsOnly(
            "time/src/main/java/dev/tactus/time/A.java:5: uses dev.tactus.core.B of core;"
                + " time may use []",
            "core/src/main/java/dev/tactus/core/C.java: uses dev.tactus.cli.D of cli;"
                + " core may use [time, workers]");
  }

  @Test
  void modules_unknownModule_reported() {
    CompiledClasses wrong =
        SampleRepository.in(sample)
            .main("novelty", "dev.tactus.novelty.A", "final class A {}")
            .compile();

    assertThat(ModuleDependencies.betweenModules(wrong))
        .singleElement()
        .hasToString(
            "novelty/src/main/java/dev/tactus/novelty/A.java: module novelty is unknown;"
                + " say in ModuleDependencies what it may use");
  }

  @Test
  void time_ofThisRepository_standsOnJavaBase() {
    Violation.expectNone(ModuleDependencies.timeOnJavaBase(classes));
  }

  @Test
  void time_usesAnotherModuleOfTheJdk_reported() {
    CompiledClasses wrong =
        SampleRepository.in(sample)
            .main(
                "time",
                "dev.tactus.time.A",
                "final class A { java.util.logging.Logger log; java.util.List<int[]> fine; }")
            .compile();

    assertThat(ModuleDependencies.timeOnJavaBase(wrong))
        .singleElement()
        .hasToString(
            "time/src/main/java/dev/tactus/time/A.java: uses java.util.logging.Logger;"
                + " time may use java.base only");
  }

  @Test
  void pekko_ofThisRepository_isKnownOnlyToItsModules() {
    Violation.expectNone(ModuleDependencies.pekkoOnlyInItsModules(classes));
  }

  @Test
  void pekko_knownToAnotherModule_reported() {
    CompiledClasses wrong =
        SampleRepository.in(sample)
            .main("core", "dev.tactus.event.A", "final class A { scala.Option option; }")
            .main("core", "scala.Option", "public class Option {}")
            .main("pekko", "dev.tactus.pekko.A", "final class A { scala.Option fine; }")
            .compile();

    assertThat(ModuleDependencies.pekkoOnlyInItsModules(wrong))
        .singleElement()
        .hasToString(
            "core/src/main/java/dev/tactus/event/A.java: uses scala.Option;"
                + " only [benchmarks, examples-pekko, pekko] may know it");
  }

  @Test
  void timeRoot_ofThisRepository_knowsNoSubpackage() {
    Violation.expectNone(ModuleDependencies.timeRootOnItself(classes));
  }

  @Test
  void timeRoot_usesSubpackage_reported() {
    CompiledClasses wrong =
        SampleRepository.in(sample)
            .main("time", "dev.tactus.time.A", "final class A { dev.tactus.time.wheel.B b; }")
            .main("time", "dev.tactus.time.wheel.B", "public final class B {}")
            .compile();

    assertThat(ModuleDependencies.timeRootOnItself(wrong))
        .singleElement()
        .extracting(Violation::message)
        .asString()
        .startsWith("uses dev.tactus.time.wheel.B; the root package knows no subpackage");
  }

  @Test
  void packages_ofThisRepository_haveNoCycles() {
    Violation.expectNone(ModuleDependencies.packageCycles(repository, classes));
  }

  @Test
  void packages_inACircle_reported() {
    CompiledClasses wrong =
        SampleRepository.in(sample)
            .main("core", "dev.tactus.event.A", "public class A { dev.tactus.mailbox.B b; }")
            .main("core", "dev.tactus.mailbox.B", "public class B { dev.tactus.actor.C c; }")
            .main("core", "dev.tactus.actor.C", "public class C { dev.tactus.event.A a; }")
            .compile();

    assertThat(ModuleDependencies.packageCycles(Repository.at(sample), wrong))
        .singleElement()
        .extracting(Violation::toString)
        .asString()
        .startsWith("core: packages in a circle")
        .contains("Slice actor", "Slice event", "Slice mailbox");
  }

  @Test
  @Requirement("S3.1")
  void hostCalls_ofThisRepository_onlyInHostPackages() {
    Violation.expectNone(HostAccess.check(classes));
  }

  @Test
  @Requirement("S3.1")
  void hostCalls_inLibrary_eachReportedWithItsLine() {
    List<String> banned =
        List.of(
            "System.nanoTime();",
            "System.currentTimeMillis();",
            "System.identityHashCode(this);",
            "java.util.function.LongSupplier reference = System::nanoTime;",
            "java.util.function.LongSupplier lambda = () -> System.nanoTime();",
            "java.time.Instant.now();",
            "java.time.LocalDate.now(java.time.ZoneId.of(\"UTC\"));",
            "java.time.LocalDateTime.now();",
            "java.time.Clock.systemUTC();",
            "java.time.Clock.tickSeconds(java.time.ZoneId.of(\"UTC\"));",
            "java.time.InstantSource.system();",
            "new java.util.Date();",
            "new java.util.Random();",
            "new java.util.SplittableRandom();",
            "new java.security.SecureRandom();",
            "java.util.concurrent.ThreadLocalRandom.current();",
            "java.util.random.RandomGenerator.getDefault();",
            "java.util.random.RandomGeneratorFactory.of(\"L64X128MixRandom\").create();",
            "java.util.Collections.shuffle(new java.util.ArrayList<>());",
            "Math.random();",
            "java.util.UUID.randomUUID();",
            "new java.util.Timer(true);",
            "java.util.concurrent.Executors.newScheduledThreadPool(1);",
            "java.util.concurrent.Executors.newSingleThreadScheduledExecutor();",
            "java.util.concurrent.CompletableFuture.delayedExecutor(1,"
                + " java.util.concurrent.TimeUnit.DAYS);",
            "Thread.sleep(1);",
            "Thread.yield();",
            "java.util.concurrent.TimeUnit.DAYS.sleep(1);",
            "java.util.concurrent.locks.LockSupport.park();",
            "java.util.concurrent.locks.LockSupport.parkNanos(this, 1);",
            "java.util.concurrent.locks.LockSupport.unpark(Thread.currentThread());",
            "synchronized (this) { wait(); }");

    assertThat(reportedOf(banned)).containsExactlyInAnyOrderElementsOf(banned);
  }

  @Test
  void hostCalls_seededOrHarmless_notReported() {
    List<String> allowed =
        List.of(
            "Thread.onSpinWait();",
            "new java.util.Random(7).nextInt();",
            "new java.util.SplittableRandom(7).nextInt();",
            "java.util.random.RandomGeneratorFactory.of(\"L64X128MixRandom\").create(7);",
            "java.util.Collections.shuffle(new java.util.ArrayList<>(), new java.util.Random(7));",
            "java.time.Instant.now(java.time.Clock.fixed(java.time.Instant.EPOCH, null));",
            "synchronized (this) { notifyAll(); }");

    assertThat(reportedOf(allowed)).isEmpty();
  }

  @Test
  void hostCalls_hostPackages_onlyPackagesBelowThemReported() {
    String body = "final class A { void run() { Thread.yield(); } }";
    CompiledClasses hosts =
        SampleRepository.in(sample)
            .main("time", "dev.tactus.time.host.A", body)
            .main("time-linux", "dev.tactus.time.linux.A", body)
            .main("time", "dev.tactus.time.host.deep.A", body)
            .main("cli", "dev.tactus.cli.A", body)
            .compile();

    assertThat(HostAccess.check(hosts))
        .singleElement()
        .hasToString(
            "time/src/main/java/dev/tactus/time/host/deep/A.java:3: calls java.lang.Thread.yield;"
                + " take a clock, a parker or a seeded generator as a parameter");
  }

  /// Puts each statement on a line of its own into a library class, and returns the reported ones.
  private List<String> reportedOf(List<String> statements) {
    int firstLine = 4;
    var body = new StringBuilder("final class A {\n");
    for (int i = 0; i < statements.size(); i++) {
      body.append("  void run%d() throws Exception { %s }\n".formatted(i, statements.get(i)));
    }
    CompiledClasses classes =
        SampleRepository.in(sample).main("core", "dev.tactus.event.A", body + "}\n").compile();
    return HostAccess.check(classes).stream()
        .map(violation -> statements.get(violation.line() - firstLine))
        .toList();
  }

  @Test
  void exceptions_ofThisRepository_haveACode() {
    Violation.expectNone(ErrorCodes.check(classes));
  }

  @Test
  void exceptions_withoutACodeOrWithoutItInTheirMessage_reported() {
    CompiledClasses wrong =
        SampleRepository.in(sample)
            .main("time", "dev.tactus.error.Coded", "public interface Coded {}")
            .main(
                "time",
                "dev.tactus.error.ErrorCode",
                "public class ErrorCode { public static String mark(String m) { return m; } }")
            .main("core", "dev.tactus.event.Bare", "public class Bare extends RuntimeException {}")
            .main(
                "core",
                "dev.tactus.event.Mute",
                "public class Mute extends Exception implements dev.tactus.error.Coded {}")
            .main(
                "core",
                "dev.tactus.event.Fine",
                """
                public class Fine extends Exception implements dev.tactus.error.Coded {
                  Fine(String message) {
                    super(dev.tactus.error.ErrorCode.mark(message));
                  }
                }
                """)
            .main(
                "core",
                "dev.tactus.event.Below",
                "public class Below extends Fine { Below() { super(\"fine\"); } }")
            .main("core", "dev.tactus.event.Inner", "class Inner extends Exception {}")
            .main("examples", "dev.tactus.examples.Own", "public class Own extends Exception {}")
            .compile();

    assertThat(ErrorCodes.check(wrong))
        .extracting(Violation::toString)
        .containsExactly(
            "core/src/main/java/dev/tactus/event/Bare.java: Bare has no code;"
                + " let it be Coded, and write a page for it",
            "core/src/main/java/dev/tactus/event/Mute.java: Mute does not end its message with the"
                + " code; use ErrorCode.mark");
  }

  @Test
  void tests_ofThisRepository_neverSleep() {
    Violation.expectNone(TestHabits.sleeps(classes));
  }

  @Test
  void tests_ofThisRepository_areAllEnabled() {
    Violation.expectNone(TestHabits.disabledTests(classes));
  }

  @Test
  void stackTraces_ofThisRepository_areNeverJustPrinted() {
    Violation.expectNone(TestHabits.stackTraces(classes));
  }

  @Test
  void tests_sleepingDisabledOrPrinting_reported() {
    CompiledClasses wrong =
        SampleRepository.in(sample)
            .test(
                "core",
                "dev.tactus.event.ATest",
                """
                import org.junit.jupiter.api.*;

                final class ATest {
                  @Test
                  @Disabled
                  void sleeps() throws Exception {
                    Thread.sleep(10);
                  }

                  @Disabled
                  static final class Off {
                    void prints(java.io.IOException e) {
                      e.printStackTrace();
                    }
                  }
                }
                """)
            .compile();

    assertThat(TestHabits.sleeps(wrong)).extracting(Violation::line).containsExactly(9);
    assertThat(TestHabits.stackTraces(wrong)).extracting(Violation::line).containsExactly(15);
    assertThat(TestHabits.disabledTests(wrong))
        .extracting(Violation::message)
        .hasSize(2)
        .anyMatch(message -> message.contains("ATest$Off"))
        .anyMatch(message -> message.contains("ATest.sleeps()"));
  }
}
