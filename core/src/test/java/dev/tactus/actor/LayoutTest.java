package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where the virtual machine has put the fields that every message or cancellation touches.
final class LayoutTest {
  private static final long LINE = 64;

  /// How far what senders write is at least from what the owner touches.
  private static final long APART_MIN = 36;

  @ParameterizedTest
  @CsvSource({
    "dev.tactus.workers.Crew, signals",
    "dev.tactus.workers.ReadySampler, noted",
    "dev.tactus.workers.IdleWorkers, word",
    "dev.tactus.workers.GlobalQueue, pushed",
    "dev.tactus.workers.WorkDeque, top",
    "dev.tactus.workers.WorkDeque, bottom",
    "dev.tactus.workers.WorkDeque, ring",
    "dev.tactus.workers.WorkDeque, mask",
    "dev.tactus.workers.NextSlot, task",
    "dev.tactus.workers.Worker$Padded, slot",
    "dev.tactus.workers.Worker$Padded, announced",
    "dev.tactus.workers.Worker$Padded, oldestFirst",
    "dev.tactus.workers.Worker$Padded, crew",
    "dev.tactus.workers.Worker$Padded, stranded",
    "dev.tactus.workers.WorkerThread, worker",
    "dev.tactus.workers.WorkerThread, pool",
    "dev.tactus.dispatch.Dispatcher, workers",
    "dev.tactus.dispatch.Dispatcher, starvation",
    "dev.tactus.dispatch.StarvationWatch, watching",
    "dev.tactus.scheduler.CancelLane, pushed",
    "dev.tactus.scheduler.CancelLane, drained",
  })
  void offset_ofWhatEveryTurnReads_isALineFromBothEnds(String type, String field) throws Exception {
    SortedMap<Long, Field> fields = fieldsByOffset(Class.forName(type));
    long last = fields.lastKey();
    long offset = offsetOf(fields, field);
    assertThat(offset).as("bytes before %s", field).isGreaterThanOrEqualTo(LINE);
    assertThat(last - offset).as("bytes behind %s", field).isGreaterThanOrEqualTo(LINE);
  }

  /// A reference of the one may fill the gap behind a reference of the other.
  @ParameterizedTest
  @CsvSource({"drained, pushed", "drained, filling", "emptying, pushed", "emptying, filling"})
  void offset_ofWhatTheTickingThreadWrites_isALineFromWhatACancellerDoes(
      String ticking, String canceller) throws Exception {
    SortedMap<Long, Field> fields =
        fieldsByOffset(Class.forName("dev.tactus.scheduler.CancelLane"));
    assertThat(offsetOf(fields, ticking) - offsetOf(fields, canceller))
        .isGreaterThanOrEqualTo(LINE);
  }

  @Test
  void offset_ofWhatAnOwnerTouchesWithEachMessage_liesTogetherAndApartFromTheTail()
      throws Exception {
    Map<Long, Field> fields = fieldsByOffset(ActorCell.class);
    long tail = offsetOf(fields, "tail");
    List<Long> touched =
        Stream.of(
                "share",
                "thread",
                "head",
                "sole",
                "state",
                "system",
                "behavior",
                "gate",
                "annex",
                "latestType",
                "context")
            .map(name -> offsetOf(fields, name))
            .sorted()
            .toList();
    assertThat(touched.getLast() - touched.getFirst()).isLessThan(LINE);
    assertThat(touched.getFirst() - tail).isGreaterThanOrEqualTo(APART_MIN);
    assertThat(offsetOf(fields, "dispatcher") - tail)
        .as("what a sender needs to wake the actor")
        .isLessThan(APART_MIN);
  }

  /// The first of that name: a field of a class above lies before one below.
  private static long offsetOf(Map<Long, Field> fields, String name) {
    return fields.entrySet().stream()
        .filter(entry -> entry.getValue().getName().equals(name))
        .mapToLong(Map.Entry::getKey)
        .min()
        .orElseThrow(() -> new AssertionError("there is no field " + name));
  }

  private static SortedMap<Long, Field> fieldsByOffset(Class<?> type) throws Exception {
    // By reflection: the compiler warns of the class, and there is no other way to ask.
    Class<?> unsafe = Class.forName("sun.misc.Unsafe");
    Field instance = unsafe.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    Method objectFieldOffset = unsafe.getMethod("objectFieldOffset", Field.class);
    SortedMap<Long, Field> fields = new TreeMap<>();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Field field : instanceFields(c)) {
        fields.put((long) objectFieldOffset.invoke(instance.get(null), field), field);
      }
    }
    return fields;
  }

  private static List<Field> instanceFields(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .toList();
  }
}
