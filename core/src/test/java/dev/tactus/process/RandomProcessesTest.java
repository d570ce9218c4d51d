package dev.tactus.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Processes that do anything at random, in virtual time: the books agree in the end, everybody who
/// ended was told of, and the same seed tells the same story.
@Requirement({"P3", "P5", "P6", "P7", "P9", "P10"})
final class RandomProcessesTest {
  private static final int SEEDS = 200;
  private static final int PROCESSES_MAX = 40;

  /// One run of a seed.
  private static final class Run {
    private final SplittableRandom random;
    private final StringBuilder story = new StringBuilder();
    private final Deque<CommandCall> open = new ArrayDeque<>();
    private final Map<Pid, Integer> exits = new HashMap<>();
    private final List<Wanderer> wanderers = new ArrayList<>();
    private final ProcessLab lab;

    Run(long seed) {
      random = new SplittableRandom(seed);
      CommandRegistry registry = CommandRegistry.create().register("wait", open::add);
      lab = ProcessLab.start(registry);
    }

    void spawn() {
      if (wanderers.size() < PROCESSES_MAX) {
        Wanderer wanderer = new Wanderer(this);
        wanderers.add(wanderer);
        Pid pid = lab.system.spawn(() -> wanderer, "run", null);
        lab.system
            .exitOf(pid)
            .thenAccept(
                reason -> {
                  exits.merge(pid, 1, Integer::sum);
                  story.append(pid).append(' ').append(reason.getClass().getSimpleName());
                  story.append('\n');
                });
      }
    }

    Pid anyPid() {
      return new Pid(1 + random.nextInt(wanderers.size() + 1));
    }

    void disturb() {
      switch (random.nextInt(8)) {
        case 0 -> spawn();
        case 1 -> quietly(() -> lab.system.terminate(anyPid(), "at random"));
        case 2 -> quietly(() -> lab.system.cancel(anyPid(), "at random"));
        case 3 -> quietly(() -> lab.system.complete(anyPid(), random.nextInt(4), "by tag"));
        case 4 -> lab.advance(Duration.ofMillis(10));
        default -> {
          CommandCall call = random.nextBoolean() ? open.pollFirst() : open.pollLast();
          if (call != null && random.nextInt(4) == 0) {
            call.fail(new IllegalStateException("at random"));
          } else if (call != null) {
            call.complete("answer");
          }
        }
      }
      for (int turns = random.nextInt(6); turns > 0 && lab.pool.step(); turns--) {
        story.append('.');
      }
    }

    private static void quietly(Runnable action) {
      try {
        action.run();
      } catch (ProcessException.UnknownPid gone) {
        // That one has ended, which happens when names are drawn by lot.
      }
    }

    String play() {
      for (int i = 0; i < 10; i++) {
        spawn();
      }
      for (int i = 0; i < 150; i++) {
        disturb();
      }
      CompletableFuture<StopReport> report = lab.system.stop(Duration.ofMillis(50));
      lab.advance(Duration.ofMillis(100));
      assertThat(report).isDone();
      check(report.join());
      return story.toString();
    }

    private void check(StopReport report) {
      ProcessStats stats = lab.system.stats();
      assertThat(report.stuck()).isZero();
      assertThat(lab.system.alive()).isZero();
      assertThat(stats.started()).isEqualTo(wanderers.size());
      assertThat(stats.done() + stats.crashed() + stats.terminated()).isEqualTo(stats.started());
      assertThat(stats.steps()).isEqualTo(wanderers.stream().mapToLong(w -> w.steps).sum());
      assertThat(exits).hasSize(wanderers.size()).allSatisfy((pid, n) -> assertThat(n).isOne());
      for (Wanderer wanderer : wanderers) {
        assertThat(wanderer.closes).isEqualTo(1);
        wanderer.notices.forEach(
            (pid, count) ->
                assertThat(count)
                    .as("notices of %s, one of them by a link that is trapped", pid)
                    .isLessThanOrEqualTo(wanderer.monitors.getOrDefault(pid, 0) + 1));
      }
      assertThat(lab.scheduler.metrics().active()).isZero();
    }
  }

  /// Does something at random in each step.
  private static final class Wanderer implements Process {
    private final Run run;
    private final Map<Pid, Integer> monitors = new HashMap<>();
    private final Map<Pid, Integer> notices = new HashMap<>();
    private int steps;
    private int closes;

    Wanderer(Run run) {
      this.run = run;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      context.trapExits(run.random.nextInt(4) == 0);
    }

    @Override
    public void step(Events events, StepOutput out) {
      steps++;
      while (!events.isEmpty() && run.random.nextInt(8) > 0) {
        Event event = events.next();
        run.story.append(event.getClass().getSimpleName()).append(' ');
        if (event instanceof Event.Exited(Pid pid, ExitReason reason)) {
          notices.merge(pid, 1, Integer::sum);
        }
      }
      SplittableRandom random = run.random;
      long tag = random.nextInt(4);
      out.withdraw(tag);
      Pid other = run.anyPid();
      switch (random.nextInt(14)) {
        case 0, 1, 2 -> out.yield(tag, Command.of("wait"));
        case 3 -> out.yield(tag, Commands.delay(Duration.ofMillis(1 + random.nextInt(40))));
        case 4, 5 -> out.send(other, "hello");
        case 6 -> {
          monitors.merge(other, 1, Integer::sum);
          out.yield(tag, Commands.monitor(other));
        }
        case 7 -> out.yield(tag, Commands.link(other));
        case 8 -> out.yield(tag, Commands.unmonitor(other));
        case 9 -> out.yield(tag, Command.of("unknown"));
        case 10 -> out.yield(tag, Commands.terminate(other, "by another"));
        case 11 -> {
          if (random.nextInt(4) == 0) {
            throw new IllegalStateException("at random");
          }
        }
        case 12 -> {
          if (random.nextInt(4) == 0) {
            out.done("enough");
          }
        }
        default -> {
          if (random.nextInt(3) == 0) {
            out.continues();
          }
        }
      }
    }

    @Override
    public void close() {
      closes++;
    }
  }

  @Test
  void anything_atRandom_theBooksAgreeAndTheStoryRepeats() {
    Long only = Long.getLong("tactus.seed");
    for (long seed = only == null ? 0 : only; seed < (only == null ? SEEDS : only + 1); seed++) {
      try {
        assertThat(new Run(seed).play()).isEqualTo(new Run(seed).play());
      } catch (RuntimeException | AssertionError failure) {
        throw new AssertionError(
            "Seed %d failed: %s%nRun it again: mvn -pl core test -Dtest=%s -Dtactus.seed=%d"
                .formatted(
                    seed, failure.getMessage(), RandomProcessesTest.class.getSimpleName(), seed),
            failure);
      }
    }
  }
}
