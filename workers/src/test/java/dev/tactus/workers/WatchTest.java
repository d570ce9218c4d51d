package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Parker;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The sleeper that keeps watch, on a clock that its own waiting moves.
@Requirement({"W2", "W6"})
final class WatchTest {
  private static final long WATCH_NANOS = 1_000;
  private static final int PARKS_MAX = 40;

  private final ManualClock clock = ManualClock.atZero();
  private final List<Long> parks = new ArrayList<>();
  private final List<Parker> unparked = new ArrayList<>();
  private Runnable duringPark = () -> {};
  private boolean isStackUsedUp;
  private Error whenUsedUp = new StackOverflowError("as if");

  private final Crew crew =
      new Crew(
          PoolSettings.defaults()
              .withWorkers(2)
              .withIdle(IdleSettings.DEFAULT.withWatchNanos(WATCH_NANOS))
              .withHost(new WorkerHost(Thread::new, MovingParker::new, clock, () -> {})));
  private final Worker busy = crew.worker(0);
  private final Worker sleeper = crew.worker(1);

  private final class MovingParker implements Parker {
    @Override
    public boolean park(long nanos) {
      parks.add(nanos);
      if (parks.size() > PARKS_MAX) {
        throw new IllegalStateException("nobody woke it");
      }
      duringPark.run();
      clock.advanceNanos(Math.min(nanos, 1_000_000));
      return false;
    }

    @Override
    public void unpark() {
      unparked.add(this);
      if (isStackUsedUp) {
        throw whenUsedUp;
      }
    }
  }

  private void sleep() {
    new Watch(sleeper, crew).sleep(sleeper.fallAsleep(false));
  }

  /// The other worker gets a task, and begins one turn.
  private void beginTurn() {
    busy.run(queued(TestTask.idle(0)));
  }

  /// So that even the slot is worth waking for.
  private void makeTurnsLong() {
    clock.advanceNanos(1_000_000_000);
    busy.beginIdle();
    beginTurn();
    busy.beginIdle();
  }

  private static Task queued(Task task) {
    assertThat(task.enters()).isTrue();
    return task;
  }

  @Test
  void sleep_nothingWaitsAtTheBusyWorker_looksLessAndLessOften() {
    assertThatThrownBy(this::sleep).hasMessage("nobody woke it");

    assertThat(parks.subList(0, 6)).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 8_000L, 8_000L);
  }

  @Test
  void sleep_taskWaitsBehindALongTurn_wakes() {
    busy.push(queued(TestTask.idle(1)));

    sleep();

    assertThat(parks).hasSize(1);
    assertThat(sleeper.isAsleep()).isFalse();
    assertThat(crew.idle.searching()).as("it searches now").isEqualTo(1);
  }

  @Test
  void sleep_slotIsFullButTurnsAreShort_sleepsOn() {
    busy.push(queued(TestTask.idle(1)));
    duringPark =
        () -> {
          for (int i = 0; i < 100; i++) {
            beginTurn();
          }
        };

    assertThatThrownBy(this::sleep).hasMessage("nobody woke it");
    assertThat(parks.subList(0, 4))
        .as("the next turn may be a long one")
        .containsExactly(1_000L, 2_000L, 2_000L, 2_000L);
  }

  @Test
  void sleep_manyWaitAndTurnsBecameLong_wakes() {
    duringPark =
        () -> {
          beginTurn();
          if (parks.size() == 3) {
            for (int i = 0; i < 20; i++) {
              busy.push(queued(TestTask.idle(i)));
            }
          }
        };

    sleep();

    assertThat(parks.size()).isEqualTo(3);
  }

  @Test
  void sleep_taskInTheGlobalQueue_wakes() {
    duringPark =
        () -> {
          if (parks.size() == 2) {
            crew.global.push(queued(TestTask.idle(1)));
          }
        };

    sleep();

    assertThat(parks.size()).isEqualTo(2);
  }

  @Test
  void sleep_allAsleepForLong_sleepsWithoutLimitUntilCalled() {
    boolean isFirst = sleeper.fallAsleep(false);
    crew.idle.announce(0, false); // the other one sleeps, too
    Watch watch = new Watch(sleeper, crew);
    assertThatThrownBy(() -> watch.sleep(isFirst)).hasMessage("nobody woke it");

    assertThat(parks.subList(0, 8)).doesNotContain(Long.MAX_VALUE);
    assertThat(parks.get(8)).isEqualTo(Long.MAX_VALUE);
    assertThat(parks.get(9)).as("keeps watch again for a while").isEqualTo(WATCH_NANOS);
  }

  @Test
  @Requirement("M2.5")
  void sleep_aloneButWithASpareWorker_keepsWatch() {
    Crew spared = new Crew(crew.settings.withWorkers(1).withSpareWorkers(1));
    Worker alone = spared.worker(0);
    Worker spare = spared.worker(1);
    duringPark =
        () -> {
          if (parks.size() == 1) {
            spared.addWorker();
            spare.push(queued(TestTask.idle(1)));
          }
        };

    new Watch(alone, spared).sleep(alone.fallAsleep(false));

    assertThat(alone.isAsleep()).isFalse();
  }

  @Test
  @Requirement("W9")
  void push_stackUsedUpWhileWaking_keepsTheTask() {
    assertThatPushKeepsTheTask();
  }

  @Test
  @Requirement("W9")
  void push_errorWhileWaking_keepsTheTask() {
    whenUsedUp = new NoClassDefFoundError("for want of stack once, and for ever since");
    assertThatPushKeepsTheTask();
  }

  private void assertThatPushKeepsTheTask() {
    sleeper.fallAsleep(false);
    isStackUsedUp = true;
    makeTurnsLong();
    Task task = queued(TestTask.idle(1));

    busy.push(task);

    assertThat(unparked).hasSize(1);
    isStackUsedUp = false;
    assertThat(busy.next()).isSameAs(task);
    assertThat(busy.next()).isNull();
    assertThat(unparked).as("woken after all").containsExactly(sleeper.parker, sleeper.parker);
  }

  @Test
  @Requirement("W9")
  void next_sleeperNotUnparkedButAsleepAgainMeanwhile_staysOnTheStackOfSleepers() {
    sleeper.fallAsleep(false);
    isStackUsedUp = true;
    makeTurnsLong();
    busy.push(queued(TestTask.idle(1)));
    isStackUsedUp = false;
    assertThat(sleeper.isAsleep()).as("goes on when its time is over").isFalse();
    sleeper.fallAsleep(true);
    assertThat(busy.next()).isNotNull();

    assertThat(busy.next()).isNull();

    assertThat(unparked).hasSize(2);
    assertThat(sleeper.isAsleep()).isTrue();
    assertThat(crew.idle.searching()).isZero();
    assertThat(crew.idle.sleeping()).isEqualTo(1);
  }

  @Test
  @Requirement("W9")
  void submit_fromOutsideStackUsedUpWhileWaking_isAccepted() {
    sleeper.fallAsleep(false);
    isStackUsedUp = true;

    assertThat(crew.submit(null, TestTask.idle(1))).isTrue();

    assertThat(unparked).hasSize(1);
    isStackUsedUp = false;
    assertThat(sleeper.isAsleep()).isFalse();
    assertThat(busy.next()).isNotNull();
    for (int i = 0; i < 100; i++) { // by then it has looked at the clock and the global queue
      beginTurn();
      assertThat(busy.next()).isNull();
    }
    assertThat(unparked).as("woken after all").hasSize(2);
  }

  @Test
  @Requirement("W9")
  void sleep_anotherWasNotUnparked_unparksIt() {
    Crew three = new Crew(crew.settings.withWorkers(3));
    boolean isFirst = three.worker(1).fallAsleep(false);
    three.worker(2).fallAsleep(false);
    isStackUsedUp = true;
    assertThat(three.submit(null, TestTask.idle(1))).isTrue();
    isStackUsedUp = false;
    duringPark =
        () -> {
          if (unparked.size() == 2) {
            three.worker(1).wake();
          }
        };

    new Watch(three.worker(1), three).sleep(isFirst);

    assertThat(unparked)
        .startsWith(three.worker(2).parker, three.worker(2).parker, three.worker(1).parker);
  }

  @Test
  @Requirement({"W6", "W9"})
  void submit_onlyWorkerWasNotUnparked_unparksIt() {
    for (Error error : List.of(whenUsedUp, new OutOfMemoryError("as if"))) {
      whenUsedUp = error;
      unparked.clear();
      Crew single = new Crew(crew.settings.withWorkers(1));
      single.worker(0).fallAsleep(false);
      isStackUsedUp = true;
      assertThat(single.submit(null, TestTask.idle(1))).isTrue();
      isStackUsedUp = false;
      assertThat(unparked).hasSize(1);

      assertThat(single.submit(null, TestTask.idle(2))).isTrue();

      assertThat(unparked).as("woken after all").hasSize(2);
      assertThat(single.submit(null, TestTask.idle(3))).isTrue();
      assertThat(unparked).as("once").hasSize(2);
    }
  }

  @Test
  @Requirement({"W6", "W9"})
  void push_twoWereNotUnparked_unparksBoth() {
    Crew three = new Crew(crew.settings.withWorkers(3));
    Worker first = three.worker(0);
    three.worker(1).fallAsleep(false);
    three.worker(2).fallAsleep(false);
    clock.advanceNanos(1_000_000_000);
    first.beginIdle();
    first.run(queued(TestTask.idle(0)));
    first.beginIdle(); // turns are long now
    isStackUsedUp = true;
    first.push(queued(TestTask.idle(1)));
    clock.advanceNanos(IdleWorkers.OVERDUE_NANOS + 1);
    first.push(queued(TestTask.idle(2)));
    assertThat(unparked).containsExactly(three.worker(2).parker, three.worker(1).parker);
    unparked.clear();

    assertThatThrownBy(three::unparkLate).isSameAs(whenUsedUp);
    isStackUsedUp = false;
    three.unparkLate();

    assertThat(unparked).contains(three.worker(1).parker, three.worker(2).parker);
    unparked.clear();
    three.unparkLate();
    assertThat(unparked).as("each once").isEmpty();
  }

  @Test
  @Requirement({"W6", "W9"})
  void submit_stackUsedUpAgainWhileUnparking_isRefusedAndRemembersTheSleeper() {
    assertThat(crew.lower(Crew.SAMPLE)).isTrue();
    sleeper.fallAsleep(false);
    isStackUsedUp = true;
    assertThat(crew.submit(null, TestTask.idle(1))).isTrue();
    clock.advanceNanos(1_000_000_000);
    crew.askForSample(clock.nanos());
    Task task = TestTask.idle(2);

    assertThatThrownBy(() -> crew.submit(null, task)).isSameAs(whenUsedUp);

    assertThat(crew.sampler.noted).as("measured").isNull();
    assertThat(crew.global.length()).isEqualTo(1);
    isStackUsedUp = false;
    assertThat(crew.submit(null, task)).isTrue();
    assertThat(unparked).hasSize(3);
  }

  /// As if the last one had fallen asleep while somebody submitted who had no stack to wake it.
  private void allSleepOverATask() {
    sleeper.fallAsleep(false);
    busy.fallAsleep(false);
    crew.global.push(queued(TestTask.idle(1)));
  }

  @Test
  @Requirement({"W6", "W10"})
  void close_allAsleepOverATask_wakes() {
    allSleepOverATask();

    crew.close(() -> {});

    assertThat(unparked).containsExactly(busy.parker);
  }

  @Test
  @Requirement("W6")
  void submit_allAsleepOverATask_wakes() {
    allSleepOverATask();

    assertThat(crew.submit(null, TestTask.idle(2))).isTrue();

    assertThat(unparked).containsExactly(busy.parker);
  }

  @Test
  void makeUp_nothingToMakeUpFor_wakesNobody() {
    sleeper.fallAsleep(false);

    crew.makeUp();

    assertThat(unparked).isEmpty();
  }

  @Test
  void sleep_allAsleepOverATask_wakes() {
    boolean isFirst = sleeper.fallAsleep(false);
    busy.fallAsleep(false);
    duringPark =
        () -> {
          if (parks.size() == 2) {
            crew.global.push(queued(TestTask.idle(1)));
          } else if (parks.size() == 4) {
            sleeper.wake();
          }
        };

    new Watch(sleeper, crew).sleep(isFirst);

    assertThat(unparked).containsExactly(busy.parker, sleeper.parker);
  }

  @Test
  @Requirement({"W6", "W9"})
  void submit_fromTheEndOfTheStack_wakesWhenAccepted() throws Exception {
    for (int i = 0; i < 100; i++) {
      Crew deep = new Crew(crew.settings);
      deep.worker(1).fallAsleep(false);
      boolean[] isIn = {false}; // written without a call
      Task task = TestTask.idle(1);
      int accepted =
          StackEnd.attempt(
              1_000, // since it first tries whether there is stack enough
              () -> {
                isIn[0] = isIn[0] || deep.submit(null, task);
                return isIn[0];
              });

      assertThat(accepted).isPositive();
      assertThat(deep.global.length()).isEqualTo(1);
      assertThat(deep.worker(1).isAsleep()).isFalse();
      assertThat(deep.idle.searching()).isEqualTo(1);
    }
  }

  @Test
  @Requirement({"W6", "W9"})
  void push_fromTheEndOfTheStack_keepsWhoIsWoken() throws Exception {
    for (int i = 0; i < 100; i++) {
      unparked.clear();
      Crew deep = new Crew(crew.settings);
      Worker owner = deep.worker(0);
      Worker woken = deep.worker(1);
      woken.fallAsleep(false);
      clock.advanceNanos(1_000_000_000);
      owner.beginIdle();
      owner.run(queued(TestTask.idle(0)));
      owner.beginIdle(); // turns are long now

      AtomicInteger pushed = new AtomicInteger();
      int accepted =
          StackEnd.attempt(
              () -> {
                if (woken.isAsleep() && unparked.isEmpty()) {
                  owner.push(TestTask.idle(pushed.incrementAndGet()));
                }
                return true;
              });

      assertThat(accepted).isPositive();
      assertThat(woken.isAsleep()).isFalse();
      assertThat(deep.idle.searching()).isEqualTo(1);
      deep.unparkLate();
      assertThat(unparked).isNotEmpty().containsOnly(woken.parker);
    }
  }

  @Test
  @Requirement("W9")
  void next_afterTasksWereStranded_findsThem() {
    Task older = TestTask.idle(1);
    Task newer = TestTask.idle(2);
    newer.next = older;
    busy.stranded.newest = newer;
    busy.stranded.isAny = true;

    assertThat(busy.next()).isSameAs(newer);
    assertThat(busy.next()).isSameAs(older);
    assertThat(busy.next()).isNull();
    assertThat(busy.stranded.newest).isNull();
  }

  @Test
  @Requirement("W9")
  void next_afterTasksWereLeftOnTheirWay_findsThem() {
    Task older = queued(TestTask.idle(1));
    Task newer = queued(TestTask.idle(2));
    busy.moved[0] = older;
    busy.moved[1] = newer;
    busy.stranded.isAny = true;

    assertThat(busy.next()).isSameAs(older);
    assertThat(busy.next()).isSameAs(newer);
    assertThat(busy.next()).isNull();
    assertThat(busy.moved).containsOnlyNulls();
  }

  @Test
  @Requirement("W9")
  void push_dequeFullAndTasksLeftOnTheirWay_losesNone() {
    Task left = queued(TestTask.idle(-1));
    busy.moved[0] = left;
    busy.stranded.isAny = true;
    int capacity = crew.settings.queues().dequeCapacity();
    for (int i = 0; i < capacity + 2; i++) {
      busy.push(queued(TestTask.idle(i)));
    }

    assertThat(Stream.generate(busy::next).takeWhile(Objects::nonNull))
        .hasSize(capacity + 3)
        .doesNotHaveDuplicates()
        .contains(left);
  }

  private void assertCalled() {
    assertThat(unparked).containsExactly(sleeper.parker);
    assertThat(crew.lower(Crew.UNWATCHED)).as("still unwatched").isFalse();
  }

  @Test
  void next_batchWhileNobodyWatches_callsTheWatcher() {
    crew.raiseUnwatched(sleeper);
    for (int i = 0; i < 4; i++) {
      crew.global.push(queued(TestTask.idle(i)));
    }

    assertThat(busy.next()).isNotNull();

    assertThat(busy.hasWaiting()).isTrue();
    assertCalled();
  }

  @Test
  void next_oneTaskWhileNobodyWatches_callsNobody() {
    crew.raiseUnwatched(sleeper);
    crew.global.push(queued(TestTask.idle(1)));

    assertThat(busy.next()).isNotNull();

    assertThat(unparked).isEmpty();
  }

  @Test
  void search_stealsABatchWhileNobodyWatches_callsTheWatcher() {
    for (int i = 0; i < 8; i++) {
      sleeper.push(queued(TestTask.idle(i)));
    }
    crew.raiseUnwatched(sleeper);

    assertThat(busy.thief.search(false)).isNotNull();

    assertThat(busy.hasWaiting()).isTrue();
    assertCalled();
  }

  @Test
  void run_wantsAnotherTurnWhileNobodyWatches_callsTheWatcher() {
    crew.raiseUnwatched(sleeper);

    busy.run(queued(TestTask.repeating(1, () -> true)));

    assertCalled();
  }

  @Test
  void submit_stackUsedUpInTheCallOfTheWatcher_callsItTheNextTime() {
    assertThat(crew.lower(Crew.SAMPLE)).isTrue();
    crew.raiseUnwatched(sleeper);
    isStackUsedUp = true;
    assertThatThrownBy(() -> crew.submit(busy, TestTask.idle(1))).isSameAs(whenUsedUp);
    isStackUsedUp = false;
    unparked.clear();
    assertThat(crew.submit(busy, TestTask.idle(2))).isTrue();
    assertCalled();
  }
}
