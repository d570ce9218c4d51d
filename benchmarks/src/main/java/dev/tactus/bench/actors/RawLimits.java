package dev.tactus.bench.actors;

import dev.tactus.bench.actors.Latencies.Stamp;
import dev.tactus.bench.actors.Stretch.Size;
import dev.tactus.bench.actors.contenders.Cores;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jctools.queues.varhandle.MpscLinkedVarHandleQueue;
import org.jspecify.annotations.Nullable;

/// What the machine itself needs for the steps that an actor runtime is made of, so that one sees
/// what is left. Shown beside the contenders under the name `raw`, and never compared with.
///
/// A limit is not always one: a runtime that keeps both ends on one core passes no cache line.
final class RawLimits {
  static final String NAME = "raw";

  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);

  /// In the middle of an array, so that nothing else shares its cache line.
  private static final int LINE_LONGS = 16;

  /// So much faster than anything with actors that the rows' own sizes would be too small.
  private static final Size SIZE = new Size(1_000, 100_000_000);

  private RawLimits() {}

  /// What is measured beside each row, by the row's metric.
  static Map<String, String> byMetric() {
    return Map.of(
        Throughput.PING_PONG_1.metric(),
        "a cache line between two cores",
        Throughput.PING_PONG_8.metric(),
        "queue offer + poll, each core its own",
        Throughput.COUNTING.metric(),
        "queue from thread to thread",
        Throughput.ASK_ONE.metric(),
        "park/unpark there and back",
        Throughput.TELL_1.metric(),
        "getAndSet, 1 thread",
        Throughput.TELL_2.metric(),
        "getAndSet, 2 threads",
        Throughput.TELL_4.metric(),
        "getAndSet, 4 threads",
        WakeUpWorkload.P50_METRIC,
        "unpark of a thread",
        WakeUpWorkload.P99_METRIC,
        "unpark of a thread");
  }

  /// The limit beside a row; empty if there is none, or none on a single core.
  static Optional<Workload> of(Throughput row) {
    return switch (row) {
      case PING_PONG_1 -> Cores.count() > 1 ? Optional.of(RawLimits::cacheLine) : Optional.empty();
      case PING_PONG_8 -> Optional.of(RawLimits::ownQueues);
      case COUNTING -> Optional.of(RawLimits::queueBetweenThreads);
      case ASK_ONE -> Optional.of(RawLimits::parkAndUnpark);
      case TELL_1 -> Optional.of(size -> exchanges(1, size));
      case TELL_2 -> Optional.of(size -> exchanges(2, size));
      case TELL_4 -> Optional.of(size -> exchanges(4, size));
      default -> Optional.empty();
    };
  }

  /// The limit beside a row, to be prepared and timed; empty as with [#of].
  static Optional<TimedRow> timed(Throughput row, Mode mode) {
    return of(row).map(limit -> new TimedRow(() -> limit, SIZE, Stretch.of(mode), row::inUnit));
  }

  /// A number that two threads raise in turn.
  private static long cacheLine(int rounds) throws Exception {
    long[] cells = new long[2 * LINE_LONGS];
    inThreads(
        2,
        thread -> {
          for (long turn = thread; turn < 2L * rounds; turn += 2) {
            while ((long) CELLS.getVolatile(cells, LINE_LONGS) != turn) {
              Thread.onSpinWait();
            }
            CELLS.setVolatile(cells, LINE_LONGS, turn + 1);
          }
        });
    Finish.check("turns", 2L * rounds, cells[LINE_LONGS]);
    return 2L * rounds;
  }

  private static long ownQueues(int messages) throws Exception {
    inThreads(
        Cores.count(),
        _ -> {
          MpscLinkedVarHandleQueue<Object> queue = new MpscLinkedVarHandleQueue<>();
          int polled = 0;
          for (int i = 0; i < messages; i++) {
            queue.offer(Signal.TICK);
            polled += queue.poll() == null ? 0 : 1;
          }
          Finish.check("messages polled", messages, polled);
        });
    return (long) messages * Cores.count();
  }

  private static long queueBetweenThreads(int messages) throws Exception {
    MpscLinkedVarHandleQueue<Object> queue = new MpscLinkedVarHandleQueue<>();
    inThreads(
        2,
        thread -> {
          for (int i = 0; i < messages; i++) {
            if (thread == 0) {
              queue.offer(Signal.TICK);
            } else {
              while (queue.poll() == null) {
                Thread.onSpinWait();
              }
            }
          }
        });
    return messages;
  }

  private static long exchanges(int threads, int size) throws Exception {
    long[] cells = new long[2 * LINE_LONGS];
    int each = size / threads;
    inThreads(
        threads,
        thread -> {
          long seen = 0;
          for (int i = 0; i < each; i++) {
            seen |= (long) CELLS.getAndSet(cells, LINE_LONGS, (long) thread + 1);
          }
          Finish.check("values that nobody wrote", 0, seen & -8L);
        });
    return (long) each * threads;
  }

  /// Two threads that wake each other in turn.
  private static long parkAndUnpark(int rounds) throws Exception {
    long[] cells = new long[2 * LINE_LONGS];
    Thread here = Thread.currentThread();
    FutureTask<?> there = new FutureTask<>(() -> wakeInTurn(cells, 1, rounds, here), null);
    Thread partner = Thread.ofPlatform().name("raw-partner").start(there);
    wakeInTurn(cells, 0, rounds, partner);
    there.get();
    Finish.check("turns", 2L * rounds, cells[LINE_LONGS]);
    return rounds;
  }

  private static void wakeInTurn(long[] cells, int first, int rounds, Thread partner) {
    for (long turn = first; turn < 2L * rounds; turn += 2) {
      while ((long) CELLS.getVolatile(cells, LINE_LONGS) != turn) {
        LockSupport.park(cells);
      }
      CELLS.setVolatile(cells, LINE_LONGS, turn + 1);
      LockSupport.unpark(partner);
    }
  }

  /// As [WakeUpWorkload], with a thread instead of an actor.
  static void measureUnpark(Mode mode, Results results) throws Exception {
    int leadIn = WakeUpWorkload.LEAD_IN;
    Latencies latencies = unparkLatencies(leadIn + WakeUpWorkload.count(mode));
    results.sample(WakeUpWorkload.P50_METRIC, latencies.percentileMicros(0.5, leadIn));
    results.sample(WakeUpWorkload.P99_METRIC, latencies.percentileMicros(0.99, leadIn));
  }

  static Latencies unparkLatencies(int count) throws Exception {
    Latencies latencies = new Latencies(count);
    AtomicReference<@Nullable Stamp> letter = new AtomicReference<>();
    FutureTask<?> sleeping = new FutureTask<>(() -> sleep(latencies, letter, count), null);
    Thread sleeper = Thread.ofPlatform().name("raw-sleeper").start(sleeping);
    for (int i = 0; i < count; i++) {
      HostTime.sleepNanos(WakeUpWorkload.PAUSE_NANOS);
      while (letter.get() != null) {
        Thread.onSpinWait(); // the one before was not even taken; the machine is busy
      }
      letter.set(Stamp.now(i));
      LockSupport.unpark(sleeper);
    }
    sleeping.get();
    return latencies;
  }

  private static void sleep(
      Latencies latencies, AtomicReference<@Nullable Stamp> letter, int count) {
    for (int taken = 0; taken < count; ) {
      Stamp stamp = letter.getAndSet(null);
      if (stamp == null) {
        LockSupport.park(letter);
      } else {
        latencies.arrived(stamp);
        taken++;
      }
    }
  }

  /// Does it in that many threads at the same time; each is told its number.
  private static void inThreads(int threads, IntConsumer work)
      throws InterruptedException, ExecutionException {
    List<FutureTask<?>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      FutureTask<?> task = new FutureTask<>(() -> work.accept(number), null);
      tasks.add(task);
      Thread.ofPlatform().name("raw-" + i).start(task);
    }
    for (FutureTask<?> task : tasks) {
      task.get();
    }
  }
}
