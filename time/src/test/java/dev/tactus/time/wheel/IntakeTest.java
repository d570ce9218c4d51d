package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tactus.requirement.Requirement;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IntakeTest {
  private final List<WheelEntry> drained = new ArrayList<>();

  private static TestEntry register(Intake intake) {
    TestEntry entry = TestEntry.unnumbered(10);
    long number = intake.number(entry);
    assertThat(entry.order()).isEqualTo(number);
    assertThat(intake.push(entry)).isTrue();
    return entry;
  }

  @Test
  @Requirement("S1.2")
  void number_oneAfterAnother_risesWithoutGapsFromOne() {
    Intake intake = new Intake(4);
    assertThat(intake.numbered()).isZero();
    for (long expected = 1; expected <= 5; expected++) {
      assertThat(intake.number(TestEntry.unnumbered(10))).isEqualTo(expected);
    }
    assertThat(intake.numbered()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  @Requirement("S1.2")
  void drain_pushedByOneThread_handsOverOldestFirstAndOnce(int stacks) {
    Intake intake = new Intake(stacks);
    assertThat(intake.hasNew()).isFalse();
    TestEntry first = register(intake);
    TestEntry second = register(intake);
    TestEntry third = register(intake);
    assertThat(intake.hasNew()).isTrue();

    assertThat(intake.drain(drained::add)).isEqualTo(3);
    assertThat(drained).containsExactly(first, second, third);
    assertThat(List.of(first, second, third)).allMatch(TestEntry::isLoose);
    assertThat(intake.hasNew()).isFalse();
    assertThat(intake.drain(drained::add)).isZero();
    TestEntry fourth = register(intake);
    assertThat(intake.drain(drained::add)).isEqualTo(1);
    assertThat(drained).containsExactly(first, second, third, fourth);
  }

  @Test
  void push_fromTheConsumer_comesWithTheNextDrain() {
    Intake intake = new Intake(1);
    TestEntry first = register(intake);
    List<TestEntry> pushed = new ArrayList<>();

    intake.drain(e -> pushed.add(register(intake)));
    assertThat(intake.drain(drained::add)).isEqualTo(1);
    assertThat(drained).isEqualTo(pushed).doesNotContain(first);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  @Requirement("S1.4")
  void withdraw_theNewestEntry_isNeverDrained(int stacks) {
    Intake intake = new Intake(stacks);
    TestEntry first = register(intake);
    TestEntry second = register(intake);
    assertThat(intake.withdraw(second)).isTrue();
    assertThat(second.isLoose()).isTrue();
    TestEntry third = register(intake);
    assertThat(intake.withdraw(third)).isTrue();
    assertThat(intake.withdraw(third)).as("it is out").isFalse();

    assertThat(intake.drain(drained::add)).isEqualTo(1);
    assertThat(drained).containsExactly(first);
    TestEntry fourth = register(intake);
    assertThat(intake.withdraw(fourth)).isTrue();
    assertThat(intake.hasNew()).isFalse();
    assertThat(third.order()).as("its number is gone").isLessThan(fourth.order());
  }

  @Test
  void withdraw_anEntryBelowAnother_leavesItIn() {
    Intake intake = new Intake(1);
    TestEntry first = register(intake);
    TestEntry second = register(intake);
    assertThat(intake.withdraw(first)).isFalse();
    assertThat(intake.drain(drained::add)).isEqualTo(2);
    assertThat(drained).containsExactly(first, second);
    assertThat(intake.withdraw(second)).as("it was drained").isFalse();
  }

  @Test
  void withdraw_afterSeal_leavesItIn() {
    Intake intake = new Intake(1);
    TestEntry entry = register(intake);
    intake.seal();
    assertThat(intake.withdraw(entry)).isFalse();
    assertThat(intake.drain(drained::add)).isEqualTo(1);
    assertThat(drained).containsExactly(entry);
  }

  /// A thread finds what it has pushed itself, and what one has that shares its stack.
  @Test
  void withdraw_byAnotherThread_worksOnASharedStack() throws InterruptedException {
    Intake intake = new Intake(2);
    for (int i = 0; i < 8; i++) {
      TestEntry entry = register(intake);
      boolean[] isOut = new boolean[1];
      Thread thread = new Thread(() -> isOut[0] = intake.withdraw(entry));
      boolean isShared = (thread.threadId() - Thread.currentThread().threadId()) % 2 == 0;
      thread.start();
      thread.join();
      assertThat(isOut[0]).isEqualTo(isShared);
      assertThat(intake.drain(drained::add)).isEqualTo(isShared ? 0 : 1);
    }
  }

  /// Threads whose stacks are drained in the other order: the wheel restores the order.
  @Test
  @Requirement("S1.2")
  void drain_intoTheWheelFromSeveralThreads_firesByNumber() throws InterruptedException {
    Intake intake = new Intake(16);
    for (int i = 0; i < 40; i++) {
      Thread thread = new Thread(() -> register(intake));
      thread.start();
      thread.join();
    }
    Wheel wheel = new Wheel(WheelSettings.DEFAULT, dropped -> {});
    intake.drain(wheel::insert);
    wheel.advanceTo(10, drained::add);

    assertThat(drained).hasSize(40);
    assertThat(drained).extracting(WheelEntry::order).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void push_afterSeal_isRefusedAndLeavesTheEntryAlone(int stacks) {
    Intake intake = new Intake(stacks);
    TestEntry accepted = register(intake);
    intake.seal();
    TestEntry refused = TestEntry.unnumbered(10);
    assertThat(intake.push(refused)).isFalse();
    assertThat(refused.isLoose()).isTrue();
    assertThat(intake.hasNew()).isTrue();

    assertThat(intake.drain(drained::add)).isEqualTo(1);
    assertThat(drained).containsExactly(accepted);
    assertThat(intake.hasNew()).isFalse();
    assertThat(intake.push(refused)).isFalse();
    assertThat(intake.drain(drained::add)).isZero();
  }

  @Test
  void push_afterSealByAnyThread_isRefused() throws InterruptedException {
    Intake intake = new Intake(8);
    intake.seal();
    List<Boolean> answers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Thread thread = new Thread(() -> answers.add(intake.push(TestEntry.unnumbered(10))));
      thread.start();
      thread.join();
    }
    assertThat(answers).hasSize(16).containsOnly(false);
  }

  @Test
  @Requirement("S6.5")
  void seal_withoutMemory_needsNone() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int stacks = 1 << 12;
    Intake intake = new Intake(stacks);
    new Intake(stacks).seal(); // what is loaded and linked on the first calls does not count
    long unused = threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    intake.seal();
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // The smallest object has 16 bytes; the measurement itself may cost a few of them.
    assertThat(allocated).isLessThan(stacks);
    assertThat(intake.push(TestEntry.unnumbered(10))).isFalse();
  }

  @Test
  void seal_twice_changesNothing() {
    Intake intake = new Intake(1);
    TestEntry first = register(intake);
    TestEntry second = register(intake);
    intake.seal();
    intake.seal();
    assertThat(intake.drain(drained::add)).isEqualTo(2);
    intake.seal();

    assertThat(drained).containsExactly(first, second);
    assertThat(intake.hasNew()).isFalse();
    assertThat(intake.drain(drained::add)).isZero();
  }

  @Test
  void intake_stacksNotAPowerOfTwo_isRefused() {
    for (int stacks : new int[] {-1, 0, 3, 12}) {
      assertThatThrownBy(() -> new Intake(stacks))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(stacks + " stacks")
          .hasMessageContaining("power of two");
    }
  }

  @Test
  @Requirement("S8.2")
  void drain_consumerThrows_nextDrainGoesOnWithTheEntryAfter() {
    Intake intake = new Intake(1);
    TestEntry first = register(intake);
    TestEntry second = register(intake);
    assertThatThrownBy(
            () ->
                intake.drain(
                    entry -> {
                      drained.add(entry);
                      throw new IllegalStateException("thrown by the consumer");
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(intake.hasNew()).isTrue();
    assertThat(intake.drain(drained::add)).isEqualTo(1);
    assertThat(drained).containsExactly(first, second);
    assertThat(intake.drained()).as("with the one that the consumer did not bear").isEqualTo(2);
  }
}
