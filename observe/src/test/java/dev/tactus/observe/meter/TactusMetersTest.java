package dev.tactus.observe.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.observe.Finding;
import dev.tactus.observe.Observatory;
import dev.tactus.observe.SampleSource;
import dev.tactus.observe.SampleSystem;
import dev.tactus.requirement.Requirement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TactusMetersTest {
  private final SampleSource source = new SampleSource();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private long nanos;
  private final TactusMeters meters = TactusMeters.of(source, () -> nanos);

  @BeforeEach
  void fill() {
    source.note("Failed", "/shop/user/till");
    source.system.deepest =
        List.of(SampleSystem.actor("/shop/user/till", Phase.SCHEDULED, 17, 900));
    source.system.executed = 400;
    source.system.stuckNanos = 1_500_000_000L;
    source.system.fired = 33;
    source.system.deadLetters.put(DeadLetterReason.OVERFLOW, 9L);
    source.system.findings =
        List.of(new Finding("TAC-0905", "BLOCKED_WORKER", "w", "t", "r", List.of(), 1));
    source.step();
  }

  @AfterEach
  void close() {
    meters.close();
  }

  private double gauge(String name, String... tags) {
    return registry.get(name).tags(tags).gauge().value();
  }

  private double counter(String name, String... tags) {
    return registry.get(name).tags(tags).functionCounter().count();
  }

  /// Another snapshot, and time for a scrape to see it.
  private void step() {
    nanos += LatestSnapshot.SHOWN_AGE_MAX_NANOS;
    source.step();
  }

  @Test
  void bindTo_aRegistry_showsTheSnapshot() {
    meters.bindTo(registry);

    assertThat(gauge("tactus.actors", "system", "shop", "state", "idle")).isEqualTo(2);
    assertThat(gauge("tactus.mailbox.queued")).isEqualTo(17);
    assertThat(gauge("tactus.mailbox.deepest")).isEqualTo(17);
    assertThat(counter("tactus.dispatcher.turns", "dispatcher", "default")).isEqualTo(400);
    assertThat(counter("tactus.worker.busy", "dispatcher", "default", "worker", "0")).isEqualTo(1);
    assertThat(gauge("tactus.worker.stuck", "worker", "0")).isEqualTo(1.5);
    assertThat(gauge("tactus.dispatcher.workers", "state", "working")).isZero();
    assertThat(gauge("tactus.dispatcher.ready", "percentile", "99")).isEqualTo(0.00003);
    assertThat(counter("tactus.timers.fired")).isEqualTo(33);
    assertThat(gauge("tactus.timers.lateness", "percentile", "99")).isEqualTo(0.0009);
    assertThat(counter("tactus.dead.letters", "reason", "overflow")).isEqualTo(9);
    assertThat(gauge("tactus.findings", "kind", "blocked_worker")).isEqualTo(1);
    assertThat(gauge("tactus.findings", "kind", "long_turn")).isZero();
    assertThat(counter("tactus.events", "type", "Failed")).isEqualTo(1);
    assertThat(gauge("tactus.processes.alive", "processes", "sagas")).isEqualTo(4);
  }

  @Test
  void scrape_later_showsTheLaterSnapshot() {
    meters.bindTo(registry);
    assertThat(counter("tactus.timers.fired")).isEqualTo(33);
    source.system.fired = 44;

    step();

    assertThat(counter("tactus.timers.fired")).isEqualTo(44);
  }

  @Test
  void scrape_somethingNew_hasMetersAfterwards() {
    meters.bindTo(registry);
    assertThat(registry.find("tactus.events").tag("type", "Restarted").meter()).isNull();
    source.note("Restarted", "/shop/user/till");

    step();
    assertThat(gauge("tactus.mailbox.queued")).isEqualTo(17);

    assertThat(counter("tactus.events", "type", "Restarted")).isEqualTo(1);
  }

  @Test
  void scrape_manyMetersManyTimes_takesOneSnapshotASecond() {
    meters.bindTo(registry);
    int before = source.snapshotsTaken.get();

    for (int i = 0; i < 10; i++) {
      registry.getMeters().forEach(meter -> meter.measure().forEach(m -> m.getValue()));
    }

    assertThat(before).isEqualTo(1);
    assertThat(source.snapshotsTaken.get()).isEqualTo(1);
  }

  @Test
  void scrape_whileViewed_readsWhatIsShown() {
    meters.bindTo(registry);
    nanos += LatestSnapshot.AGE_MAX_NANOS;
    source.system.fired = 50;
    source.step();

    assertThat(counter("tactus.timers.fired")).isEqualTo(50);
    assertThat(source.snapshotsTaken.get()).isEqualTo(1);
  }

  @Test
  @Requirement("S4.7")
  void scrape_olderSnapshotIsShownAfterANewerOne_doesNotStepBack() {
    meters.bindTo(registry);
    source.system.fired = 50;
    source.step();
    assertThat(counter("tactus.timers.fired")).isEqualTo(50);
    source.system.number -= 2;
    source.system.upNanos -= 2_000_000_000L;
    source.system.fired = 40;
    source.step();

    assertThat(counter("tactus.timers.fired")).isEqualTo(50);
  }

  @Test
  void viewing_nobodyScrapesForAMinute_endsAndBeginsAgain() {
    meters.bindTo(registry);
    assertThat(source.viewers()).isEqualTo(1);
    nanos += LatestSnapshot.UNREAD_MAX_NANOS;
    source.step();
    assertThat(source.viewers()).isEqualTo(1);

    nanos++;
    source.step();
    assertThat(source.viewers()).isZero();

    nanos += LatestSnapshot.UNREAD_MAX_NANOS;
    assertThat(gauge("tactus.mailbox.queued")).isEqualTo(17);
    assertThat(source.viewers()).isEqualTo(1);
    meters.close();
    assertThat(source.viewers()).isZero();
    assertThat(gauge("tactus.mailbox.queued")).isEqualTo(17);
    assertThat(source.viewers()).isZero();
  }

  /// As when a program ends its system and starts it anew, with the same registry.
  @Test
  @Requirement("S4.7")
  void bindTo_anotherSystemOfTheSameName_showsThatOne() {
    meters.bindTo(registry);
    int count = registry.getMeters().size();
    meters.close();
    SampleSource another = new SampleSource();
    another.note("Failed", "/shop/user/till");
    another.system.fired = 7;
    another.system.deepest =
        List.of(SampleSystem.actor("/shop/user/door", Phase.SCHEDULED, 3, 900));
    another.step();

    try (TactusMeters next = TactusMeters.of(another, () -> nanos)) {
      next.bindTo(registry);

      assertThat(counter("tactus.timers.fired")).isEqualTo(7);
      assertThat(gauge("tactus.mailbox.queued")).isEqualTo(3);
      assertThat(registry.getMeters()).hasSize(count);
    }
  }

  /// This very one; another of the same name and tags is equal to it.
  private boolean isRegistered(Meter meter) {
    return registry.getMeters().stream().anyMatch(registered -> registered == meter);
  }

  /// A meter that stays would show what was, and keep the system that has ended in memory.
  @Test
  @Requirement("S4.7")
  void bindTo_anotherSystemOfTheSameNameWithLessInIt_leavesNothingOfTheFirst() {
    meters.bindTo(registry);
    meters.close();
    List<Meter> ofTheFirst = registry.getMeters();
    SampleSource another = new SampleSource(); // nothing has failed in it
    another.system.number += 2;

    try (TactusMeters next = TactusMeters.of(another, () -> nanos)) {
      next.bindTo(registry);

      assertThat(ofTheFirst).noneMatch(this::isRegistered);
      assertThat(registry.find("tactus.events").meters()).isEmpty();
    }
  }

  @Test
  @Requirement("S4.7")
  void bindTo_aSystemOfAnotherName_leavesTheFirst() {
    meters.bindTo(registry);
    List<Meter> ofTheFirst = registry.getMeters();
    SampleSource another = new SampleSource();
    another.system.name = "bank";
    another.step();

    try (TactusMeters next = TactusMeters.of(another, () -> nanos)) {
      next.bindTo(registry);

      assertThat(ofTheFirst).allMatch(this::isRegistered);
      assertThat(gauge("tactus.mailbox.queued", "system", "shop")).isEqualTo(17);
      assertThat(gauge("tactus.mailbox.queued", "system", "bank")).isZero();
    }
  }

  @Test
  void scrape_sourceThatIsClosed_showsTheLastValues() {
    meters.bindTo(registry);
    nanos += 2 * LatestSnapshot.UNREAD_MAX_NANOS;
    source.step(); // nobody has scraped for long, so the viewing ends
    assertThat(source.viewers()).isZero();
    source.isClosed = true;

    assertThat(counter("tactus.timers.fired")).isEqualTo(33);
    assertThat(gauge("tactus.mailbox.queued")).isEqualTo(17);
  }

  /// Name, type, unit and tags of what is registered, beside `system`.
  private Set<String> registered() {
    Map<String, Set<String>> tags = new TreeMap<>();
    for (Meter meter : registry.getMeters()) {
      String unit = meter.getId().getBaseUnit();
      String type = meter.getId().getType() == Meter.Type.COUNTER ? "counter" : "gauge";
      tags.computeIfAbsent(
              meter.getId().getName() + "|" + type + "|" + (unit == null ? "" : unit),
              name -> new TreeSet<>())
          .addAll(meter.getId().getTags().stream().map(Tag::getKey).toList());
    }
    return tags.entrySet().stream()
        .map(
            entry ->
                entry.getKey()
                    + "|"
                    + entry.getValue().stream()
                        .filter(tag -> !tag.equals("system"))
                        .collect(Collectors.joining(",")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void catalogue_isWhatIsRegistered() {
    meters.bindTo(registry);

    assertThat(registered())
        .containsExactlyInAnyOrderElementsOf(
            Set.of(TactusMeter.values()).stream()
                .map(
                    meter ->
                        meter.meterName()
                            + "|"
                            + meter.type().name().toLowerCase(Locale.ROOT)
                            + "|"
                            + meter.unit()
                            + "|"
                            + meter.tags().stream().sorted().collect(Collectors.joining(",")))
                .toList());
    assertThat(registry.getMeters())
        .allSatisfy(meter -> assertThat(meter.getId().getTag("system")).isEqualTo("shop"));
  }

  @Test
  void documentation_isWhatIsRegistered() throws IOException {
    meters.bindTo(registry);
    Pattern row = Pattern.compile("\\| `(tactus\\.[a-z.]+)` \\| (\\w+) \\|([^|]*)\\|([^|]*)\\|.*");

    Set<String> documented = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("../docs/observability.md"))) {
      Matcher cells = row.matcher(line);
      if (cells.matches()) {
        String tags =
            Pattern.compile("[^a-z]+")
                .splitAsStream(cells.group(4))
                .filter(tag -> !tag.isEmpty())
                .sorted()
                .collect(Collectors.joining(","));
        documented.add(
            cells.group(1) + "|" + cells.group(2) + "|" + cells.group(3).strip() + "|" + tags);
      }
    }

    assertThat(documented).isEqualTo(registered());
  }

  @Test
  void bindTo_ofARunningSystem_followsIt() {
    try (ActorSystem system = ActorSystem.start(SystemSettings.of("live").withWorkers(2));
        Observatory observatory = Observatory.of(system);
        TactusMeters live = TactusMeters.of(observatory)) {
      live.bindTo(registry);
      var till = system.<String>spawn("till", () -> (ctx, text) -> {});
      till.tell("x");

      await()
          .untilAsserted(
              () -> {
                assertThat(
                        registry.find("tactus.dispatcher.turns").functionCounters().stream()
                            .mapToDouble(c -> c.count())
                            .sum())
                    .isPositive();
                assertThat(gauge("tactus.actors", "system", "live", "state", "idle")).isPositive();
              });
    }
  }
}
