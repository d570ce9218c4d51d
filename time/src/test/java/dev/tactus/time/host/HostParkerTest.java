package dev.tactus.time.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.ClockKind;
import dev.tactus.time.TestThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The real machine. A wake-up that is lost shows as a test that does not end.
@Requirement("S6.4")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class HostParkerTest {
  private static final long WAIT_NANOS = 20_000_000;

  private final HostParker parker = new HostParker();

  @Test
  void park_unparkedBefore_returnsAtOnce() {
    parker.unpark();
    parker.park(Long.MAX_VALUE);
  }

  @Test
  void park_unparkedBeforeByAnother_returnsAtOnce() throws InterruptedException {
    new TestThreads().with(parker::unpark).start().join();
    parker.park(Long.MAX_VALUE);
    new TestThreads().with(parker::unpark).start().join();
    parker.park(Long.MAX_VALUE);
  }

  @Test
  void park_unparkedTwiceBefore_isNotOwedForEver() {
    parker.unpark();
    parker.unpark();
    parker.park(Long.MAX_VALUE);
    parker.park(1);
    HostClock clock = HostClock.instance();
    long end = clock.nanos() + WAIT_NANOS;
    // It may return early for no reason, but with nothing left to spend it really waits.
    int waits = 0;
    while (clock.nanos() - end < 0 && waits < 100) {
      parker.park(WAIT_NANOS);
      waits++;
    }
    assertThat(clock.nanos() - end).isGreaterThanOrEqualTo(0);
  }

  @Test
  void park_zeroOrLess_returnsAtOnce() {
    parker.park(0);
    parker.park(-5);
  }

  @Test
  void park_timeHasPassed_returns() {
    parker.park(1);
  }

  @Test
  void park_interrupted_returnsTellsAndClearsTheInterrupt() {
    Thread.currentThread().interrupt();
    assertThat(parker.park(Long.MAX_VALUE)).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(parker.park(1)).isFalse();
  }

  @Test
  void park_interruptedAndUnparkedBefore_tellsOfTheInterrupt() {
    Thread.currentThread().interrupt();
    parker.unpark();
    assertThat(parker.park(Long.MAX_VALUE)).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void interrupt_whileTheOwnerWaits_endsTheWaitAndIsTold() throws InterruptedException {
    AtomicBoolean told = new AtomicBoolean();
    Thread owner = new Thread(() -> told.set(parker.park(Long.MAX_VALUE)));
    owner.start();
    awaitWaiting(owner);
    owner.interrupt();

    assertThat(owner.join(TestThreads.PATIENCE)).isTrue();
    assertThat(told).isTrue();
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void unpark_whileTheOwnerWaits_endsTheWait() throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread owner =
        new Thread(
            () -> {
              while (!over.get()) {
                parker.park(Long.MAX_VALUE);
              }
            });
    owner.start();
    awaitWaiting(owner);
    over.set(true);
    parker.unpark();

    assertThat(owner.join(TestThreads.PATIENCE)).isTrue();
  }

  /// Two threads in turn: each wake-up comes now before, now after the other has begun to wait.
  @Test
  void unpark_pingPong_losesNoWakeUp() throws InterruptedException {
    int rounds = 5_000;
    AtomicInteger turn = new AtomicInteger();
    HostParker other = new HostParker();
    TestThreads both =
        new TestThreads()
            .with(() -> play(rounds, turn, 0, parker, other))
            .with(() -> play(rounds, turn, 1, other, parker))
            .start();
    both.join();

    assertThat(turn.get()).isEqualTo(2 * rounds);
  }

  private static void play(
      int rounds, AtomicInteger turn, int mine, HostParker own, HostParker other) {
    for (int i = 0; i < rounds; i++) {
      while (turn.get() % 2 != mine) {
        own.park(Long.MAX_VALUE);
      }
      turn.incrementAndGet();
      other.unpark();
    }
  }

  @Test
  void clock_readTwice_doesNotGoBack() {
    HostClock clock = HostClock.instance();
    long first = clock.nanos();

    assertThat(clock.nanos() - first).isGreaterThanOrEqualTo(0);
    assertThat(clock.kind()).isEqualTo(ClockKind.HOST);
    assertThat(HostClock.instance()).isSameAs(clock);
  }
}
