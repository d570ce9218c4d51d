package dev.tactus.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The deque on one thread.
@Requirement("W3")
final class WorkDequeTest {
  private static WorkDeque holding(int capacity, int count) {
    WorkDeque deque = new WorkDeque(capacity);
    for (int i = 0; i < count; i++) {
      assertThat(deque.push(TestTask.idle(i))).isTrue();
    }
    return deque;
  }

  private static int id(@Nullable Task task) {
    return task == null ? -1 : ((TestTask) task).id;
  }

  private static List<Integer> popped(WorkDeque deque) {
    List<Integer> ids = new ArrayList<>();
    for (Task task = deque.pop(); task != null; task = deque.pop()) {
      ids.add(id(task));
    }
    return ids;
  }

  @Test
  void pop_severalTasks_newestFirst() {
    assertThat(popped(holding(8, 5))).containsExactly(4, 3, 2, 1, 0);
  }

  @Test
  void steal_severalTasks_oldestFirst() {
    WorkDeque deque = holding(4, 3);

    assertThat(id(deque.steal())).isEqualTo(0);
    assertThat(id(deque.steal())).isEqualTo(1);
    assertThat(id(deque.steal())).isEqualTo(2);
    assertThat(deque.steal()).isNull();
    assertThat(deque.pop()).isNull();
  }

  @Test
  void renew_smallOrLarge_keepsTheTasksAndALargeRing() {
    for (int capacity : List.of(4, WorkDeque.RENEWED_MAX, 2 * WorkDeque.RENEWED_MAX)) {
      WorkDeque deque = holding(capacity, 3);
      @Nullable Task[] before = deque.ring;

      deque.renew();

      assertThat(deque.ring == before).isEqualTo(capacity > WorkDeque.RENEWED_MAX);
      assertThat(id(deque.steal())).isEqualTo(0);
      assertThat(popped(deque)).containsExactly(2, 1);
    }
  }

  @Test
  void push_full_refusedUntilOneIsTaken() {
    WorkDeque deque = holding(2, 2);

    assertThat(deque.push(TestTask.idle(2))).isFalse();
    assertThat(id(deque.steal())).isEqualTo(0);
    assertThat(deque.push(TestTask.idle(3))).isTrue();
    assertThat(popped(deque)).containsExactly(3, 1);
  }

  @Test
  void pushAndSteal_manyTimesAroundTheRing_keepOrder() {
    WorkDeque deque = new WorkDeque(4);
    int stolen = 0;
    for (int i = 0; i < 1_000; i++) {
      assertThat(deque.push(TestTask.idle(i))).isTrue();
      if (deque.size() == 3) {
        assertThat(id(deque.steal())).isEqualTo(stolen++);
      }
    }
    assertThat(popped(deque)).containsExactly(999, 998);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 1", "3, 2", "4, 2", "7, 4", "8, 4"})
  @Requirement("W4")
  void stealHalf_someTasks_takesTheOlderHalfRoundedUp(int waiting, int expected) {
    WorkDeque deque = holding(8, waiting);
    Task[] into = new Task[8];

    int count = deque.stealHalf(into);

    assertThat(count).isEqualTo(expected);
    assertThat(deque.size()).isEqualTo(waiting - expected);
    for (int i = 0; i < count; i++) {
      assertThat(id(into[i])).isEqualTo(i);
    }
  }

  @Test
  void stealHalf_littleRoom_takesWhatFits() {
    WorkDeque deque = holding(8, 8);

    assertThat(deque.stealHalf(new Task[3])).isEqualTo(3);
    assertThat(deque.size()).isEqualTo(5);
  }

  @Test
  void forget_afterTheft_taskCanBeCollected() {
    WorkDeque deque = new WorkDeque(4);
    WeakReference<Task> stolen = pushAndSteal(deque);

    deque.forget();

    assertThat(isCollected(stolen)).as("collected").isTrue();
  }

  @Test
  void pop_task_canBeCollected() {
    WorkDeque deque = holding(4, 1);
    assertThat(deque.push(TestTask.idle(1))).isTrue();
    WeakReference<Task> popped = new WeakReference<>(deque.pop());

    assertThat(isCollected(popped)).as("collected").isTrue();
    assertThat(deque.size()).isEqualTo(1);
  }

  private static WeakReference<Task> pushAndSteal(WorkDeque deque) {
    assertThat(deque.push(TestTask.idle(1))).isTrue();
    return new WeakReference<>(deque.steal());
  }

  private static boolean isCollected(WeakReference<Task> reference) {
    for (int i = 0; i < 20 && reference.get() != null; i++) {
      System.gc();
    }
    return reference.get() == null;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 3, 100})
  void create_capacityNotAPowerOfTwo_refused(int capacity) {
    assertThatThrownBy(() -> new WorkDeque(capacity))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("capacity " + capacity)
        .hasMessageContaining("power of two");
  }
}
