package dev.tactus.observe.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.event.EventStream;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.observe.Observatory;
import dev.tactus.observe.SampleSource;
import dev.tactus.observe.SampleSystem;
import dev.tactus.scheduler.SchedulerWarning;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlightRecorderEventsTest {
  @TempDir private Path dir;

  private final EventStream stream = new EventStream();
  private final SampleSource source = new SampleSource();
  private long nanos;

  private FlightRecorderEvents follow() {
    return FlightRecorderEvents.follow("shop", stream, source, () -> nanos);
  }

  private List<RecordedEvent> read(Recording recording, String name) throws IOException {
    Path file = dir.resolve("flight.jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("tactus." + name))
        .toList();
  }

  private static MailboxPressure pressure(int depth) {
    return new MailboxPressure("/shop/user/till", true, 16, depth, 100);
  }

  @Test
  void follow_eventsOfTheStream_areInTheRecording() throws Exception {
    try (Recording recording = new Recording();
        FlightRecorderEvents events = follow()) {
      recording.start();
      stream.publish(pressure(13));
      stream.publish(new SchedulerWarning.DriftExceeded(7, 3_000_000, 500_000));
      stream.publish(
          new DispatcherEvent.Starvation(
              "default",
              5,
              2_000_000_000L,
              List.of(new DispatcherEvent.BusyThread("default-0", List.of())),
              true));

      assertThat(events).isNotNull();
      assertThat(read(recording, "MailboxPressure"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getString("system")).isEqualTo("shop");
                assertThat(event.getString("actor")).isEqualTo("/shop/user/till");
                assertThat(event.getBoolean("pressed")).isTrue();
                assertThat(event.getInt("depth")).isEqualTo(13);
                assertThat(event.getInt("capacity")).isEqualTo(16);
              });
      assertThat(read(recording, "TimerLate"))
          .singleElement()
          .satisfies(
              event -> assertThat(event.getDuration("late")).isEqualTo(Duration.ofMillis(3)));
      assertThat(read(recording, "Starvation"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getString("busyThreads")).isEqualTo("default-0");
                assertThat(event.getDuration("without")).isEqualTo(Duration.ofSeconds(2));
                assertThat(event.getBoolean("isHelped")).isTrue();
              });
    }
  }

  @Test
  void follow_snapshots_giveLongTurnsAndCatchUps() throws Exception {
    try (Recording recording = new Recording();
        FlightRecorderEvents events = follow()) {
      recording.start();
      source.system.slowest =
          List.of(
              SampleSystem.actor("/shop/user/till", Phase.IDLE, 0, SampleSystem.SECOND),
              SampleSystem.actor("/shop/user/door", Phase.IDLE, 0, 1_000));
      source.step();
      source.system.tokens = 50;
      source.system.catchUps = 20;
      source.step();
      source.step();

      assertThat(events).isNotNull();
      assertThat(read(recording, "LongTurn"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getString("actor")).isEqualTo("/shop/user/till");
                assertThat(event.getDuration("turn")).isEqualTo(Duration.ofSeconds(1));
                assertThat(event.getString("messageType")).isEqualTo("Pay");
              });
      assertThat(read(recording, "DriverCatchUp"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getLong("catchUps")).isEqualTo(20);
                assertThat(event.getLong("tokens")).isEqualTo(50);
              });
    }
  }

  @Test
  void follow_flood_isCutOffAndCountedInTheNextEvent() throws Exception {
    try (Recording recording = new Recording();
        FlightRecorderEvents events = follow()) {
      recording.start();
      for (int i = 0; i < 1_000; i++) {
        stream.publish(pressure(i));
      }
      nanos += SampleSystem.SECOND;
      stream.publish(pressure(1_000));

      assertThat(events).isNotNull();
      List<RecordedEvent> seen = read(recording, "MailboxPressure");
      assertThat(seen).hasSize(FlightRecorderEvents.PER_SECOND + 1);
      assertThat(seen.stream().mapToLong(event -> event.getLong("suppressed")).sum())
          .isEqualTo(1_000 - FlightRecorderEvents.PER_SECOND);
      assertThat(seen).filteredOn(event -> event.getLong("suppressed") > 0).hasSize(1);
    }
  }

  @Test
  void follow_noRecordingRuns_listensToNothing() {
    FlightRecorderEvents events = follow();
    assertThat(source.viewers()).isZero();
    assertThat(stream.wants(MailboxPressure.class)).isFalse();

    try (Recording recording = new Recording()) {
      recording.start();
      assertThat(source.viewers()).isEqualTo(1);
      assertThat(stream.wants(MailboxPressure.class)).isTrue();
      assertThat(recording.stop()).isTrue();
      assertThat(source.viewers()).isZero();
      assertThat(stream.wants(MailboxPressure.class)).isFalse();
    }
    events.close();
  }

  @Test
  void follow_recordingRunsAlready_listensUntilItIsClosed() {
    try (Recording recording = new Recording()) {
      recording.start();
      FlightRecorderEvents events = follow();
      assertThat(source.viewers()).isEqualTo(1);

      events.close();

      assertThat(source.viewers()).isZero();
      assertThat(stream.wants(MailboxPressure.class)).isFalse();
    }
  }

  @Test
  void follow_sourceThatIsClosed_failsAndFollowsNothing() {
    source.isClosed = true;
    try (Recording recording = new Recording()) {
      recording.start();

      assertThatThrownBy(this::follow).hasMessage("closed");

      assertThat(stream.wants(MailboxPressure.class)).isFalse();
      source.isClosed = false;
      assertThat(recording.stop()).isTrue();
    }
    try (Recording recording = new Recording()) {
      recording.start();
      assertThat(source.viewers()).isZero();
    }
  }

  @Test
  void follow_sourceThatIsClosedMeanwhile_recordsNothingTwice() throws Exception {
    try (FlightRecorderEvents events = follow();
        Recording first = new Recording();
        Recording second = new Recording()) {
      source.isClosed = true;
      first.start();
      source.isClosed = false;
      second.start();

      stream.publish(pressure(1));

      assertThat(events).isNotNull();
      assertThat(read(second, "MailboxPressure")).hasSize(1);
    }
    assertThat(stream.wants(MailboxPressure.class)).isFalse();
  }

  @Test
  void follow_catchUpsWhileNoRecordingRan_areNotTold() throws Exception {
    try (FlightRecorderEvents events = follow()) {
      try (Recording first = new Recording()) {
        first.start();
        source.step();
      }
      source.system.tokens = 5_000;
      source.system.catchUps = 2_000;
      try (Recording second = new Recording()) {
        second.start();
        source.step();
        source.system.catchUps = 2_001;
        source.step();

        assertThat(events).isNotNull();
        assertThat(read(second, "DriverCatchUp"))
            .singleElement()
            .satisfies(event -> assertThat(event.getLong("catchUps")).isEqualTo(1));
      }
    }
  }

  @Test
  void follow_longTurnOfBeforeTheRecording_isNotTold() throws Exception {
    source.system.slowest =
        List.of(SampleSystem.actor("/shop/user/till", Phase.IDLE, 0, SampleSystem.SECOND));
    source.step();
    try (FlightRecorderEvents events = follow();
        Recording recording = new Recording()) {
      recording.start();
      source.step();
      source.system.slowest =
          List.of(
              SampleSystem.actor("/shop/user/till", Phase.IDLE, 0, SampleSystem.SECOND),
              SampleSystem.actor("/shop/user/door", Phase.IDLE, 0, 2 * SampleSystem.SECOND));
      source.step();

      assertThat(events).isNotNull();
      assertThat(read(recording, "LongTurn"))
          .singleElement()
          .satisfies(event -> assertThat(event.getString("actor")).isEqualTo("/shop/user/door"));
    }
  }

  @Test
  void configuration_isOneThatTheRecorderTakes() throws Exception {
    Configuration profile = FlightRecorderEvents.configuration();

    assertThat(
            profile.getSettings().keySet().stream()
                .filter(name -> name.startsWith("tactus.") && name.endsWith("#enabled"))
                .collect(Collectors.toSet()))
        .hasSize(7);
    try (Recording recording = new Recording(profile);
        FlightRecorderEvents events = follow()) {
      recording.start();
      stream.publish(pressure(1));
      assertThat(events).isNotNull();
      assertThat(read(recording, "MailboxPressure")).hasSize(1);
    }
  }

  @Test
  void follow_ofARunningSystem_tellsOfRestartsAndDeadLetters() throws Exception {
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("live").withWorkers(2));
        Observatory observatory = Observatory.of(system);
        Recording recording = new Recording();
        FlightRecorderEvents events = FlightRecorderEvents.follow(system, observatory)) {
      recording.start();
      CompletableFuture<String> handled = new CompletableFuture<>();
      ActorRef<String> till =
          system.spawn(
              "till",
              () ->
                  (ctx, text) -> {
                    if (text.equals("crash")) {
                      throw new IllegalStateException("as it was told");
                    }
                    boolean unused = handled.complete(text);
                  });
      till.tell("crash");
      till.tell("go on");
      assertThat(handled.get(30, TimeUnit.SECONDS)).isEqualTo("go on");
      assertThat(events).isNotNull();

      assertThat(read(recording, "Restart"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getString("system")).isEqualTo("live");
                assertThat(event.getString("actor")).endsWith("/user/till");
                assertThat(event.getString("cause")).isEqualTo("java.lang.IllegalStateException");
              });

      assertThat(system.stopGracefully(till, Duration.ofSeconds(30)))
          .succeedsWithin(Duration.ofSeconds(30));
      till.tell("too late");

      await()
          .untilAsserted(
              () ->
                  assertThat(read(recording, "DeadLetter"))
                      .singleElement()
                      .satisfies(
                          event -> {
                            assertThat(event.getString("recipient")).endsWith("/user/till");
                            assertThat(event.getString("messageType"))
                                .isEqualTo("java.lang.String");
                            assertThat(event.getString("reason")).isEqualTo("NO_RECIPIENT");
                          }));
    }
  }
}
