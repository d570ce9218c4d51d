package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/// A look at the counters in the middle of the end of a process, and an end in the middle of a
/// look.
@Requirement("P10")
final class ProcessCountersTest {
  private static final int STEPS = 40;
  private static final ExitReason DONE = new ExitReason.Done(null);

  private final ProcessLab lab = ProcessLab.start();
  private final ProcessCounters counters = new ProcessCounters();

  /// Before a look walks through the processes.
  private Runnable beforeTheWalk = () -> {};

  /// Before and after a process leaves the table.
  private Runnable aroundTheRemoval = () -> {};

  private final ProcessTable table = new ProcessTable(10, new Interrupted());

  /// A map that lets something else happen first.
  private final class Interrupted extends ConcurrentHashMap<Pid, ProcessTask> {
    private static final long serialVersionUID = 1L;

    @Override
    public Collection<ProcessTask> values() {
      beforeTheWalk.run();
      return super.values();
    }

    @Override
    public boolean remove(Object key, Object value) {
      aroundTheRemoval.run();
      boolean removed = super.remove(key, value);
      aroundTheRemoval.run();
      return removed;
    }
  }

  /// A process that has made its steps and waits.
  private ProcessTask waiting() {
    assertThat(table.takePlace()).isTrue();
    ProcessTask task = new ProcessTask(lab.system, table.nextPid(), 0);
    table.add(task);
    task.start(new Commands.Spawn(ProcessCountersTest::stepping, "run", null));
    lab.settle();
    assertThat(task.stepsMade()).isEqualTo(STEPS);
    return task;
  }

  private static Script stepping() {
    return new Script(
        (self, events, out) -> {
          if (self.steps < STEPS) {
            out.continues();
          } else {
            out.idle();
          }
        });
  }

  private ProcessStats stats() {
    return counters.stats(table, lab.pool.snapshot());
  }

  private static void assertThatNothingFalls(List<ProcessStats> looks) {
    assertThat(looks).extracting(ProcessStats::steps).isSorted();
    assertThat(looks).extracting(ProcessStats::started).isSorted();
    assertThat(looks).extracting(ProcessStats::done).isSorted();
  }

  @Test
  void stats_processEndsBeforeTheWalk_doNotFall() {
    ProcessTask task = waiting();
    List<ProcessStats> looks = new ArrayList<>();
    looks.add(stats());
    beforeTheWalk =
        () -> {
          beforeTheWalk = () -> {};
          counters.ended(table, task, DONE, true);
        };
    looks.add(stats());
    looks.add(stats());

    assertThatNothingFalls(looks);
    assertThat(looks).extracting(ProcessStats::steps).containsOnly((long) STEPS);
    assertThat(looks).extracting(ProcessStats::started).containsOnly(1L);
    assertThat(looks.getLast().done()).isEqualTo(1);
  }

  @Test
  void stats_inTheMiddleOfAnEnd_countNothingTwice() {
    ProcessTask first = waiting();
    ProcessTask second = waiting();
    List<ProcessStats> looks = new ArrayList<>();
    looks.add(stats());
    aroundTheRemoval = () -> looks.add(stats());
    counters.ended(table, first, DONE, true);
    looks.add(stats());
    counters.ended(table, second, new ExitReason.Terminated("enough"), true);
    looks.add(stats());

    assertThat(looks).hasSize(7);
    assertThatNothingFalls(looks);
    assertThat(looks).extracting(ProcessStats::steps).containsOnly(2L * STEPS);
    assertThat(looks).extracting(ProcessStats::started).containsOnly(2L);
    assertThat(looks).extracting(ProcessStats::done).containsExactly(0L, 0L, 0L, 1L, 1L, 1L, 1L);
    assertThat(looks.getLast().terminated()).isEqualTo(1);
  }

  @Test
  void stats_whileAPlaceIsTakenForTheNext_doNotFall() {
    counters.ended(table, waiting(), DONE, true);
    List<ProcessStats> looks = new ArrayList<>();
    looks.add(stats());
    assertThat(table.takePlace()).isTrue();
    looks.add(stats());
    ProcessTask next = new ProcessTask(lab.system, table.nextPid(), 0);
    looks.add(stats());
    table.add(next);
    looks.add(stats());
    counters.ended(table, next, DONE, false);
    looks.add(stats());

    assertThat(looks).extracting(ProcessStats::done).containsOnly(1L);
    assertThat(looks).extracting(ProcessStats::started).containsOnly(1L);
  }
}
