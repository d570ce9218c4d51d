package dev.tactus.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.dispatch.DispatcherEvent.Depth;
import dev.tactus.dispatch.DispatcherEvent.Load;
import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.event.EventStream;
import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.Affinity;
import dev.tactus.scheduler.BackpressureSwitch;
import dev.tactus.scheduler.QuotaExceededException;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.scheduler.WheelScheduler;
import dev.tactus.time.wheel.WheelSettings;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PumpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What dispatchers tell about themselves and the actors on them.
final class SamplingTest {
  private static final Occupant BUSY =
      new Occupant("shop/user/busy", "default", Phase.RUNNING, 0, 7, 1, "shop-worker-0");
  private static final Occupant SUSPENDED =
      new Occupant("shop/user/\"ill\"", "default", Phase.IDLE, 2, 3, 0, "");
  private static final Occupant QUIET =
      new Occupant("shop/user/quiet", "default", Phase.IDLE, 0, 0, 0, "");

  private final EventStream events = new EventStream();
  private final PumpPool pump = PumpPool.of("pump", () -> {}, FailureHandler.UNCAUGHT);
  private final AtomicInteger counts = new AtomicInteger();
  private final WheelScheduler scheduler;
  private final Dispatchers dispatchers;

  SamplingTest() {
    RuntimeToolbox toolbox = RuntimeToolbox.manual();
    scheduler = WheelScheduler.start(SchedulerSettings.defaults(), toolbox, events);
    dispatchers =
        new Dispatchers(
            Map.of(Dispatchers.DEFAULT_ID, DispatcherSettings.pool(pump).withThroughput(5)),
            new DispatcherHost(
                toolbox.clock(), scheduler, events, Thread::new, FailureHandler.UNCAUGHT));
    dispatchers.begin(
        action -> {
          counts.incrementAndGet();
          List.of(BUSY, SUSPENDED, QUIET).forEach(action);
        });
    Dispatcher unused = dispatchers.lookup(Dispatchers.DEFAULT_ID);
  }

  @AfterEach
  void end() {
    dispatchers.close();
    scheduler.close();
  }

  private void advance(Duration time) {
    long unused = scheduler.advance(time);
  }

  @Test
  @Requirement({"M4.1", "M4.3"})
  void samples_withoutASubscriber_areNotMade() {
    advance(Duration.ofMinutes(1));
    assertThat(counts).hasValue(0);
    assertThat(scheduler.metrics().registered()).isZero();
  }

  @Test
  @Requirement({"M4.1", "M4.5"})
  void load_withASubscriber_comesEverySecondUntilItLeaves() {
    List<Load> samples = new ArrayList<>();
    var subscription = events.subscribe(Load.class, samples::add);
    dispatchers.lookup(Dispatchers.DEFAULT_ID).execute(() -> {});
    advance(Duration.ofSeconds(1));
    assertThat(pump.runOne()).isTrue();
    advance(Duration.ofSeconds(1));
    assertThat(samples)
        .containsExactly(new Load("default", 1, 0, 0, 0), new Load("default", 0, 1, 0, 0));
    assertThat(counts).hasValue(0); // nobody asked for the actors
    subscription.close();
    advance(Duration.ofSeconds(5));
    assertThat(samples).hasSize(2);
    assertThat(scheduler.metrics().active()).isZero();
  }

  @Test
  @Requirement("M4.1")
  void depth_withASubscriber_tellsOfActorsWithSomethingToTell() {
    List<Depth> samples = new ArrayList<>();
    events.subscribe(Depth.class, samples::add);
    advance(Duration.ofSeconds(1));
    assertThat(samples).containsExactly(new Depth(BUSY), new Depth(SUSPENDED));
    assertThat(samples.getFirst().dispatcher()).isEqualTo("default");
  }

  @Test
  @Requirement("M4.4")
  void dump_asText_showsEveryActor() {
    assertThat(dispatchers.dump().text())
        .isEqualTo(
            """
            dispatcher default: OnPool, 3 actors
              pool      1 workers, 0 asleep, busy 0 %; 0 turns begun, 0 wait, 0 refused
              actor     shop/user/busy: RUNNING on shop-worker-0, 7 messages, 1 system messages
              actor     shop/user/"ill": IDLE, suspended 2 times, 3 messages, 0 system messages
              actor     shop/user/quiet: IDLE, 0 messages, 0 system messages
            """);
  }

  @Test
  @Requirement("M4.4")
  void dump_asJson_showsEveryActor() {
    JsonNode json = JsonMapper.shared().readTree(dispatchers.dump().json());
    JsonNode dispatcher = json.get("dispatchers").get(0);
    assertThat(dispatcher.get("id").asString()).isEqualTo("default");
    assertThat(dispatcher.get("throughput").asInt()).isEqualTo(5);
    assertThat(dispatcher.get("workers").asInt()).isEqualTo(1);
    assertThat(json.get("actors")).hasSize(3);
    JsonNode busy = json.get("actors").get(0);
    assertThat(busy.get("actor").asString()).isEqualTo("shop/user/busy");
    assertThat(busy.get("phase").asString()).isEqualTo("RUNNING");
    assertThat(busy.get("worker").asString()).isEqualTo("shop-worker-0");
    assertThat(busy.get("queued").asInt()).isEqualTo(7);
    assertThat(busy.get("systemQueued").asInt()).isEqualTo(1);
    assertThat(json.get("actors").get(1).get("actor").asString()).isEqualTo("shop/user/\"ill\"");
  }

  @Test
  @Requirement("M4.4")
  void dump_ofActorsWhoseDispatcherHasEnded_showsThemAllTheSame() {
    DispatcherDump dump = new DispatcherDump(List.of(), List.of(BUSY, QUIET));
    assertThat(dump.text())
        .isEqualTo(
            """
            dispatcher default: not running, 2 actors
              actor     shop/user/busy: RUNNING on shop-worker-0, 7 messages, 1 system messages
              actor     shop/user/quiet: IDLE, 0 messages, 0 system messages
            """);
  }

  @Test
  @Timeout(60)
  @Requirement("M4.4")
  void dump_ofManyActorsWithAThreadEach_isMadeInOneWalk() {
    int count = 200_000;
    List<DispatcherDump.Line> lines = new ArrayList<>();
    List<Occupant> actors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lines.add(new DispatcherDump.Line("own-" + i, "Pinned", 64, pump.snapshot(), 0));
      actors.add(new Occupant("shop/user/" + i, "own-" + i, Phase.IDLE, 0, 0, 0, ""));
    }
    assertThat(new DispatcherDump(lines, actors).text().lines()).hasSize(3 * count);
  }

  /// A scheduler of its own, in which each tick has room for one timer.
  private static final SchedulerSettings NARROW =
      SchedulerSettings.defaults()
          .withSystemQuota(4)
          .withWheel(WheelSettings.DEFAULT.withSlotCapacity(1));

  private static Dispatchers sampled(
      RuntimeToolbox toolbox, WheelScheduler timers, EventStream stream) {
    Dispatchers made =
        new Dispatchers(
            Map.of(
                Dispatchers.DEFAULT_ID,
                DispatcherSettings.pool(PumpPool.of("narrow", () -> {}, FailureHandler.UNCAUGHT))),
            new DispatcherHost(
                toolbox.clock(),
                timers.withAffinity(Affinity.RUNTIME),
                stream,
                Thread::new,
                FailureHandler.UNCAUGHT));
    made.begin(action -> {});
    Dispatcher unused = made.lookup(Dispatchers.DEFAULT_ID);
    return made;
  }

  @Test
  @Requirement("M4.1")
  void load_whoseTimerWasDropped_comesNevertheless() {
    RuntimeToolbox toolbox = RuntimeToolbox.manual();
    EventStream stream = new EventStream();
    try (WheelScheduler timers = WheelScheduler.start(NARROW, toolbox, stream)) {
      Dispatchers made = sampled(toolbox, timers, stream);
      List<Load> samples = new ArrayList<>();
      // As important as the samples, and there before them.
      timers
          .withAffinity(Affinity.RUNTIME)
          .scheduleOnce(Duration.ofSeconds(1), () -> {}, Scheduler.DIRECT);
      stream.subscribe(Load.class, samples::add);
      long unused = timers.advance(Duration.ofSeconds(4));
      assertThat(timers.metrics().dropped()).isEqualTo(1);
      assertThat(samples).hasSize(3);
      made.close();
    }
  }

  @Test
  @Requirement({"M4.1", "S4.5"})
  void load_underPressureAndWithoutRoomInTheQuota_comesNevertheless() {
    BackpressureSwitch pressure = BackpressureSwitch.released();
    RuntimeToolbox toolbox = RuntimeToolbox.manual().withGauge(pressure);
    EventStream stream = new EventStream();
    try (WheelScheduler timers = WheelScheduler.start(NARROW, toolbox, stream)) {
      Dispatchers made = sampled(toolbox, timers, stream);
      List<Load> samples = new ArrayList<>();
      pressure.engage();
      timers.scheduleOnce(Duration.ofHours(1), () -> {}, Scheduler.DIRECT);
      timers.scheduleOnce(Duration.ofHours(2), () -> {}, Scheduler.DIRECT);
      stream.subscribe(Load.class, samples::add);
      assertThatThrownBy(() -> timers.scheduleOnce(Duration.ofHours(3), () -> {}, Scheduler.DIRECT))
          .isInstanceOf(QuotaExceededException.class);
      long unused = timers.advance(Duration.ofSeconds(4));
      assertThat(samples).hasSize(4);
      made.close();
    }
  }
}
