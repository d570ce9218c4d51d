package dev.tactus.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.SystemSettings;
import dev.tactus.observe.recording.Recorder;
import dev.tactus.observe.recording.RecorderSettings;
import dev.tactus.observe.recording.Recording;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Findings and recordings of a system that really runs.
final class LiveSystemTest {
  private static final ObservatorySettings QUICK =
      ObservatorySettings.DEFAULT.withInterval(Duration.ofMillis(10)).withSweepShare(1);

  private static ActorSystem start() {
    return ActorSystem.start(SystemSettings.of("live").withWorkers(2));
  }

  @Test
  void lints_anActorBlocksItsWorker_foundWithTheStack() {
    LintSettings soon = LintSettings.DEFAULT.withBlockedNanos(20_000_000);
    CountDownLatch release = new CountDownLatch(1);
    List<Finding> found = new CopyOnWriteArrayList<>();
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK.withLints(soon));
        Viewing viewing = observatory.view(snapshot -> found.addAll(snapshot.findings()))) {
      ActorRef<String> till = system.spawn("till", () -> (ctx, text) -> release.await());
      till.tell("wait");

      await()
          .untilAsserted(
              () ->
                  assertThat(found)
                      .filteredOn(finding -> finding.code().equals("TAC-0905"))
                      .anySatisfy(
                          finding ->
                              assertThat(finding.stack())
                                  .anyMatch(frame -> frame.contains("CountDownLatch.await"))));
      assertThat(viewing).isNotNull();
      release.countDown();
    }
  }

  @Test
  void lints_aMailboxGrows_found() {
    LintSettings soon = LintSettings.DEFAULT.withGrowingFloor(50);
    CountDownLatch release = new CountDownLatch(1);
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK.withLints(soon))) {
      ActorRef<String> till = system.spawn("till", () -> (ctx, text) -> release.await());
      // Each snapshot brings the next messages, so each sees more than the one before.
      List<Finding> found = new CopyOnWriteArrayList<>();
      try (Viewing viewing =
          observatory.view(
              snapshot -> {
                found.addAll(snapshot.findings());
                for (int i = 0; i < 20; i++) {
                  till.tell("wait");
                }
              })) {
        await()
            .untilAsserted(
                () ->
                    assertThat(found)
                        .anySatisfy(
                            finding -> {
                              assertThat(finding.code()).isEqualTo("TAC-0901");
                              assertThat(finding.subject()).endsWith("/user/till");
                            }));
        assertThat(viewing).isNotNull();
      } finally {
        release.countDown();
      }
    }
  }

  @Test
  void recording_ofARunningSystem_showsWhatHappened(@TempDir Path dir) {
    Path file = dir.resolve("live.jsonl");
    try (ActorSystem system = start();
        Observatory observatory = Observatory.of(system, QUICK);
        Recorder recorder = Recorder.start(observatory, file, RecorderSettings.DEFAULT)) {
      ActorRef<String> till =
          system.spawn(
              "till",
              () ->
                  (ctx, text) -> {
                    throw new IllegalStateException(text);
                  });
      till.tell("crash");
      await().until(() -> recorder.status().recorded() >= 3 && recorder.status().events() >= 2);
    }

    try (Recording recording = Recording.open(file)) {
      recording.moveTo(recording.size());
      assertThat(recording.snapshot().system()).isEqualTo("live");
      assertThat(recording.snapshot().events().noted())
          .containsEntry("Failed", 1L)
          .containsEntry("Restarted", 1L);
      assertThat(recording.events(0, "", 100))
          .extracting(EventEntry::type)
          .contains("Failed", "Restarted");
    }
  }
}
