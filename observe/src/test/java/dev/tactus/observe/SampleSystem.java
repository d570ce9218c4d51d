package dev.tactus.observe;

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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A system that is made up: tests change its figures and take snapshots a second apart.
public final class SampleSystem {
  public static final long SECOND = 1_000_000_000L;
  public static final long START_MILLIS = 1_700_000_000_000L;

  public String name = "shop";
  public long startMillis = START_MILLIS;
  public long number;
  public long upNanos;
  public long sweeps;
  public boolean isSweepDue = true;
  public List<ActorInfo> deepest = List.of();
  public List<ActorInfo> slowest = List.of();
  public long executed;
  public long stuckNanos;
  public int refused;
  public long fired;
  public long dropped;
  public long tokens;
  public long catchUps;
  public String driverStatus = "ok";
  public List<Integer> slots = List.of(1, 2, 3, 4);
  public final Map<String, Long> noted = new TreeMap<>();
  public final Map<DeadLetterReason, Long> deadLetters = new EnumMap<>(DeadLetterReason.class);
  public List<Finding> findings = List.of();
  public long latestEvent;

  /// A system of which no snapshot was taken yet.
  public SampleSystem() {}

  /// An actor that is in no way remarkable.
  public static ActorInfo actor(String path, Occupant.Phase state, int depth, long turnNanos) {
    return new ActorInfo(
        path, "default", state, 0, depth, true, 0, "default-0", turnNanos, "Pay", 0);
  }

  /// The next snapshot, a second later.
  public Snapshot next() {
    number++;
    upNanos += SECOND;
    if (isSweepDue) {
      sweeps++;
    }
    return snapshot();
  }

  private Snapshot snapshot() {
    return new Snapshot(
        Snapshot.VERSION,
        number,
        name,
        startMillis + upNanos / 1_000_000,
        upNanos,
        false,
        new ActorFigures(
            3,
            Map.of(Occupant.Phase.IDLE, 2L, Occupant.Phase.RUNNING, 1L),
            1,
            deepest.stream().mapToLong(ActorInfo::depth).sum(),
            deepest,
            slowest,
            START_MILLIS + sweeps * 1_000,
            5_000),
        List.of(dispatcher()),
        timers(),
        List.of(new ProcessFigures("sagas", processes())),
        new EventFigures(latestEvent, 0, 2, noted, latestEvent),
        deadLetters,
        findings);
  }

  private DispatcherFigures dispatcher() {
    return new DispatcherFigures(
        "default",
        "workers",
        64,
        refused,
        2,
        1,
        1,
        upNanos,
        new ReadyLatency(10, 2_000, 30_000, 40_000),
        List.of(
            new WorkerFigures(
                0,
                "default-0",
                executed,
                1,
                2,
                3,
                4,
                5,
                6,
                7,
                8,
                false,
                upNanos / 2,
                900,
                stuckNanos),
            new WorkerFigures(1, "default-1", 0, 0, 0, 0, 0, 1, 1, 0, 0, true, 0, 0, 0)));
  }

  private TimerFigures timers() {
    long tick = upNanos / 10_000_000;
    return new TimerFigures(
        name,
        SchedulerKind.WHEEL,
        ClockKind.HOST,
        DriverKind.HOST,
        driverStatus,
        "",
        new DriverStats(tick, tokens, catchUps, 0, 10, 100, 60_000, 2_000_000),
        10_000_000,
        tick,
        tick - 1,
        slots,
        4,
        1_000,
        0,
        new SchedulerMetrics(
            fired + 20,
            12,
            2,
            fired,
            fired,
            5,
            dropped,
            1_000_000,
            70_000,
            900_000,
            1,
            new Lateness(
                fired, 50_000, 900_000, 2_000_000, List.of(new Lateness.Bucket(50_000, fired)))));
  }

  private static ProcessStats processes() {
    return new ProcessStats(
        9, 4, 3, 1, 1, 0, 0, 77, 0, 0, Map.of(ProcessState.READY, 4L), 2, 80, 3, 1);
  }
}
