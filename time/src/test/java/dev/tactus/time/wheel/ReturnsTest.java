package dev.tactus.time.wheel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@Requirement("S1.4")
final class ReturnsTest {
  private final Returns returns = new Returns();
  private final List<WheelEntry> drained = new ArrayList<>();

  private TestEntry push(long order) {
    TestEntry entry = TestEntry.once(order, 10);
    returns.push(entry);
    return entry;
  }

  @Test
  void drain_severalPushed_handsOverInTheOrderOfThePushes() {
    TestEntry first = push(7);
    TestEntry second = push(3);
    TestEntry third = push(5);
    assertThat(returns.isEmpty()).isFalse();

    returns.drain(drained::add);

    assertThat(drained).containsExactly(first, second, third);
    assertThat(List.of(first, second, third)).allMatch(TestEntry::isLoose);
    assertThat(returns.isEmpty()).isTrue();
  }

  @Test
  void drain_empty_handsOverNothing() {
    returns.drain(drained::add);

    assertThat(drained).isEmpty();
    assertThat(returns.isEmpty()).isTrue();
  }

  @Test
  void push_fromTheConsumer_comesWithTheNextDrain() {
    TestEntry first = push(1);
    TestEntry second = push(2);

    returns.drain(
        e -> {
          drained.add(e);
          returns.push(e);
        });
    assertThat(drained).containsExactly(first, second);
    returns.drain(drained::add);
    assertThat(drained).containsExactly(first, second, first, second);
  }

  @Test
  void push_whileTheEntryWaitsInTheWheel_leavesItWhereItIs() {
    Wheel wheel = new Wheel(WheelSettings.DEFAULT, dropped -> {});
    TestEntry entry = TestEntry.once(1, 10);
    wheel.insert(entry);
    wheel.insert(TestEntry.once(2, 10));

    returns.push(entry);
    assertThat(wheel.size()).isEqualTo(2);
    returns.drain(wheel::remove);

    assertThat(wheel.size()).isEqualTo(1);
    assertThat(entry.isLoose()).isTrue();
  }

  @Test
  void drain_consumerThrows_nextDrainGoesOnWithTheEntryAfter() {
    TestEntry first = push(1);
    TestEntry second = push(2);
    assertThatThrownBy(
            () ->
                returns.drain(
                    entry -> {
                      drained.add(entry);
                      throw new IllegalStateException("thrown by the consumer");
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(returns.isEmpty()).isFalse();
    returns.drain(drained::add);
    assertThat(drained).containsExactly(first, second);
  }

  @Test
  void drainInAnyOrder_severalPushed_handsOverEachOnce() {
    TestEntry first = push(7);
    TestEntry second = push(3);
    TestEntry third = push(5);

    returns.drainInAnyOrder(drained::add);

    assertThat(drained).containsExactlyInAnyOrder(first, second, third);
    assertThat(List.of(first, second, third)).allMatch(TestEntry::isLoose);
    assertThat(returns.isEmpty()).isTrue();
  }

  @Test
  void drainInAnyOrder_consumerThrows_nextDrainGoesOnWithTheRest() {
    TestEntry first = push(1);
    TestEntry second = push(2);
    TestEntry third = push(3);
    assertThatThrownBy(
            () ->
                returns.drainInAnyOrder(
                    entry -> {
                      drained.add(entry);
                      throw new IllegalStateException("thrown by the consumer");
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(returns.isEmpty()).isFalse();
    returns.drainInAnyOrder(drained::add);
    assertThat(drained).containsExactlyInAnyOrder(first, second, third);
  }
}
