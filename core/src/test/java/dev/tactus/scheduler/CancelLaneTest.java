package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Who owns a lane, and what the ticking thread finds in it.
@Requirement({"S1.4", "S4.1"})
final class CancelLaneTest {
  private final TickEngine engine = new LincheckEngine().engine;
  private final CancelLane lane = new CancelLane();
  private final List<Timer> drained = new ArrayList<>();

  private Timer scheduled() {
    Timer timer = new Timer(engine, 1_000, 1, () -> {}, Scheduler.DIRECT);
    assertThat(timer.admit()).isTrue();
    return timer;
  }

  /// A timer that was left in the lane and cancelled then.
  private Timer left() {
    Timer timer = scheduled();
    assertThat(lane.tryPush(timer)).isTrue();
    cancel(timer);
    return timer;
  }

  private static void cancel(Timer timer) {
    assertThat(Timer.STATE.compareAndSet(timer, Timer.SCHEDULED, Timer.CANCELLED)).isTrue();
  }

  private void own() {
    assertThat(lane.tryOwn(Thread.currentThread())).isTrue();
  }

  @Test
  void tryPush_withoutAnOwner_isRefused() {
    assertThat(lane.tryPush(scheduled())).isFalse();
    assertThat(lane.isEmpty()).isTrue();
  }

  @Test
  void drain_moreThanAChunk_handsOverAllInTheirOrder() {
    own();
    List<Timer> all = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 700; i++) {
        all.add(left());
      }
      lane.drain(drained::add);
      assertThat(lane.isEmpty()).isTrue();
    }
    assertThat(drained).isEqualTo(all);
  }

  @Test
  void drain_ownerAboutToCancel_leavesTheTimerUntilItHas() {
    own();
    Timer first = left();
    Timer second = scheduled();
    assertThat(lane.tryPush(second)).isTrue();

    lane.drain(drained::add);
    assertThat(drained).containsExactly(first);
    assertThat(lane.isEmpty()).isFalse();

    cancel(second);
    lane.drain(drained::add);
    assertThat(drained).containsExactly(first, second);
    assertThat(lane.isEmpty()).isTrue();
  }

  @Test
  void drain_pushedButNeverCancelled_isForgottenWithTheNext() {
    own();
    assertThat(lane.tryPush(scheduled())).isTrue(); // as if the stack had ended here
    Timer next = left();

    lane.drain(drained::add);
    assertThat(drained).containsExactly(next);
    assertThat(lane.isEmpty()).isTrue();
  }

  @Test
  void isDrained_pushedButNotCancelledYet_untilItIs() {
    own();
    for (int i = 0; i < 600; i++) {
      Timer timer = scheduled();
      assertThat(lane.tryPush(timer)).isTrue();
      assertThat(lane.isDrained()).as("nothing to do for timer " + i).isTrue();

      cancel(timer);
      assertThat(lane.isDrained()).isFalse();

      lane.drain(drained::add);
      assertThat(lane.isDrained()).isTrue();
    }
    assertThat(drained).hasSize(600);
  }

  @Test
  void isDrained_oneBehindThatWasNeverCancelled_isFalse() {
    own();
    assertThat(lane.tryPush(scheduled())).isTrue();
    assertThat(lane.tryPush(scheduled())).isTrue();
    assertThat(lane.isDrained()).isFalse();

    lane.drain(drained::add);
    assertThat(lane.isDrained()).isTrue();
    assertThat(drained).isEmpty();
  }

  @Test
  void drain_timerThatRanFirst_isForgotten() {
    own();
    Timer timer = scheduled();
    assertThat(lane.tryPush(timer)).isTrue();
    timer.run();

    lane.drain(drained::add);
    assertThat(drained).isEmpty();
    assertThat(lane.isEmpty()).isTrue();
  }

  @Test
  void drain_consumerThrows_goesOnWithTheNext() {
    own();
    Timer first = left();
    Timer second = left();
    assertThatThrownBy(
            () ->
                lane.drain(
                    timer -> {
                      drained.add(timer);
                      throw new IllegalStateException("for a test");
                    }))
        .hasMessage("for a test");

    lane.drain(drained::add);
    assertThat(drained).containsExactly(first, second);
  }

  @Test
  void tryOwn_ownerAlive_isRefused() throws InterruptedException {
    CountDownLatch owned = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              own();
              owned.countDown();
              awaitQuietly(end);
            });
    other.start();
    owned.await();

    assertThat(lane.isFree()).isFalse();
    assertThat(lane.tryOwn(Thread.currentThread())).isFalse();

    end.countDown();
    other.join();
    own();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void tryOwn_ownerEnded_goesOnBehindWhatItHasLeft() throws InterruptedException {
    AtomicReference<Timer> firstLeft = new AtomicReference<>();
    Thread other =
        new Thread(
            () -> {
              own();
              firstLeft.set(left());
              lane.count(false);
            });
    other.start();
    other.join();

    own();
    Timer second = left();
    lane.count(true);

    lane.drain(drained::add);
    assertThat(drained).containsExactly(firstLeft.get(), second);
    assertThat(lane.cancelled).isEqualTo(1);
    assertThat(lane.withdrawn).isEqualTo(1);
  }

  @Test
  void ofThisThread_virtualThread_hasNone() throws InterruptedException {
    CancelLanes lanes = new CancelLanes(1);
    List<@Nullable CancelLane> found = new ArrayList<>();
    Thread.ofVirtual().start(() -> found.add(lanes.ofThisThread())).join();

    assertThat(found).containsExactly((CancelLane) null);
    assertThat(lanes.ofThisThread()).isNotNull();
  }

  /// Who shares the place of another thread has no lane, and cancels all the same.
  @Test
  void cancel_withAndWithoutALane_countsAndLeavesTheWheel() throws InterruptedException {
    try (VirtualScheduler lab = VirtualScheduler.start()) {
      List<Cancellable> timers = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        timers.add(
            lab.scheduler.scheduleOnce(VirtualScheduler.ticks(300), () -> {}, Scheduler.DIRECT));
      }
      lab.advanceTicks(2);
      assertThat(lab.scheduler.dump().activeSlots()).isEqualTo(1);
      timers.subList(0, 400).forEach(Cancellable::cancel);
      Thread.ofVirtual()
          .start(() -> timers.subList(400, 1_000).forEach(Cancellable::cancel))
          .join();
      assertThat(lab.scheduler.metrics().cancelled()).isEqualTo(1_000);
      assertThat(lab.scheduler.metrics().active()).isZero();

      lab.advanceTicks(1);
      assertThat(lab.scheduler.dump().activeSlots()).isZero();
    }
  }
}
