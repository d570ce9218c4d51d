package dev.tactus.time.driver;

import dev.tactus.time.ManualClock;
import dev.tactus.time.Resolution;
import dev.tactus.time.TickScale;
import java.util.SplittableRandom;

/// One random life of a driver's hand-over: time, stalls, refusals, failures, pauses,
/// notifications.
///
/// The sink of the test fails when a tick comes twice or not at all. Everything else that can be
/// seen from outside is computed here a second time and compared.
final class HandOverCase {
  private static final class SinkFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SinkFailure() {
      super("sink", null, false, false);
    }
  }

  private final SplittableRandom random;
  private final ManualClock clock;
  private final TickScale scale;
  private final long startTick;
  private final RecordingSink sink;
  private final TickHandOver handOver = new TickHandOver();

  private boolean suspended;
  private boolean refusedLast;
  private long notified;
  private long refusals;
  private long catchUps;

  private HandOverCase(long seed) {
    random = new SplittableRandom(seed);
    long origin = random.nextInt(4) == 0 ? Long.MAX_VALUE - 10_000_000_000L : random.nextLong();
    clock = ManualClock.at(origin);
    scale = new TickScale(origin, new Resolution(random.nextLong(10_000, 20_000_000)));
    passTime();
    startTick = scale.tickAt(clock.nanos());
    sink = new RecordingSink(startTick);
    handOver.attach(sink, clock, scale);
  }

  static void run(long seed) {
    HandOverCase life = new HandOverCase(seed);
    for (int step = 0; step < 60; step++) {
      life.act();
      life.compare();
    }
    life.flush();
  }

  private void act() {
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> passTime();
      case 3 -> {
        handOver.notifyTick();
        notified++;
      }
      case 4 -> {
        suspended = !suspended;
        if (suspended) {
          handOver.suspend();
        } else {
          handOver.resume();
        }
      }
      default -> handOverOnce();
    }
  }

  private void passTime() {
    long ticks = random.nextInt(16) == 0 ? random.nextInt(100_000) : random.nextInt(3);
    clock.advanceNanos(ticks * scale.resolution().nanos() + random.nextInt(10_000));
  }

  private void handOverOnce() {
    long now = scale.tickAt(clock.nanos());
    long owed = now - sink.lastTick();
    boolean offered = owed > 0 && !suspended;
    boolean refuses = offered && random.nextInt(4) == 0;
    boolean fails = offered && !refuses && random.nextInt(8) == 0;
    sink.refusing(refuses ? 1 : 0);
    if (fails) {
      sink.whileAccepting(
          t -> {
            throw new SinkFailure();
          });
    }
    long due = now - random.nextInt(4);
    long handed = handOver(due, fails);
    check(handed == (offered && !refuses && !fails ? owed : 0), "handed over " + handed);
    if (offered && refuses) {
      refusals++;
      refusedLast = true;
    } else if (offered && !fails) {
      refusedLast = false;
      check(sink.lastTick() == now, "not back within a tick of now");
      boolean late = Math.clamp(due, now - owed + 1, now) < now;
      catchUps += late ? 1 : 0;
      check((sink.tokens.getLast().mode() == TickMode.CATCH_UP) == late, "wrong mode");
    }
    if (!suspended && !refuses && !fails) {
      notified = 0;
    }
  }

  private long handOver(long due, boolean fails) {
    try {
      return handOver.handOver(due, random.nextBoolean());
    } catch (SinkFailure e) {
      check(fails, "failed although the sink did not");
      return 0;
    }
  }

  private void compare() {
    long behind = scale.tickAt(clock.nanos()) - sink.lastTick();
    long pending = Math.max(refusedLast ? behind : 0, notified);
    DriverStatus expected =
        suspended
            ? new DriverStatus.Suspended()
            : pending > 0 ? new DriverStatus.Backpressured(pending) : new DriverStatus.Ok();
    check(handOver.status().equals(expected), handOver.status() + " instead of " + expected);
    check(handOver.handedTick() == sink.lastTick(), "another last tick");
    check(handOver.notifiedTicks() == notified, "another number of notifications");
    DriverStats stats = handOver.stats();
    check(stats.ticks() == sink.lastTick() - startTick, "another number of ticks");
    check(stats.tokens() == sink.tokens.size(), "another number of tokens");
    check(stats.refusals() == refusals, "another number of refusals");
    check(stats.catchUps() == catchUps, "another number of catch-ups");
  }

  private void flush() {
    long owed = scale.tickAt(clock.nanos()) - sink.lastTick();
    int refused = owed > 0 ? random.nextInt(3) : 0;
    sink.refusing(refused);
    for (int i = 0; i < refused; i++) {
      check(handOver.flush().equals(new DriverStatus.Flushed(0, owed)), "flush while refused");
    }
    DriverStatus.Flushed done = new DriverStatus.Flushed(owed, 0);
    check(handOver.flush().equals(done), "flush");
    passTime();
    check(handOver.flush().equals(done), "second flush");
    check(handOver.status().equals(done), "status after the flush");
  }

  private static void check(boolean holds, String claim) {
    if (!holds) {
      throw new AssertionError(claim);
    }
  }
}
