package dev.tactus.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.dispatch.Occupant;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.process.ProcessState;
import dev.tactus.process.ProcessStats;
import dev.tactus.scheduler.Lateness;
import dev.tactus.scheduler.SchedulerKind;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.time.ClockKind;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.workers.ReadyLatency;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SnapshotJsonTest {
  private static final ActorInfo ACTOR =
      new ActorInfo(
          "/shop/user/till",
          "default",
          Occupant.Phase.RUNNING,
          0,
          3,
          true,
          1,
          "default-0",
          1_500,
          "Pay",
          2);

  private static Snapshot sample() {
    return new Snapshot(
        Snapshot.VERSION,
        7,
        "shop",
        1_700_000_000_000L,
        5_000_000_000L,
        true,
        new ActorFigures(
            3, Map.of(Occupant.Phase.IDLE, 2L), 1, 3, List.of(ACTOR), List.of(ACTOR), 5, 6),
        List.of(
            new DispatcherFigures(
                "default",
                "Workers",
                64,
                0,
                2,
                1,
                1,
                99,
                new ReadyLatency(1, 2, 3, 4),
                List.of(
                    new WorkerFigures(
                        0, "default-0", 10, 1, 2, 3, 4, 5, 6, 7, 8, true, 9, 10, 11)))),
        new TimerFigures(
            "shop",
            SchedulerKind.WHEEL,
            ClockKind.HOST,
            DriverKind.HOST,
            "Running",
            "",
            new DriverStats(1, 2, 3, 4, 5.5, 6.5, 7, 8),
            10_000_000,
            55,
            54,
            List.of(0, 1, 2),
            4,
            5,
            6,
            new SchedulerMetrics(
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                9,
                10,
                11,
                new Lateness(1, 2, 3, 4, List.of(new Lateness.Bucket(5, 6))))),
        List.of(
            new ProcessFigures(
                "sagas",
                new ProcessStats(
                    1,
                    2,
                    3,
                    4,
                    5,
                    6,
                    7,
                    8,
                    9,
                    10,
                    Map.of(ProcessState.READY, 1L),
                    11,
                    12,
                    13,
                    14))),
        new EventFigures(1, 2, 3, Map.of("Failed", 4L), 5),
        Map.of(DeadLetterReason.OVERFLOW, 3L),
        List.of(
            new Finding(
                "TAC-0901", "MAILBOX_GROWING", "/shop/user/till", "t", "r", List.of("a.b(c)"), 9)));
  }

  @Test
  void read_ofWhatWasWritten_givesTheSameSnapshot() {
    Snapshot snapshot = sample();

    assertThat(SnapshotJson.read(SnapshotJson.write(snapshot), Snapshot.class)).isEqualTo(snapshot);
  }

  @Test
  void write_toAStream_leavesItOpenAndWritesTheSame() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    SnapshotJson.write(sample(), out);
    SnapshotJson.write(ACTOR, out);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(SnapshotJson.write(sample()) + SnapshotJson.write(ACTOR));
  }

  @Test
  void write_namesFieldsAsTheRecordDoes() {
    assertThat(SnapshotJson.write(sample()))
        .contains("\"isUnderPressure\":true", "\"isAsleep\":true", "\"isDepthExact\":true");
  }

  @Test
  void readPage_ofAPage_givesItsItems() {
    Page<ActorInfo> page = new Page<>(List.of(ACTOR), "9");

    assertThat(SnapshotJson.readPage(SnapshotJson.write(page), ActorInfo.class)).isEqualTo(page);
  }

  @Test
  void read_withAFieldOfALaterVersion_passesItOver() {
    String later = SnapshotJson.write(ACTOR).replace("{", "{\"colour\":\"red\",");

    assertThat(SnapshotJson.read(later, ActorInfo.class)).isEqualTo(ACTOR);
  }

  @Test
  void read_ofSomethingElse_saysWhatWasExpected() {
    assertThatThrownBy(() -> SnapshotJson.read("[1,", Snapshot.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a Snapshot of version 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{\"version\":1,\"dispatchers\":[],\"processes\":[],\"deadLetters\":{},\"findings\":[]}"
      })
  void read_partsThatAreMissing_saysThatItIsNoSnapshot(String json) {
    assertThatThrownBy(() -> SnapshotJson.read(json, Snapshot.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a Snapshot of version 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "system",
        "actors",
        "byState",
        "path",
        "latestType",
        "readyLatency",
        "thread",
        "driverStats",
        "metrics",
        "lateness",
        "stats",
        "noted",
        "remedy"
      })
  void read_anyPartThatIsMissingOrNull_saysThatItIsNoSnapshot(String part) {
    String whole = SnapshotJson.write(sample());
    String without = whole.replaceFirst("\"" + part + "\":", "\"elsewhere\":");
    String withNull = whole.replaceFirst("\"" + part + "\":", "\"" + part + "\":null,\"else\":");

    assertThat(without).isNotEqualTo(whole);
    for (String json : List.of(without, withNull)) {
      assertThatThrownBy(() -> SnapshotJson.read(json, Snapshot.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not a Snapshot of version 1");
    }
  }

  @Test
  void read_nothingInAList_saysSo() {
    assertThatThrownBy(() -> SnapshotJson.read("[null]", EventEntry[].class))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> SnapshotJson.readPage("{\"items\":[null],\"next\":\"\"}", ActorInfo.class))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// A figure may be added without a new version; what was written before has none of it.
  @Test
  void read_aFigureThatIsMissing_isZero() {
    String before = SnapshotJson.write(ACTOR).replace("\"children\":2", "\"younger\":2");

    assertThat(SnapshotJson.read(before, ActorInfo.class).children()).isZero();
  }
}
