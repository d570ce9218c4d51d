package dev.tactus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.cli.SampleClone.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The script `tactus`, in clones that are made up.
final class LauncherTest {
  @TempDir private Path dir;

  private SampleClone clone;

  @BeforeEach
  void makeClone() {
    clone = SampleClone.in(dir);
  }

  @Test
  void start_noJdkAnywhere_listsWhereItLookedAndHowToGetOneAndReturns3() {
    Outcome outcome = clone.with("JAVA_HOME", clone.path("nowhere").toString()).run("demo");

    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .startsWith("tactus: no JDK 25 or later was found. Looked at:")
        .contains("TACTUS_JAVA_HOME: not set")
        .contains("JAVA_HOME=" + clone.path("nowhere") + ": no bin/java")
        .contains("java on the PATH: none that works")
        .contains(clone.path("jdks") + "/*: nothing")
        .contains("openjdk-25-jdk", "temurin-25-jdk", "sdk install java");
    assertThat(clone.builds()).isZero();
  }

  @Test
  void start_unsuitableJdks_saysWhatEachIs() {
    clone.jdk("jdks/old", "17.0.15").jdk("jdks/ancient", "1.8.0_402").jdk("jdks/bare", "25.0.1");
    clone.delete("jdks/bare/bin/javac").write("jdks/empty/note", "");
    clone.silentJdk("jdks/mute", "");

    assertThat(clone.run().err())
        .contains(clone.path("jdks/old") + ": Java 17")
        .contains(clone.path("jdks/ancient") + ": Java 1\n")
        .contains(clone.path("jdks/bare") + ": Java 25 without a compiler")
        .contains(clone.path("jdks/empty") + ": no bin/java")
        .contains(clone.path("jdks/mute") + ": its version could not be told");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TACTUS_JAVA_HOME", "JAVA_HOME"})
  void start_jdkByVariable_isUsed(String variable) {
    clone.jdk("elsewhere", "25.0.3").maven().with(variable, clone.path("elsewhere").toString());

    assertThat(clone.run().exit()).isZero();
  }

  @Test
  void start_ownVariableNamesAnOldJdk_refusedAlthoughThereIsAnother() {
    clone.jdk("old", "21").jdk("jdks/good", "25").maven();

    Outcome outcome = clone.with("TACTUS_JAVA_HOME", clone.path("old").toString()).run();

    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.err()).contains("/old: Java 21; set it to a JDK 25 or later, or unset it.");
  }

  @Test
  void start_jdkOnThePath_isUsedThroughItsLinks() throws IOException {
    clone.jdk("real", "25").maven();
    Files.createSymbolicLink(clone.path("tmp/java"), clone.path("real/bin/java"));
    Files.createSymbolicLink(clone.path("bin/java"), clone.path("tmp/java"));

    assertThat(clone.run().exit()).isZero();
  }

  @Test
  void start_jdkOfAMac_isFound() {
    clone.jdk("jdks/temurin-25.jdk/Contents/Home", "25.0.3").maven();

    assertThat(clone.run().exit()).isZero();
  }

  @Test
  void start_jdkWithoutReleaseFile_isAsked() {
    clone.silentJdk("jdks/silent", "25.0.3").maven();

    assertThat(clone.run().exit()).isZero();
  }

  @Test
  void start_newerJdkOnly_isUsed() {
    clone.jdk("jdks/newer", "26-ea").maven();

    assertThat(clone.run().exit()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.8.0_402", "11.0.2", "16"})
  void start_javaHomeIsTooOldForMaven_mavenRunsOnTheOneThatWasFound(String version) {
    clone.jdk("old", version).jdk("jdks/good", "25").maven();
    clone.with("JAVA_HOME", clone.path("old").toString());

    assertThat(clone.run().exit()).isZero();

    assertThat(clone.read("home/java").strip())
        .isEqualTo(
            "JAVA_HOME=" + clone.path("jdks/good") + " JAVA25_HOME=" + clone.path("jdks/good"));
  }

  @Test
  void start_javaHomeIsNowhere_mavenRunsOnTheOneThatWasFound() {
    clone.jdk("jdks/good", "25").maven().with("JAVA_HOME", clone.path("nowhere").toString());

    assertThat(clone.run().exit()).isZero();

    assertThat(clone.read("home/java")).startsWith("JAVA_HOME=" + clone.path("jdks/good") + " ");
  }

  @Test
  void start_javaOnThePathIsTooOldForMaven_mavenRunsOnTheOneThatWasFound() throws IOException {
    clone.jdk("old", "11.0.2").jdk("jdks/good", "25").maven();
    Files.createSymbolicLink(clone.path("bin/java"), clone.path("old/bin/java"));

    assertThat(clone.run().exit()).isZero();

    assertThat(clone.read("home/java")).startsWith("JAVA_HOME=" + clone.path("jdks/good") + " ");
  }

  @Test
  void start_javaHomeIsNewEnoughForMaven_isLeftToIt() {
    clone.jdk("old", "17.0.15").jdk("jdks/good", "25").maven();
    clone.with("JAVA_HOME", clone.path("old").toString());

    assertThat(clone.run().exit()).isZero();

    assertThat(clone.read("home/java").strip())
        .isEqualTo("JAVA_HOME=" + clone.path("old") + " JAVA25_HOME=" + clone.path("jdks/good"));
  }

  @Test
  void start_javaOnThePathIsNewEnoughForMaven_isLeftToIt() throws IOException {
    clone.jdk("old", "21").jdk("jdks/good", "25").maven();
    Files.createSymbolicLink(clone.path("bin/java"), clone.path("old/bin/java"));

    assertThat(clone.run().exit()).isZero();

    assertThat(clone.read("home/java")).startsWith("JAVA_HOME= ");
  }

  @Test
  void start_colonInThePathOfTheClone_saysThatItHasToBeMovedAndReturns4() throws IOException {
    clone.jdk("jdks/good", "25").maven();
    Path moved = Files.move(clone.path("clone"), clone.path("09:30"));

    Outcome outcome = clone.run(moved.resolve("tactus"));

    assertThat(outcome.exit()).isEqualTo(4);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains(moved.toString(), "colon", "move it").hasLineCount(1);
    assertThat(clone.builds()).isZero();
  }

  @Test
  void start_noMaven_saysHowToGetItAndReturns3() {
    Outcome outcome = clone.jdk("jdks/good", "25").run();

    assertThat(outcome.exit()).isEqualTo(3);
    assertThat(outcome.err()).contains("Maven (mvn) was not found", "apt-get install maven");
  }

  @Test
  void start_firstTime_tellsModulesAndBuildsAndRunsWithTheArguments() {
    Outcome outcome = clone.jdk("jdks/good", "25").maven().run("demo", "two words", "");

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err())
        .contains("tactus: building Tactus core (1 of 2)")
        .contains("tactus: building Tactus command line (2 of 2)");
    assertThat(outcome.out())
        .contains("<--enable-native-access=ALL-UNNAMED>\n<-XX:+UseG1GC>\n<-Dtactus.terminal=false>")
        .containsPattern("<-cp>\n<[^>]+/tactus-cli\\.jar:[^>]+/picocli\\.jar>\n")
        .endsWith("<dev.tactus.cli.Main>\n<demo>\n<two words>\n<>\n");
    assertThat(clone.read("home/builds")).contains("package -pl cli -am");
  }

  @Test
  void start_optionsForTheJvm_areHandedOnAndMayChooseTheCollector() {
    clone.jdk("jdks/good", "25").maven().with("TACTUS_JAVA_OPTS", "-XX:+UseZGC -Xmx1g");

    assertThat(clone.run().out()).contains("<-XX:+UseZGC>\n<-Xmx1g>\n").doesNotContain("G1");
  }

  @Test
  void start_nothingChanged_runsWithoutABuildOrAWord() {
    clone.jdk("jdks/good", "25").maven();
    Outcome first = clone.run();

    Outcome second = clone.run();

    assertThat(second.err()).isEmpty();
    assertThat(second.out()).isEqualTo(first.out());
    assertThat(clone.builds()).isEqualTo(1);
  }

  @Test
  void start_builtAndMavenIsGone_runs() {
    clone.jdk("jdks/good", "25").maven();
    assertThat(clone.run().exit()).isZero();

    assertThat(clone.delete("bin/mvn").run().exit()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"core/src/main/java/A.java", "core/src/main/java", "pom.xml", "cli/pom.xml"})
  void start_sourceIsNewer_buildsAgain(String changed) {
    clone.jdk("jdks/good", "25").maven();
    assertThat(clone.run().exit()).isZero();

    assertThat(clone.touch("clone/" + changed).run().exit()).isZero();

    assertThat(clone.builds()).isEqualTo(2);
  }

  @Test
  void start_jarIsGone_buildsAgain() throws IOException {
    clone.jdk("jdks/good", "25").maven();
    assertThat(clone.run().exit()).isZero();
    String jar = clone.read("clone/cli/target/launch/classpath").lines().toList().getLast();

    assertThat(clone.delete("clone/cli/target/launch/" + jar).run().exit()).isZero();

    assertThat(clone.builds()).isEqualTo(2);
  }

  @Test
  void start_buildFails_showsWhyAndReturns4AndIsTriedAgain() {
    clone.jdk("jdks/good", "25").maven().write("clone/broken", "");

    Outcome broken = clone.run();
    assertThat(broken.exit()).isEqualTo(4);
    assertThat(broken.out()).isEmpty();
    assertThat(broken.err()).contains("the build failed", "A.java:[1,1] ';' expected");

    assertThat(clone.run().exit()).isEqualTo(4);
    assertThat(clone.delete("clone/broken").run().exit()).isZero();
    assertThat(clone.builds()).isEqualTo(3);
  }

  @Test
  void start_buildFailsAfterOneThatWorked_doesNotRunTheOldOne() {
    clone.jdk("jdks/good", "25").maven();
    assertThat(clone.run().exit()).isZero();

    Outcome broken = clone.write("clone/broken", "").touch("clone/pom.xml").run();

    assertThat(broken.exit()).isEqualTo(4);
    assertThat(broken.out()).isEmpty();
  }

  @Test
  void start_throughLinks_findsItsClone() throws IOException {
    clone.jdk("jdks/good", "25").maven();
    Path first = Files.createSymbolicLink(clone.path("tmp/t"), Path.of("../clone/tactus"));
    Path second = Files.createSymbolicLink(clone.path("my tactus"), first);

    assertThat(clone.run(second, "demo").out()).endsWith("<dev.tactus.cli.Main>\n<demo>\n");
  }

  @Test
  void start_manyBuilds_keepsTheLastFew() throws IOException {
    clone.jdk("jdks/good", "25").maven();
    for (int i = 0; i < 5; i++) {
      assertThat(clone.touch("clone/pom.xml").run().exit()).isZero();
    }

    try (var kept = Files.list(clone.path("clone/cli/target/launch"))) {
      assertThat(kept.filter(Files::isDirectory)).hasSize(3);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void start_twoAtOnce_buildOnce(boolean withFlock) {
    clone.jdk("jdks/good", "25").maven();
    if (withFlock && SampleClone.hasFlock()) {
      clone.flock();
    }
    try (ExecutorService starters = Executors.newFixedThreadPool(2)) {
      var first = CompletableFuture.supplyAsync(() -> clone.run("a"), starters);
      var second = CompletableFuture.supplyAsync(() -> clone.run("b"), starters);

      assertThat(first.join().exit()).isZero();
      assertThat(second.join().exit()).isZero();
    }
    assertThat(clone.builds()).isEqualTo(1);
  }

  @Test
  void start_lockOfABuildThatWasKilled_isTakenOver() {
    clone.jdk("jdks/good", "25").maven().leaveLock();

    Outcome outcome = clone.run();

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err()).doesNotContain("waiting");
    assertThat(clone.locks()).isEmpty();
  }

  @Test
  void start_buildFails_leavesNoLock() {
    clone.jdk("jdks/good", "25").maven().write("clone/broken", "");

    assertThat(clone.run().exit()).isEqualTo(4);

    assertThat(clone.locks()).isEmpty();
  }
}
