package dev.tactus.testkit.simulation;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.actor.Props;
import dev.tactus.actor.Supervision;
import java.time.Duration;

/// A day of a fleet: devices send a heartbeat each minute and crash now and then; a watcher for
/// each of them notices when it has been silent for too long, and when it is back.
///
/// Threads: that of the simulation.
final class Fleet implements Scenario {
  static final Duration DAY = Duration.ofDays(1);
  private static final Duration BEAT = Duration.ofMinutes(1);
  private static final Duration SILENCE = Duration.ofMinutes(3);
  private static final Duration REBOOT = Duration.ofMinutes(10);
  private static final int CRASH_ONE_IN = 2_000;

  private sealed interface Message {}

  private record Beat() implements Message {}

  private record Silent() implements Message {}

  private final int devices;
  private final Duration length;
  private long beats;
  private long crashes;
  private long losses;
  private long returns;
  private long online;
  private long heard;

  Fleet(int devices, Duration length) {
    this.devices = devices;
    this.length = length;
  }

  /// Settings with a tick of a second, which is enough for minutes.
  static SimulationSettings settings() {
    return SimulationSettings.DEFAULT
        .withRandomTurns(false)
        .withEventsMax(1_000)
        .withSystem(
            system ->
                system.withScheduler(system.scheduler().withResolution(Duration.ofSeconds(1))));
  }

  long beats() {
    return beats;
  }

  long crashes() {
    return crashes;
  }

  @Override
  public void run(Simulation sim) {
    for (int i = 0; i < devices; i++) {
      ActorRef<Message> watcher = sim.system().spawn("watcher-" + i, Watcher::new);
      sim.system()
          .spawn(
              "device-" + i,
              Props.<Message>of(() -> new Device(sim, watcher))
                  .withSupervision(
                      Supervision.restart()
                          .withLimit(Supervision.UNLIMITED, DAY)
                          .withBackoff(REBOOT, REBOOT, 0)));
    }
    sim.advance(length);
    require(crashes == 0 || losses > 0, "no crash was noticed");
    require(losses <= crashes, "more losses were noticed than there were crashes");
    require(online == heard - (losses - returns), "the books of the watchers do not balance");
    long intervals = devices * length.dividedBy(BEAT);
    long missed = crashes * (REBOOT.dividedBy(BEAT) + 2);
    require(beats <= intervals && beats >= intervals - missed - devices, "beats were lost");
  }

  private void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(
          what
              + ": beats "
              + beats
              + ", crashes "
              + crashes
              + ", losses "
              + losses
              + ", returns "
              + returns
              + ", online "
              + online);
    }
  }

  private final class Device implements Actor<Message> {
    private final Simulation sim;
    private final ActorRef<Message> watcher;

    Device(Simulation sim, ActorRef<Message> watcher) {
      this.sim = sim;
      this.watcher = watcher;
    }

    @Override
    public void started(Context<Message> ctx) {
      // Not all in the same second.
      Duration first = Duration.ofSeconds(1 + sim.choose((int) BEAT.toSeconds()));
      ctx.timers().atFixedRate("beat", first, BEAT, new Beat());
    }

    @Override
    public void receive(Context<Message> ctx, Message message) {
      if (sim.choose(CRASH_ONE_IN) == CRASH_ONE_IN / 2) {
        crashes++;
        throw new SimulatedFailure("a device crashed");
      }
      beats++;
      watcher.tell(message);
    }
  }

  private final class Watcher implements Actor<Message> {
    private boolean isOnline;
    private boolean wasLost;

    @Override
    public void receive(Context<Message> ctx, Message message) {
      switch (message) {
        case Beat beat -> {
          if (!isOnline) {
            isOnline = true;
            online++;
            returns += wasLost ? 1 : 0;
            heard += wasLost ? 0 : 1;
            ctx.receiveTimeout(SILENCE, new Silent());
          }
        }
        case Silent silent -> {
          isOnline = false;
          wasLost = true;
          online--;
          losses++;
          ctx.cancelReceiveTimeout();
        }
      }
    }
  }
}
