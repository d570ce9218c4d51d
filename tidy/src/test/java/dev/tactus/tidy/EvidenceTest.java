package dev.tactus.tidy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tactus.tidy.Evidence.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Markers are found wherever a test can stand, and refused where none can run.
final class EvidenceTest {
  private static final String IMPORTS =
      """
      import dev.tactus.requirement.Requirement;
      import org.junit.jupiter.api.*;

      """;

  @TempDir private Path sample;

  @Test
  void collect_methodClassAndNestedClass_eachClaimed() {
    Evidence evidence =
        collect(
            "dev.tactus.event.ATest",
            """
            @Requirement("S1.1")
            class ATest {
              @Test
              @Requirement({"S1.2", "S4.1"})
              void one() {}

              @RepeatedTest(2)
              void unmarked() {}

              @Nested
              @Requirement("S1.3")
              class Inner {
                @Test
                @Requirement("S1.4")
                void two() {}
              }
            }
            """);

    assertThat(evidence.problems()).isEmpty();
    assertThat(evidence.claims())
        .extracting(Claim::id, Claim::test)
        .containsExactlyInAnyOrder(
            tuple("S1.1", "ATest"),
            tuple("S1.2", "ATest#one"),
            tuple("S4.1", "ATest#one"),
            tuple("S1.3", "ATest.Inner"),
            tuple("S1.4", "ATest.Inner#two"));
    assertThat(evidence.claims())
        .extracting(Claim::source)
        .containsOnly("core/src/test/java/dev/tactus/event/ATest.java");
  }

  @Test
  void collect_classWhoseTestsAreNested_claimed() {
    Evidence evidence =
        collect(
            "dev.tactus.event.ATest",
            """
            @Requirement("S1.1")
            class ATest {
              @Nested
              class Inner {
                @Test
                void one() {}
              }
            }
            """);

    assertThat(evidence.problems()).isEmpty();
    assertThat(evidence.claims()).extracting(Claim::test).containsExactly("ATest");
  }

  @Test
  void collect_testMarkedByAnAnnotationOfOurs_claimed() {
    CompiledClasses classes =
        SampleRepository.in(sample)
            .main(
                "testkit",
                "dev.tactus.testkit.Simulated",
                """
                @org.junit.jupiter.api.TestTemplate
                @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
                public @interface Simulated {}
                """)
            .test(
                "core",
                "dev.tactus.event.ATest",
                IMPORTS
                    + """
                    class ATest {
                      @dev.tactus.testkit.Simulated
                      @Requirement("D5")
                      void one() {}
                    }
                    """)
            .compile();

    Evidence evidence = Evidence.collect(classes);

    assertThat(evidence.problems()).isEmpty();
    assertThat(evidence.claims()).extracting(Claim::test).containsExactly("ATest#one");
  }

  @Test
  void collect_stressTestAmongMainClasses_claimed() {
    CompiledClasses classes =
        SampleRepository.in(sample)
            .main(
                "stress",
                "org.openjdk.jcstress.annotations.JCStressTest",
                "public @interface JCStressTest {}")
            .main(
                "stress",
                "dev.tactus.stress.Races",
                """
                final class Races {
                  @org.openjdk.jcstress.annotations.JCStressTest
                  @dev.tactus.requirement.Requirement("S4.2")
                  static class CancelAgainstFire {}
                }
                """)
            .compile();

    Evidence evidence = Evidence.collect(classes);

    assertThat(evidence.problems()).isEmpty();
    assertThat(evidence.claims())
        .containsExactly(
            new Claim(
                "S4.2",
                "Races.CancelAgainstFire",
                "stress/src/main/java/dev/tactus/stress/Races.java"));
  }

  @Test
  void collect_contractRunByAClassBelow_claimedOnce() {
    CompiledClasses classes =
        SampleRepository.in(sample)
            .test("core", "dev.tactus.event.Contract", contract())
            .test("core", "dev.tactus.event.PlainTest", "class PlainTest extends Contract {}")
            .test("core", "dev.tactus.event.WheelTest", "class WheelTest extends Contract {}")
            .compile();

    Evidence evidence = Evidence.collect(classes);

    assertThat(evidence.problems()).isEmpty();
    assertThat(evidence.claims()).extracting(Claim::test).containsExactly("Contract#one");
  }

  @Test
  void collect_contractThatNoClassRuns_reported() {
    assertThat(collect("dev.tactus.event.Contract", contract()).problems())
        .singleElement()
        .extracting(Violation::message)
        .asString()
        .startsWith("Contract is never run");
  }

  @Test
  void collect_classThatSurefireDoesNotPickUp_reported() {
    Evidence evidence =
        collect(
            "dev.tactus.event.Checks",
            "class Checks { @Test @Requirement(\"S1.1\") void one() {} }");

    assertThat(evidence.problems())
        .singleElement()
        .hasToString(
            "core/src/test/java/dev/tactus/event/Checks.java: Checks is never run;"
                + " it, or a concrete class below it, needs a name that ends in Test");
  }

  @Test
  void collect_markerOnWhatIsNoTest_reported() {
    Evidence evidence =
        collect(
            "dev.tactus.event.ATest",
            """
            @Requirement("S1.1")
            class ATest {
              @BeforeEach
              @Requirement("S1.2")
              void prepare() {}
            }
            """);

    assertThat(evidence.problems())
        .extracting(Violation::message)
        .containsExactly(
            "ATest has @Requirement and no test", "ATest#prepare has @Requirement and is no test");
  }

  @Test
  void collect_classWhoseSourceIsGone_leftOut() throws IOException {
    assertThat(collect("dev.tactus.event.Contract", contract()).claims()).hasSize(1);
    Files.delete(sample.resolve("core/src/test/java/dev/tactus/event/Contract.java"));

    assertThat(Evidence.collect(CompiledClasses.of(Repository.at(sample))).claims()).isEmpty();
  }

  @Test
  void modulesWithoutCompiledTests_sourcesOnly_named() {
    Repository repository =
        SampleRepository.in(sample)
            .test("core", "dev.tactus.event.ATest", "class ATest {}")
            .main("cli", "dev.tactus.cli.A", "class A {}")
            .write();

    assertThat(CompiledClasses.modulesWithoutCompiledTests(repository)).containsExactly("core");
  }

  private Evidence collect(String qualifiedName, String body) {
    String source = body.contains("import ") ? body : IMPORTS + body;
    return Evidence.collect(
        SampleRepository.in(sample).test("core", qualifiedName, source).compile());
  }

  private static String contract() {
    return IMPORTS + "abstract class Contract { @Test @Requirement(\"S1.1\") void one() {} }";
  }
}
