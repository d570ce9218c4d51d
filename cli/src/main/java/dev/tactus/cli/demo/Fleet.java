package dev.tactus.cli.demo;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.Props;
import dev.tactus.actor.Supervision;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The devices and their collectors, one for each region.
///
/// The work a second is bounded: beyond [#UNSTRETCHED_DEVICES] the heartbeats become slower instead
/// of more.
///
/// Threads: [#launch] and [#burst] on the demo's; the rest any.
final class Fleet {
  static final int UNSTRETCHED_DEVICES = 20_000;
  static final int REGIONS_MAX = 16;

  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration BACKOFF_MIN = Duration.ofMillis(100);
  private static final Duration BACKOFF_MAX = Duration.ofSeconds(2);
  private static final double BACKOFF_JITTER = 0.2;
  private static final int COLLECTOR_CAPACITY_MIN = 64;

  /// A quarter of what all devices of a region send when the network is back.
  private static final int CAPACITY_PER_DEVICE = Device.FLUSHED_READINGS / 4;

  private static final int SAMPLE = 1 << 16;
  private static final int RECENT_SAMPLE = 1 << 12;

  final FleetCounts counts = new FleetCounts();

  private final DemoSettings settings;
  private final ActorSystem system;
  private final DemoTime time;
  private final Duration period;
  private final List<ActorRef<CollectorMessage>> collectors = new ArrayList<>();
  private final List<ActorRef<DeviceMessage>> devices = new ArrayList<>();
  private final LatenessSample lateness;
  private final LatenessSample recentLateness;
  private long bursts;

  Fleet(DemoSettings settings, ActorSystem system, DemoTime time) {
    this.settings = settings;
    this.system = system;
    this.time = time;
    double stretch = Math.max(1.0, (double) settings.devices() / UNSTRETCHED_DEVICES);
    this.period = Duration.ofNanos((long) (PERIOD.toNanos() * stretch));
    this.lateness = new LatenessSample(SAMPLE, settings.seed());
    this.recentLateness = new LatenessSample(RECENT_SAMPLE, settings.seed());
  }

  /// Makes an instance of a device, and the next one after each crash.
  private final class Maker implements Supplier<Actor<DeviceMessage>> {
    private final int number;
    private int incarnation;

    Maker(int number) {
      this.number = number;
    }

    @Override
    public Actor<DeviceMessage> get() {
      return new Device(Fleet.this, number, incarnation++);
    }
  }

  /// Starts the collectors and all devices, or as many as it gets to before it is told to stop.
  void launch(BooleanSupplier stop) {
    int perRegion = settings.devices() / settings.regions();
    MailboxSettings bounded =
        MailboxSettings.bounded(
            Math.max(COLLECTOR_CAPACITY_MIN, CAPACITY_PER_DEVICE * perRegion),
            OverflowStrategy.DROP_NEW);
    for (int i = 0; i < settings.regions(); i++) {
      int region = i;
      Props<CollectorMessage> props = Props.of(() -> new Collector(this, region));
      collectors.add(system.spawn("collector-" + i, props.withMailbox(bounded)));
    }
    Supervision supervision =
        Supervision.restart()
            .withLimit(Supervision.UNLIMITED, Duration.ofMinutes(1))
            .withBackoff(BACKOFF_MIN, BACKOFF_MAX, BACKOFF_JITTER);
    for (int number = 0; number < settings.devices() && !stop.getAsBoolean(); number++) {
      Props<DeviceMessage> props = Props.of(new Maker(number));
      devices.add(system.spawn("device-" + number, props.withSupervision(supervision)));
    }
  }

  /// Lets all devices of the next region send what they kept.
  void burst() {
    int region = (int) (bursts++ % settings.regions());
    for (int number = region; number < devices.size(); number += settings.regions()) {
      tell(devices.get(number), DeviceMessage.Flush.ONE);
    }
  }

  long bursts() {
    return bursts;
  }

  int devices() {
    return devices.size();
  }

  /// Sends a message and counts it.
  <M> void tell(ActorRef<M> receiver, M message) {
    counts.told.increment();
    receiver.tell(message);
  }

  ActorRef<CollectorMessage> collectorOf(int device) {
    return collectors.get(device % settings.regions());
  }

  /// A seed of its own for each instance of each device, the same in every run of the demo.
  long seedOf(int device, int incarnation) {
    return settings.seed() + ((long) device << Integer.SIZE) + incarnation;
  }

  DemoTime time() {
    return time;
  }

  /// The time between two heartbeats of a device.
  Duration period() {
    return period;
  }

  /// The message of a timer is handled now that was asked for at this time.
  void lateness(long dueNanos) {
    long late = time.nanos() - dueNanos;
    lateness.add(late);
    recentLateness.add(late);
  }

  /// How late all messages of timers were handled.
  LatenessFigures lateness() {
    return lateness.figures();
  }

  /// How late those since the last call were.
  LatenessFigures takeRecentLateness() {
    return recentLateness.takeFigures();
  }
}
