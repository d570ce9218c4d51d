package dev.tactus.cli.demo;

import dev.tactus.actor.Actor;
import dev.tactus.actor.Context;
import dev.tactus.cli.demo.CollectorMessage.Reading;
import dev.tactus.cli.demo.CollectorMessage.Request;
import java.util.SplittableRandom;

/// Takes in the readings of a region and answers its devices, most of the time. Its mailbox is
/// bounded.
///
/// Threads: the turns of the actor.
final class Collector implements Actor<CollectorMessage> {
  private static final int UNANSWERED_ONE_OF = 20;

  /// Steps of a multiplication for each reading: a microsecond or so.
  private static final int WORK = 500;

  private static final long FACTOR = 6_364_136_223_846_793_005L;

  private final Fleet fleet;
  private final SplittableRandom random;
  private long digest = 1;

  Collector(Fleet fleet, int region) {
    this.fleet = fleet;
    this.random = new SplittableRandom(fleet.seedOf(-1 - region, 0));
  }

  @Override
  public void receive(Context<CollectorMessage> ctx, CollectorMessage message) {
    switch (message) {
      case Reading reading -> {
        digest += reading.value();
        for (int i = 0; i < WORK; i++) {
          digest = digest * FACTOR + reading.device();
        }
        fleet.counts.readings.increment();
      }
      case Request(var device, long request) -> {
        if (random.nextInt(UNANSWERED_ONE_OF) != 0) {
          fleet.tell(device, new DeviceMessage.Reply(request));
        }
      }
    }
    fleet.counts.handled.increment();
  }
}
