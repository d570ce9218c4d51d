package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ManualClock;
import dev.tactus.time.host.HostClock;
import dev.tactus.time.wheel.Intake;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Numbers are the order of registration, whether they come from a counter or from the clock.
@Requirement("S1.2")
final class NumberingTest {
  private static final int LANES = 4;
  private static final int SHARE_MIN = 16;

  /// What a scheduler has to number its timers.
  private static final class Lab {
    final TickEngine engine = new LincheckEngine().engine;
    final Intake intake = new Intake(2);
    final SchedulerCounters counters = new SchedulerCounters(LANES);
    final Numbering numbering;
    final Quota quota;
    final Entrance entrance;

    Lab(Clock clock, int limit) {
      numbering = new Numbering(intake, counters.lanes, clock);
      SchedulerSettings settings = SchedulerSettings.defaults().withSystemQuota(limit);
      quota = new Quota(settings, numbering, counters, new EventStream(), SHARE_MIN);
      entrance = new Entrance(intake, numbering, quota);
    }

    Timer timer() {
      return new Timer(engine, 1_000, 1, () -> {}, Scheduler.DIRECT);
    }

    long draw() {
      Timer timer = timer();
      long turn = numbering.draw(timer);
      while (turn == Numbering.NONE) {
        quota.share();
        turn = numbering.draw(timer);
      }
      return timer.id();
    }

    boolean tryTake() {
      try {
        long unused = entrance.take(timer(), false, false);
        return true;
      } catch (QuotaExceededException e) {
        return false;
      }
    }
  }

  private static final int PLENTY = 100_000_000;
  private static final int CHANGES = 2_000;

  @Test
  void draw_afterEachChangeOfTheKind_isMoreThanBefore() {
    Lab lab = new Lab(new StrictClock(), PLENTY);
    List<Long> drawn = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 300; j++) {
        drawn.add(lab.draw());
      }
      lab.quota.number(i % 2 == 0);
      assertThat(lab.numbering.isByClock()).isEqualTo(i % 2 == 0);
    }
    assertThat(drawn).isSorted().doesNotHaveDuplicates();
    assertThat(drawn.getFirst()).isEqualTo(1);
    assertThat(lab.numbering.given()).isEqualTo(drawn.size());
  }

  @Test
  void draw_whileOneThreadRegisters_hasNoGaps() {
    Lab lab = new Lab(new StrictClock(), PLENTY);
    for (long expected = 1; expected <= 5_000; expected++) {
      assertThat(lab.draw()).isEqualTo(expected);
    }
  }

  @Test
  void draw_beyondTheShareOfAnEpoch_goesOnWithAnother() {
    int limit = SHARE_MIN * (LANES + 1) * 8;
    Lab lab = new Lab(new StrictClock(), limit);
    lab.quota.number(true);
    assertThat(lab.numbering.isByClock()).isTrue();
    int taken = 0;
    while (lab.tryTake()) {
      taken++;
    }
    assertThat(taken).as("as many as the quota lets in").isEqualTo(limit);
    assertThat(lab.counters.lanes.drawn()).as("in several shares").isGreaterThan(limit / 2);
    assertThat(lab.numbering.isByClock()).as("too little is free to be shared").isFalse();
    assertThat(lab.quota.taken()).isEqualTo(limit);
  }

  @Test
  @Requirement("S4.5")
  void draw_underPressure_isByCount() {
    Lab lab = new Lab(new StrictClock(), PLENTY);
    lab.quota.number(true);
    lab.quota.pressure(true);
    assertThat(lab.numbering.isByClock()).isFalse();
    lab.quota.number(true);
    assertThat(lab.numbering.isByClock()).as("the limit may change soon").isFalse();
    lab.quota.pressure(false);
    lab.quota.number(true);
    assertThat(lab.numbering.isByClock()).isTrue();
  }

  @Test
  void number_byAThreadWithoutALane_isOfTheSameOrder() throws Throwable {
    Lab lab = new Lab(new StrictClock(), PLENTY);
    lab.quota.number(true);
    long before = lab.draw();
    long[] elsewhere = new long[2];
    NoLane.run(
        () -> {
          elsewhere[0] = lab.draw();
          elsewhere[1] = lab.draw();
        });
    assertThat(before).isLessThan(elsewhere[0]);
    assertThat(elsewhere[0]).isLessThan(elsewhere[1]);
    assertThat(elsewhere[1]).isLessThan(lab.draw());
    assertThat(lab.numbering.given()).isEqualTo(4);
  }

  @Test
  void judgement_onAClockThatDoesNotTellAnOrder_isNeverDue() {
    ManualClock clock = ManualClock.atZero();
    Lab lab = new Lab(clock, PLENTY);
    clock.advanceNanos(1_000_000_000);
    assertThat(lab.numbering.isJudgementDue(clock.nanos())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void judgement_ofOneAndOfTwoBusyThreads_isForTheClockWithTwo(boolean byClock) throws Exception {
    StrictClock clock = new StrictClock();
    Lab lab = new Lab(clock, PLENTY);
    lab.quota.number(byClock);
    drawHere(lab, 50_000);
    clock.advanceNanos(20_000_000);
    assertThat(lab.numbering.isJudgementDue(clock.nanos())).isTrue();
    assertThat(lab.numbering.isClockWorthIt(clock.nanos())).isFalse();

    drawHere(lab, 50_000);
    Thread other = withALaneOfItsOwn(() -> drawHere(lab, 50_000));
    other.start();
    other.join();
    clock.advanceNanos(20_000_000);
    assertThat(lab.numbering.isClockWorthIt(clock.nanos())).isTrue();

    clock.advanceNanos(20_000_000);
    assertThat(lab.numbering.isClockWorthIt(clock.nanos())).as("nobody registers").isFalse();
  }

  /// Another one than that of this thread has.
  private static Thread withALaneOfItsOwn(Runnable step) {
    Thread thread = Thread.ofPlatform().unstarted(step);
    while ((thread.threadId() - Thread.currentThread().threadId()) % LANES == 0) {
      thread = Thread.ofPlatform().unstarted(step);
    }
    return thread;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void judgement_whereThreadsWithoutALaneAreBusy_isForCount(boolean byClock) throws Throwable {
    StrictClock clock = new StrictClock();
    Lab lab = new Lab(clock, PLENTY);
    lab.quota.number(byClock);
    drawHere(lab, 50_000);
    NoLane.run(() -> drawHere(lab, 50_000));
    clock.advanceNanos(20_000_000);
    assertThat(lab.numbering.isClockWorthIt(clock.nanos())).as("they would share a lock").isFalse();
  }

  @Test
  @Requirement("S4.7")
  void draw_onAClockThatThrows_isNotCounted() {
    StrictClock clock = new StrictClock();
    Lab lab = new Lab(clock, PLENTY);
    lab.quota.number(true);
    assertThat(lab.draw()).isPositive();
    clock.failure = new StackOverflowError("for a test");
    assertThatThrownBy(lab::draw).isSameAs(clock.failure);
    assertThatThrownBy(() -> lab.quota.number(false)).isSameAs(clock.failure);
    clock.failure = null;

    assertThat(lab.numbering.isByClock()).as("goes on as it was").isTrue();
    assertThat(lab.numbering.given()).isEqualTo(1);
    assertThat(lab.draw()).isPositive();
    assertThat(lab.quota.taken()).isEqualTo(2);
  }

  private static void drawHere(Lab lab, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(lab.tryTake()).isTrue();
    }
  }

  /// Threads that draw while the kind of numbers changes all the time, on the host's clock: whoever
  /// begins after another has ended has the greater number, and no number comes twice.
  @Test
  @Requirement({"S1.2", "S4.1"})
  void draw_onRealThreadsWhileTheKindChanges_isInTheOrderOfTime() throws Exception {
    Clock clock = HostClock.instance().tellsOrder() ? HostClock.instance() : new StrictClock();
    Lab lab = new Lab(clock, PLENTY);
    AtomicLong highestEnded = new AtomicLong();
    AtomicLong changes = new AtomicLong();
    AtomicBoolean stop = new AtomicBoolean();
    List<FutureTask<List<Long>>> drawing = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      FutureTask<List<Long>> task =
          new FutureTask<>(
              () -> {
                List<Long> mine = new ArrayList<>();
                while (mine.size() < 20_000 || changes.get() < CHANGES) {
                  long before = highestEnded.get();
                  long number = lab.draw();
                  if (number <= before) {
                    throw new AssertionError(number + " was drawn after " + before);
                  }
                  highestEnded.accumulateAndGet(number, Math::max);
                  mine.add(number);
                }
                return mine;
              });
      drawing.add(task);
      Thread.Builder builder = i == 2 ? Thread.ofVirtual() : Thread.ofPlatform();
      Thread unused = builder.start(task);
    }
    Thread changing =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!stop.get()) {
                    lab.quota.number(changes.incrementAndGet() % 2 == 0);
                    Thread.onSpinWait();
                  }
                });
    Set<Long> all = new HashSet<>();
    int drawn = 0;
    try {
      for (FutureTask<List<Long>> task : drawing) {
        drawn += task.get().size();
        all.addAll(task.get());
      }
    } finally {
      stop.set(true);
      changing.join();
    }
    assertThat(all).as("no number comes twice").hasSize(drawn);
    assertThat(lab.numbering.given()).isEqualTo(drawn);
    assertThat(lab.counters.lanes.drawn()).as("some were drawn by the clock").isPositive();
    assertThat(lab.numbering.counted()).as("and some by count").isPositive();
  }

  @Test
  @Requirement({"S4.1", "S4.5"})
  void take_onRealThreadsWhileTheKindChanges_letsInAsManyAsTheQuota() throws Exception {
    int limit = 40_000;
    for (int round = 0; round < 40; round++) {
      Lab lab = new Lab(new StrictClock(), limit);
      AtomicLong taken = new AtomicLong();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int n = 0; n < limit / 2; n++) {
                        if (lab.tryTake()) {
                          taken.incrementAndGet();
                        }
                      }
                    }));
      }
      for (int i = 0; threads.stream().anyMatch(Thread::isAlive); i++) {
        lab.quota.number(i % 2 == 0);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      while (lab.tryTake()) {
        taken.incrementAndGet();
      }
      assertThat(taken.get()).isEqualTo(limit);
    }
  }
}
