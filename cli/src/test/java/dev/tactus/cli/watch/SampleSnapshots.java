package dev.tactus.cli.watch;

import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.observe.ActorFigures;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.DispatcherFigures;
import dev.tactus.observe.EventFigures;
import dev.tactus.observe.Finding;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.TimerFigures;
import dev.tactus.observe.WorkerFigures;
import dev.tactus.scheduler.Lateness;
import dev.tactus.scheduler.SchedulerKind;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.time.ClockKind;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.workers.ReadyLatency;
import java.util.List;
import java.util.Map;

/// Snapshots of a system that is made up, a second apart.
public final class SampleSnapshots {
  private static final long SECOND = 1_000_000_000L;

  /// Two actors that every snapshot names.
  public static final List<ActorInfo> ACTORS =
      List.of(
          actor("/shop/user/till", Phase.RUNNING, 7, 1_500),
          actor("/shop/user/stock", Phase.IDLE, 3, 2_000_000));

  private SampleSnapshots() {}

  private static ActorInfo actor(String path, Phase phase, int depth, long turnNanos) {
    return new ActorInfo(path, "default", phase, 0, depth, true, 0, "", turnNanos, "Pay", 0);
  }

  /// The snapshot of this number, from 1.
  public static Snapshot at(int number) {
    long up = number * SECOND;
    return new Snapshot(
        Snapshot.VERSION,
        number,
        "shop",
        1_700_000_000_000L + number * 1_000L,
        up,
        number % 2 == 0,
        new ActorFigures(
            12_345,
            Map.of(Phase.IDLE, 12_343L, Phase.RUNNING, 2L),
            1,
            10,
            ACTORS,
            List.of(),
            number,
            1),
        List.of(
            new DispatcherFigures(
                "default",
                "workers",
                64,
                0,
                2,
                0,
                1,
                up,
                new ReadyLatency(9, 1_000, 2_000_000, 3_000_000),
                List.of(
                    new WorkerFigures(
                        0,
                        "default-0",
                        number * 5_000L,
                        1,
                        2,
                        3,
                        4,
                        5,
                        6,
                        0,
                        1,
                        false,
                        up / 4,
                        900,
                        0)))),
        new TimerFigures(
            "shop",
            SchedulerKind.WHEEL,
            ClockKind.HOST,
            DriverKind.HOST,
            "ok",
            "",
            new DriverStats(100, 50, 1, 0, 5, 100, 60_000, 2_000_000),
            10_000_000,
            100,
            99,
            List.of(1, 2, 3, 4),
            0,
            1_000,
            0,
            new SchedulerMetrics(
                20,
                12,
                2,
                number * 300L,
                5,
                3,
                0,
                1_000_000,
                70_000,
                900_000,
                0,
                new Lateness(5, 50_000, 900_000, 2_000_000, List.of()))),
        List.of(),
        new EventFigures(3, 0, 1, Map.of("Failed", 3L), 0),
        Map.of(DeadLetterReason.OVERFLOW, number * 40L),
        List.of(
            new Finding(
                "TAC-0902", "LONG_TURN", "/shop/user/stock", "It took 2 s.", "r", List.of(), 9)));
  }
}
