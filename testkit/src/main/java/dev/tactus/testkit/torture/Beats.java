package dev.tactus.testkit.torture;

import static dev.tactus.testkit.torture.Ledger.check;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.testkit.simulation.Scenario;
import dev.tactus.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Timers of every kind, set, replaced and cancelled at random, with a driver that stalls.
///
/// Checked are: none is early (S1); one that was cancelled or replaced never arrives, a single one
/// arrives once (S1, A6); beats at a fixed rate are as many as intervals have passed, however the
/// driver stalls (S2); beats with a fixed delay are never closer than that (S2); what was set does
/// arrive (liveness); nothing is left when the actor has ended (S1.4).
final class Beats implements Scenario {
  private static final int KEYS = 4;
  private static final int STEPS = 30;
  private static final int DELAY_MAX_MILLIS = 500;
  private static final Duration CALM = Duration.ofSeconds(3);

  private enum Kind {
    ONCE,
    FIXED_RATE,
    FIXED_DELAY
  }

  private sealed interface Message {}

  /// To set a timer.
  private record Begin(int key, Kind kind, Duration delay) implements Message {}

  /// To cancel one.
  private record Cancel(int key) implements Message {}

  /// A timer.
  ///
  /// @param number which of all timers
  private record Beat(int key, long number) implements Message {}

  /// What is known about a timer.
  private static final class Entry {
    private final long number;
    private final Kind kind;
    private final long delayNanos;
    private final long sinceNanos;
    private long latestNanos;
    private long runs;

    Entry(long number, Kind kind, Duration delay, long nowNanos) {
      this.number = number;
      this.kind = kind;
      this.delayNanos = delay.toNanos();
      this.sinceNanos = nowNanos;
      this.latestNanos = nowNanos;
    }
  }

  private final Map<Integer, Entry> entries = new HashMap<>();
  private @Nullable Simulation simulation;
  private long numbers;

  private Simulation simulation() {
    return Optional.ofNullable(simulation).orElseThrow();
  }

  @Override
  public void run(Simulation sim) {
    simulation = sim;
    long ownTimers = sim.system().scheduler().metrics().active();
    ActorRef<Message> metronome = sim.system().spawn("metronome", () -> metronome());
    for (int step = 0; step < STEPS; step++) {
      int key = sim.choose(KEYS);
      Kind kind = Kind.values()[sim.choose(Kind.values().length)];
      metronome.tell(
          sim.choose(4) == 0
              ? new Cancel(key)
              : new Begin(key, kind, Duration.ofMillis(1 + sim.choose(DELAY_MAX_MILLIS))));
      sim.advance(Duration.ofMillis(sim.choose(200)));
    }
    sim.heal();
    sim.advance(CALM);
    entries.values().forEach(this::requireBeats);
    sim.system().stop(metronome);
    sim.settle();
    long left = sim.system().scheduler().metrics().active() - ownTimers;
    check(left == 0, "%s timers outlived their actor", left);
  }

  private Actor<Message> metronome() {
    return (ctx, message) -> {
      switch (message) {
        case Begin begin -> begin(ctx, begin);
        case Cancel cancel -> {
          entries.remove(cancel.key());
          boolean unused = ctx.timers().cancel(cancel.key());
        }
        case Beat beat -> beat(ctx, beat);
      }
    };
  }

  private void begin(Context<Message> ctx, Begin begin) {
    Entry entry = new Entry(++numbers, begin.kind(), begin.delay(), simulation().nowNanos());
    Beat beat = new Beat(begin.key(), entry.number);
    switch (begin.kind()) {
      case ONCE -> ctx.timers().once(begin.key(), begin.delay(), beat);
      case FIXED_RATE -> ctx.timers().atFixedRate(begin.key(), begin.delay(), beat);
      case FIXED_DELAY -> ctx.timers().withFixedDelay(begin.key(), begin.delay(), beat);
    }
    if (entries.put(begin.key(), entry) != null) {
      simulation().sometimes(true, "a timer was replaced");
    }
  }

  private void beat(Context<Message> ctx, Beat beat) {
    Entry entry = entries.get(beat.key());
    check(entry != null, "timer %s arrived after it was cancelled", beat.number());
    if (entry == null) {
      return;
    }
    check(entry.number == beat.number(), "timer %s arrived after it was replaced", beat.number());
    long now = simulation().nowNanos();
    entry.runs += ctx.batch().orElseThrow().runs();
    switch (entry.kind) {
      case ONCE -> {
        check(entry.runs == 1, "a timer for once arrived %s times", entry.runs);
        check(now >= entry.sinceNanos + entry.delayNanos, "a timer came at %s, early", now);
      }
      case FIXED_RATE -> {
        long most = (now - entry.sinceNanos) / entry.delayNanos;
        check(entry.runs <= most, "%s beats after %s intervals", entry.runs, most);
        if (ctx.batch().orElseThrow().missedRuns() > 0) {
          simulation().sometimes(true, "beats were folded");
        }
      }
      case FIXED_DELAY ->
          check(
              now - entry.latestNanos >= entry.delayNanos,
              "a beat came %s ns after the one before, instead of %s",
              now - entry.latestNanos,
              entry.delayNanos);
    }
    entry.latestNanos = now;
  }

  /// Checks that everything arrived that was due a tick ago or earlier.
  private void requireBeats(Entry entry) {
    long tick = simulation().system().scheduler().resolution().toNanos();
    long past = simulation().nowNanos() - entry.sinceNanos - 2 * tick;
    long least =
        switch (entry.kind) {
          case ONCE -> 1;
          case FIXED_RATE -> past / entry.delayNanos;
          case FIXED_DELAY -> past < entry.delayNanos ? 0 : 1;
        };
    check(
        entry.runs >= least,
        "a timer %s of %s ns ran %s times, but %s were due",
        entry.kind,
        entry.delayNanos,
        entry.runs,
        least);
  }
}
