package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ManualClock;
import dev.tactus.time.Parker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Work that is little at any moment but does not end, on a clock that the test moves.
@Requirement({"W2", "W6"})
final class ExpeditionsTest {
  /// A turn takes so long here that eight of them are worth nothing to a thief.
  private static final long TURN_NANOS = 20;

  private static final int CONVERSATIONS = 8;

  private long turnNanos = TURN_NANOS;
  private final ManualClock clock = ManualClock.atZero();
  private final List<String> woken = new ArrayList<>();

  private final Crew crew =
      new Crew(
          PoolSettings.defaults()
              .withWorkers(2)
              .withHost(new WorkerHost(Thread::new, NotedParker::new, clock, () -> {})));
  private final Worker busy = crew.worker(0);
  private final Worker other = crew.worker(1);

  private final class NotedParker implements Parker {
    @Override
    public boolean park(long nanos) {
      return false;
    }

    @Override
    public void unpark() {
      woken.add("woken");
    }
  }

  /// A task that is ready again as soon as it has run, as one side of a conversation is.
  private final class Talk extends Task {
    @Override
    protected boolean run() {
      clock.advanceNanos(turnNanos);
      return true;
    }
  }

  private void fill(int conversations) {
    for (int i = 0; i < conversations; i++) {
      Task talk = new Talk();
      assertThat(talk.enters()).isTrue();
      busy.push(talk);
    }
  }

  private void work(Worker worker, long nanos) {
    long end = clock.nanos() + nanos;
    while (clock.nanos() < end) {
      Task task = worker.next();
      assertThat(task).isNotNull();
      run(worker, task);
    }
  }

  private static void run(Worker worker, @Nullable Task task) {
    if (task != null) {
      worker.run(task);
    }
  }

  private void sleepNow(Worker worker) {
    worker.beginIdle();
    assertThat(crew.idle.tryBeginSearch()).isTrue();
    boolean unused = worker.fallAsleep(true);
  }

  /// Lets the turn time be known, with nothing that waits.
  private void learnTurnTime() {
    fill(1);
    work(busy, 1_000_000);
  }

  @Test
  void look_backlogLasts_wakesASleeperThatTakesHalf() {
    learnTurnTime();
    fill(CONVERSATIONS - 1);
    sleepNow(other);
    work(busy, Expeditions.LASTING_NANOS / 2);
    assertThat(woken).as("it may go away by itself").isEmpty();
    assertThat(other.thief.search(false)).as("too little to steal").isNull();

    work(busy, Expeditions.LASTING_NANOS);

    assertThat(woken).hasSize(1);
    int before = busy.waiting();
    assertThat(other.thief.search(false)).isNotNull();
    assertThat(busy.waiting()).isEqualTo(before - before / 2);
    assertThat(crew.expeditions.isAllowed(clock.nanos())).isTrue();
  }

  @Test
  void look_aSecondTaskNeverEnds_sharesItThoughItIsWorthLessThanAWakeUp() {
    turnNanos = 10_000; // two of them together are worth less than a wake-up
    learnTurnTime();
    fill(1);
    sleepNow(other);

    work(busy, 10 * Expeditions.LASTING_NANOS);

    assertThat(woken).hasSize(1);
    assertThat(other.thief.search(false)).isNotNull();
    assertThat(busy.waiting()).as("the one that it runs next").isEqualTo(1);
  }

  @Test
  void look_someTasksNeverEnd_sharesThemThoughTheyAreWorthLessThanAWakeUp() {
    turnNanos = 9_600; // 64 messages of 150 ns
    learnTurnTime();
    fill(3);
    sleepNow(other);

    work(busy, 10 * Expeditions.LASTING_NANOS);

    assertThat(woken).hasSize(1);
    assertThat(other.thief.search(false)).isNotNull();
    assertThat(busy.waiting()).as("half of them").isEqualTo(2);
  }

  @Test
  void look_oneTaskThatNeverEnds_leavesTheSleeperAlone() {
    turnNanos = 10_000;
    learnTurnTime();
    sleepNow(other);

    work(busy, 10 * Expeditions.LASTING_NANOS);

    assertThat(woken).isEmpty();
    assertThat(other.isAsleep()).isTrue();
    assertThat(other.thief.search(false)).isNull();
  }

  @Test
  void look_oneConversation_leavesTheSleeperAlone() {
    learnTurnTime();
    sleepNow(other);

    work(busy, 10 * Expeditions.LASTING_NANOS);

    assertThat(woken).isEmpty();
    assertThat(other.thief.search(false)).isNull();
  }

  @Test
  void look_muchWaits_leavesItToWhatItIsWorth() {
    learnTurnTime();
    fill(100);
    sleepNow(other);
    woken.clear(); // while so many came, the length of a turn may have been overestimated

    work(busy, 10 * Expeditions.LASTING_NANOS);

    assertThat(woken).isEmpty();
  }

  @Test
  void search_lessWaitsThanIsWorthAWakeUp_leavesItWhereItIs() {
    learnTurnTime();
    fill(200);
    work(busy, Expeditions.LASTING_NANOS / 2);
    assertThat(other.thief.search(false)).as("200 turns of 20 ns").isNull();

    turnNanos = 20 * TURN_NANOS;
    work(busy, 1_000_000);

    assertThat(other.thief.search(false)).as("200 turns of 400 ns").isNotNull();
  }

  @Test
  void beginIdle_soonAfterAnExpedition_pausesLongerEachTime() {
    learnTurnTime();
    fill(CONVERSATIONS - 1);
    work(busy, 2 * Expeditions.LASTING_NANOS);

    long[] pauses = new long[3];
    for (int i = 0; i < pauses.length; i++) {
      run(other, takeAllBut(other.thief.search(false)));
      other.beginIdle();
      long failed = clock.nanos();
      assertThat(crew.expeditions.isAllowed(failed)).isFalse();
      while (!crew.expeditions.isAllowed(clock.nanos())) {
        work(busy, 10_000);
      }
      pauses[i] = clock.nanos() - failed;
      other.endIdle();
      fill(CONVERSATIONS / 2);
      work(busy, 2 * Expeditions.LASTING_NANOS);
    }

    assertThat(pauses[1]).isGreaterThan(pauses[0]);
    assertThat(pauses[2]).isGreaterThan(pauses[1]);
  }

  /// Empties the deque of the other worker, so that it has nothing but this.
  private @Nullable Task takeAllBut(@Nullable Task task) {
    assertThat(task).isNotNull();
    while (other.hasWaiting()) {
      Task unused = other.takeOldest();
    }
    return null;
  }

  @Test
  void ended_afterALongStay_forgetsThePauses() {
    Expeditions expeditions = new Expeditions(0);
    expeditions.ended(0, 10);
    expeditions.ended(0, 10);
    expeditions.ended(0, 1_000_000_000);
    expeditions.ended(2_000_000_000, 2_000_000_010);

    assertThat(expeditions.isAllowed(2_000_000_010)).isFalse();
    assertThat(expeditions.isAllowed(2_001_000_010)).as("the first pause again").isTrue();
  }
}
