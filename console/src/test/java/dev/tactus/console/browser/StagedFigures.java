package dev.tactus.console.browser;

import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.observe.ActorFigures;
import dev.tactus.observe.DispatcherFigures;
import dev.tactus.observe.EventFigures;
import dev.tactus.observe.Finding;
import dev.tactus.observe.FindingKind;
import dev.tactus.observe.ProcessFigures;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.TimerFigures;
import dev.tactus.observe.WorkerFigures;
import dev.tactus.process.ProcessState;
import dev.tactus.process.ProcessStats;
import dev.tactus.scheduler.Lateness;
import dev.tactus.scheduler.SchedulerKind;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.time.ClockKind;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.DriverStats;
import dev.tactus.workers.ReadyLatency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The snapshots of the staged shop: each one follows from its number alone.
final class StagedFigures {
  /// The 15th of November 2026, 10:00 UTC.
  static final long START_MILLIS = 1_794_736_800_000L;

  static final long SECOND = 1_000_000_000L;
  static final int SLOTS = 512;

  private static final long UP_BEFORE_SECONDS = 93_784;
  private static final Wave FIRED = new Wave(6_400, 3_200, 4);
  private static final Wave OVERFLOW = new Wave(14, 22, 1);
  private static final Wave STEPS = new Wave(5_100, 2_900, 3);
  private static final Wave STARTS = new Wave(130, 90, 1);
  private static final Wave NO_RECIPIENT = new Wave(2.2, 3, 3);

  private StagedFigures() {}

  static Snapshot snapshot(long step) {
    return new Snapshot(
        Snapshot.VERSION,
        step,
        "shop",
        millis(step),
        (UP_BEFORE_SECONDS + step) * SECOND,
        step % 40 > 27,
        actors(step),
        List.of(dispatcher("default", 4, step), dispatcher("blocking", 2, step)),
        timers(step),
        List.of(new ProcessFigures("sagas", processes(step))),
        new EventFigures(
            81_200 + 40 * step,
            0,
            3,
            Map.of("DeadLetter", step / 3, "Failed", step / 11, "Restarted", step / 11),
            StagedEvents.latest(step)),
        Map.of(
            DeadLetterReason.OVERFLOW, 4_210 + OVERFLOW.total(step),
            DeadLetterReason.NO_RECIPIENT, 388 + NO_RECIPIENT.total(step),
            DeadLetterReason.SHUTDOWN, 12L),
        findings(step));
  }

  static long millis(long step) {
    return START_MILLIS + 1_000 * step;
  }

  private static ActorFigures actors(long step) {
    return new ActorFigures(
        StagedActors.total() + (long) new Wave(240, 220, 5).at(step),
        StagedActors.byState(step),
        1,
        (long) new Wave(1_900, 900, 2).at(step) + 23 * step,
        StagedActors.deepest(step),
        StagedActors.slowest(step),
        millis(step - step % 5),
        184_000_000);
  }

  private static DispatcherFigures dispatcher(String id, int workers, long step) {
    List<WorkerFigures> all = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      all.add(worker(id, i, step));
    }
    boolean isDefault = id.equals("default");
    return new DispatcherFigures(
        id,
        "Workers",
        isDefault ? 64 : 1,
        0,
        (long) new Wave(isDefault ? 46 : 4, isDefault ? 70 : 6, workers).at(step),
        (int) (step % 2),
        (int) all.stream().filter(WorkerFigures::isAsleep).count(),
        (UP_BEFORE_SECONDS + step) * SECOND,
        new ReadyLatency(
            1_000 * step,
            isDefault ? 11_000 + 500 * (step % 9) : 640_000,
            isDefault
                ? (long) new Wave(212_000, 120_000, 2).at(step)
                : (long) new Wave(9_400_000, 5_000_000, 3).at(step),
            isDefault ? 3_100_000 : 41_000_000),
        all);
  }

  private static WorkerFigures worker(String id, int number, long step) {
    boolean isDefault = id.equals("default");
    boolean isStuck = !isDefault && number == 1;
    double phase = number * 1.9 + (isDefault ? 0 : 9);
    Wave busy = isStuck ? new Wave(0.998, 0.002, 1) : new Wave(isDefault ? 0.58 : 0.3, 0.42, phase);
    Wave turns = new Wave(isDefault ? 19_000 : 160, isDefault ? 16_000 : 120, phase * 0.5);
    Wave steals = new Wave(isDefault ? 120 : 2, isDefault ? 260 : 6, phase + 1);
    Wave parks = new Wave(isDefault ? 60 : 9, isDefault ? 130 : 14, phase + 2);
    double busyTotal = 0;
    for (long at = 1; at <= step; at++) {
      busyTotal += Math.min(1, busy.at(at));
    }
    return new WorkerFigures(
        number,
        id + "-" + number,
        9_000_000 + (isStuck ? 0 : turns.total(step)),
        40_000 + steals.total(step),
        160_000 + 4 * steals.total(step),
        70_000 + 31 * step,
        12,
        90_000 + (isStuck ? 0 : parks.total(step)),
        90_000 + (isStuck ? 0 : parks.total(step)),
        step / 11,
        (int) new Wave(isDefault ? 9 : 2, isDefault ? 18 : 3, phase).at(step),
        !isStuck && busy.at(step) < 0.22,
        (long) (busyTotal * SECOND),
        isDefault ? 23_000 + 900 * (step % 7) : 5_100_000,
        isStuck ? (12 + step) * SECOND : 0);
  }

  private static TimerFigures timers(long step) {
    long tick = (UP_BEFORE_SECONDS + step) * 100;
    List<Integer> slots = new ArrayList<>();
    int position = (int) (tick % SLOTS);
    for (int slot = 0; slot < SLOTS; slot++) {
      int ahead = Math.floorMod(slot - position, SLOTS);
      double near = 900 * Math.exp(-ahead / 90.0);
      double burst = slot % 100 == 0 ? 700 : slot % 50 == 0 ? 240 : 0;
      double share = Wave.share(slot, 3);
      slots.add((int) (share < 0.2 ? burst : (near + burst + 60) * (0.4 + 0.6 * share)));
    }
    long fired = FIRED.total(step);
    return new TimerFigures(
        "shop",
        SchedulerKind.WHEEL,
        ClockKind.HOST,
        DriverKind.HOST,
        "Ok",
        "",
        new DriverStats(tick, tick - 14, 9 + step / 20, 0, 99.8, 100, 58_000, 2_900_000),
        10_000_000,
        tick,
        tick - (step % 13 == 0 ? 2 : 0),
        slots,
        (int) (612_000 + new Wave(9_000, 9_000, 2).at(step)),
        1_048_576,
        (long) new Wave(3, 6, 1).at(step),
        new SchedulerMetrics(
            51_000_000 + FIRED.total(step) + new Wave(300, 900, 2).total(step),
            742_000 + (long) new Wave(4_000, 3_000, 2).at(step),
            StagedJobs.SIZE,
            50_200_000 + fired,
            49_100_000 + fired,
            1_900_000 + 120 * step,
            0,
            2_000_000,
            (long) new Wave(90_000, 130_000, 6).at(step),
            1_900_000,
            step / 60,
            lateness(step)));
  }

  private static Lateness lateness(long step) {
    List<Lateness.Bucket> buckets = new ArrayList<>();
    long count = 0;
    for (int i = 0; i < 44; i++) {
      long upTo = Math.round(4_000 * Math.pow(2, i / 4.0));
      double bell = bell(i, 14, 6.8) + 0.22 * bell(i, 32, 2);
      double shifted = bell(i, 18, 6.2) + 0.3 * bell(i, 32, 2);
      long many = (long) (bell * 190_000 + shifted * 900 * step);
      count += many;
      buckets.add(new Lateness.Bucket(upTo, many));
    }
    return new Lateness(
        count,
        46_000 + 1_000 * (step % 7),
        (long) new Wave(1_050_000, 300_000, 1).at(step),
        7_900_000,
        buckets);
  }

  private static double bell(double at, double middle, double width) {
    return Math.exp(-Math.pow((at - middle) / width, 2));
  }

  private static ProcessStats processes(long step) {
    long alive = 12_400 + step % 90;
    long ready = 40 + step % 17;
    long blocked = 8_100 + 11 * (step % 31);
    return new ProcessStats(
        88_000 + STARTS.total(step),
        alive,
        74_000 + STARTS.total(step),
        41 + step / 9,
        1_300 + step,
        2,
        0,
        940_000 + STEPS.total(step),
        17,
        3,
        Map.of(
            ProcessState.READY,
            ready,
            ProcessState.RUNNING,
            3L,
            ProcessState.BLOCKED,
            blocked,
            ProcessState.IDLE,
            alive - ready - blocked - 3),
        310 + step % 70,
        940_000 + STEPS.total(step),
        15_000 + 12 * step,
        ready);
  }

  private static List<Finding> findings(long step) {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        finding(
            FindingKind.MAILBOX_GROWING,
            StagedActors.MAILER,
            "The mailbox grows by 23 messages a second and holds "
                + StagedActors.info(StagedActors.MAILER, step).depth()
                + ".",
            List.of(),
            0));
    findings.add(
        finding(
            FindingKind.BLOCKED_WORKER,
            "blocking-1",
            "One turn of the mailer has run for " + (12 + step) + " s.",
            List.of(
                "java.net.Socket$SocketInputStream.read(Socket.java:1099)",
                "com.example.shop.SmtpClient.await(SmtpClient.java:88)",
                "com.example.shop.Mailer.onInvoice(Mailer.java:41)"),
            0));
    if (step % 30 > 12) {
      findings.add(
          finding(
              FindingKind.DEAD_LETTER_FLOOD,
              "OVERFLOW",
              "More than 10 messages a second found a full mailbox.",
              List.of(),
              step - step % 30 + 13));
    }
    return findings;
  }

  private static Finding finding(
      FindingKind kind, String subject, String text, List<String> stack, long since) {
    return new Finding(
        kind.code(), kind.name(), subject, text, kind.remedy(), stack, millis(since));
  }
}
