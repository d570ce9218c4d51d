package dev.tactus.scheduler;

import static dev.tactus.scheduler.VirtualScheduler.TICK_NANOS;
import static dev.tactus.scheduler.VirtualScheduler.ticks;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One thread moves virtual time, and everything is due at its own.
@Requirement("S5.1")
@Timeout(60)
final class AdvanceTest {
  private static final Executor OWN_THREAD = task -> Thread.ofPlatform().daemon().start(task);

  private final VirtualScheduler virtual = VirtualScheduler.start();
  private final List<Long> fired = new ArrayList<>();

  private void noteAt(int tick) {
    virtual.once(tick, () -> fired.add(virtual.clock.nanos() / TICK_NANOS));
  }

  private CompletableFuture<Long> advancedElsewhere(long ticks) {
    return CompletableFuture.supplyAsync(() -> virtual.scheduler.advance(ticks(ticks)), OWN_THREAD);
  }

  private static @Nullable Throwable failureOf(CompletableFuture<?> future) {
    try {
      Object result = future.get(30, TimeUnit.SECONDS);
      throw new AssertionError("was not refused, but gave " + result);
    } catch (Exception e) {
      return e.getCause();
    }
  }

  @Test
  void advance_byAnotherThreadWhileATaskRuns_isRefusedAndMovesNothing() {
    List<@Nullable Throwable> refused = new ArrayList<>();
    virtual.once(1, () -> refused.add(failureOf(advancedElsewhere(1_000))));
    for (int tick = 200; tick <= 600; tick += 200) {
      noteAt(tick);
    }
    virtual.advanceTicks(1);
    assertThat(virtual.clock.nanos()).isEqualTo(TICK_NANOS);
    assertThat(refused)
        .singleElement()
        .isInstanceOfSatisfying(
            IllegalStateException.class,
            error -> assertThat(error).hasMessageContainingAll("another thread", "[TAC-0109]"));
    virtual.advanceTicks(1_000);
    assertThat(fired).containsExactly(200L, 400L, 600L);
    virtual.close();
  }

  @Test
  void advance_byAnotherThreadBetweenTwoTicks_isRefused() {
    List<@Nullable Throwable> refused = new ArrayList<>();
    noteAt(1);
    virtual.scheduler.advance(ticks(1), () -> refused.add(failureOf(advancedElsewhere(1))));
    assertThat(refused).hasSizeGreaterThan(1).hasOnlyElementsOfType(IllegalStateException.class);
    assertThat(virtual.clock.nanos()).isEqualTo(TICK_NANOS);
    assertThat(fired).containsExactly(1L);
    virtual.close();
  }

  @Test
  void advance_byTheSameThreadBetweenTwoTicks_movesOn() {
    noteAt(3);
    virtual.scheduler.advance(
        ticks(1),
        () -> {
          if (virtual.clock.nanos() == 0) {
            virtual.advanceTicks(5);
          }
        });
    assertThat(fired).containsExactly(3L);
    virtual.close();
  }

  @Test
  void advance_byAnotherThreadAfterwards_isFine() throws Exception {
    noteAt(2);
    virtual.advanceTicks(1);
    assertThat(advancedElsewhere(1).get(30, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(fired).containsExactly(2L);
    virtual.close();
  }

  @Test
  @Requirement("S3.3")
  void close_whileAnotherThreadAdvances_waitsUntilThatHasStopped() throws Exception {
    CountDownLatch isBetween = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    for (int tick = 1; tick <= 100; tick++) {
      noteAt(tick);
    }
    CompletableFuture<Long> advanced =
        CompletableFuture.supplyAsync(
            () ->
                virtual.scheduler.advance(
                    ticks(100),
                    () -> {
                      isBetween.countDown();
                      await(goOn);
                    }),
            OWN_THREAD);
    await(isBetween);
    virtual.scheduler.registerOnClose(goOn::countDown, OnClosePriority.USER);
    CloseReport report = virtual.scheduler.shutdown();
    assertThat(report.forced()).isFalse();
    assertThat(report.cancelled()).isEqualTo(100);
    assertThat(advanced.get(30, TimeUnit.SECONDS)).as("after the stop").isZero();
    assertThat(fired).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
