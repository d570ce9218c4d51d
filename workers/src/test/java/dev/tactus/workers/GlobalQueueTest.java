package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The global queue on one thread.
@Requirement("W4")
final class GlobalQueueTest {
  private static final int ROUNDS = 200;

  private final GlobalQueue queue = new GlobalQueue();

  private void offer(int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(queue.offer(TestTask.idle(i))).isTrue();
    }
  }

  private List<Integer> take(int max) {
    @Nullable Task[] into = new @Nullable Task[max];
    int count = queue.take(into, max);
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Task task = into[i];
      assertThat(task).isNotNull();
      assertThat(task.next).as("the link of a task that was taken").isNull();
      ids.add(((TestTask) task).id);
    }
    return ids;
  }

  @Test
  void take_someOfMany_oldestFirst() {
    offer(0, 5);

    assertThat(take(2)).containsExactly(0, 1);
    assertThat(queue.length()).isEqualTo(3);
    assertThat(take(9)).containsExactly(2, 3, 4);
    assertThat(queue.isEmpty()).isTrue();
    assertThat(take(1)).isEmpty();
  }

  @Test
  void take_emptiedAndFilledAgain_goesOn() {
    for (int round = 0; round < 10; round++) {
      offer(2 * round, 2 * round + 2);
      assertThat(take(1)).containsExactly(2 * round);
      assertThat(take(1)).containsExactly(2 * round + 1);
      assertThat(take(1)).isEmpty();
    }
  }

  @Test
  void take_sameTaskAgain_goesOn() {
    TestTask task = TestTask.idle(7);
    for (int round = 0; round < 10; round++) {
      assertThat(queue.offer(task)).isTrue();
      assertThat(take(1)).containsExactly(7);
    }
  }

  @Test
  void pushAll_severalTasks_keepTheirOrder() {
    offer(0, 1);
    queue.pushAll(new Task[] {TestTask.idle(1), TestTask.idle(2), TestTask.idle(3)}, 3);
    queue.push(TestTask.idle(4));

    assertThat(queue.length()).isEqualTo(5);
    assertThat(take(9)).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  @Requirement("W10")
  void offer_closed_refused() {
    offer(0, 1);
    queue.close();

    assertThat(queue.isClosed()).isTrue();
    assertThat(queue.offer(TestTask.idle(1))).isFalse();
    assertThat(queue.length()).isEqualTo(1);
    assertThat(take(9)).containsExactly(0);
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  @Requirement("W10")
  void push_closed_accepted() {
    queue.close();
    queue.push(TestTask.idle(3));

    assertThat(queue.length()).isEqualTo(1);
    assertThat(take(9)).containsExactly(3);
  }

  @Test
  @Requirement("W9")
  void offer_whereTheStackEnds_isInOrThrows() throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      GlobalQueue steep = new GlobalQueue();
      int accepted = StackEnd.attempt(() -> steep.offer(TestTask.idle(0)));

      assertThat(accepted).isPositive();
      assertThat(steep.length()).isEqualTo(accepted);
      assertThat(steep.take(new Task[accepted + 1], accepted + 1)).isEqualTo(accepted);
      assertThat(steep.isEmpty()).isTrue();
    }
  }

  @Test
  @Requirement("W10")
  @SuppressWarnings("NullAway") // what throws there is an error of the virtual machine otherwise
  void offer_thatThrows_isNotCounted() {
    assertThatThrownBy(() -> queue.offer(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> queue.push(null)).isInstanceOf(NullPointerException.class);

    assertThat(queue.isEmpty()).isTrue();
    offer(0, 2);
    assertThat(take(9)).containsExactly(0, 1);
  }
}
