package dev.tactus.cli.demo;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.cli.demo.CollectorMessage.Reading;
import dev.tactus.cli.demo.CollectorMessage.Request;
import dev.tactus.scheduler.ExecutionBatch;
import dev.tactus.scheduler.QuotaExceededException;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// One device: sends a reading with every heartbeat, asks its collector now and then, and crashes
/// at random.
///
/// Threads: the turns of the actor.
final class Device implements Actor<DeviceMessage> {
  /// How long a device waits for an answer.
  static final Duration REPLY_TIMEOUT = Duration.ofSeconds(1);

  /// How many readings it sends at once when the network is back.
  static final int FLUSHED_READINGS = 64;

  private static final int CRASH_ONE_OF = 400;
  private static final int REQUEST_ONE_OF = 4;
  private static final String BEAT = "beat";
  private static final String REPLY = "reply";

  private final Fleet fleet;
  private final int number;
  private final ActorRef<CollectorMessage> collector;
  private final SplittableRandom random;
  private long requests;

  /// The request that has no answer yet; -1 for none.
  private long open = -1;

  /// When the next message of each timer was asked for, on the demo's own clock.
  private long beatDueNanos;

  private long replyDueNanos;

  /// @param incarnation how many instances there were before; the numbers of its requests begin
  ///   beyond theirs
  Device(Fleet fleet, int number, int incarnation) {
    this.fleet = fleet;
    this.number = number;
    this.collector = fleet.collectorOf(number);
    this.random = new SplittableRandom(fleet.seedOf(number, incarnation));
    this.requests = (long) incarnation << Integer.SIZE;
  }

  @Override
  public void started(Context<DeviceMessage> ctx) {
    Duration period = fleet.period();
    Duration first = Duration.ofNanos(random.nextLong(1, period.toNanos()));
    beatDueNanos = fleet.time().nanos() + first.toNanos();
    ctx.timers().atFixedRate(BEAT, first, period, DeviceMessage.Beat.ONE);
    fleet.counts.registered.increment();
    fleet.counts.instances.increment();
  }

  @Override
  public void receive(Context<DeviceMessage> ctx, DeviceMessage message) {
    switch (message) {
      case DeviceMessage.Beat _ -> beat(ctx);
      case DeviceMessage.Reply(long request) -> replied(ctx, request);
      case DeviceMessage.TimedOut _ -> {
        fleet.lateness(replyDueNanos);
        fleet.counts.timedOut.increment();
        open = -1;
      }
      case DeviceMessage.Flush _ -> {
        for (int i = 0; i < FLUSHED_READINGS; i++) {
          read();
        }
      }
    }
    fleet.counts.handled.increment();
  }

  private void beat(Context<DeviceMessage> ctx) {
    int runs = ctx.batch().map(ExecutionBatch::runs).orElseThrow();
    fleet.lateness(beatDueNanos);
    beatDueNanos += runs * fleet.period().toNanos();
    fleet.counts.beats.increment();
    fleet.counts.dueBeats.add(runs);
    if (random.nextInt(CRASH_ONE_OF) == 0) {
      fleet.counts.failed.increment();
      throw new DeviceCrash(number);
    }
    read();
    if (open < 0 && random.nextInt(REQUEST_ONE_OF) == 0 && !fleet.counts.isStopping()) {
      request(ctx);
    }
  }

  private void read() {
    fleet.tell(collector, new Reading(number, random.nextLong()));
  }

  private void request(Context<DeviceMessage> ctx) {
    long request = ++requests;
    replyDueNanos = fleet.time().nanos() + REPLY_TIMEOUT.toNanos();
    try {
      ctx.timers().once(REPLY, REPLY_TIMEOUT, new DeviceMessage.TimedOut(request));
      fleet.counts.registered.increment();
    } catch (QuotaExceededException e) {
      fleet.counts.refused.increment(); // the system is overloaded: no request now
      return;
    }
    open = request;
    fleet.tell(collector, new Request(ctx.self(), request));
  }

  private void replied(Context<DeviceMessage> ctx, long request) {
    if (request == open && ctx.timers().cancel(REPLY)) {
      fleet.counts.answered.increment();
      open = -1;
    } else {
      fleet.counts.lateAnswers.increment();
    }
  }

  @Override
  public void restarting(
      Context<DeviceMessage> ctx, Throwable cause, @Nullable DeviceMessage message) {
    abandonTimers(ctx);
  }

  @Override
  public void stopped(Context<DeviceMessage> ctx) {
    abandonTimers(ctx);
  }

  /// Counts the timers that the system is about to cancel.
  private void abandonTimers(Context<DeviceMessage> ctx) {
    for (String key : new String[] {BEAT, REPLY}) {
      if (ctx.timers().isActive(key)) {
        fleet.counts.abandoned.increment();
      }
    }
  }
}
