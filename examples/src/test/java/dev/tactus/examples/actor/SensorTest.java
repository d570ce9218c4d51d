package dev.tactus.examples.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Timers by key and a receive timeout, in virtual time.
@Requirement("A6")
final class SensorTest {
  @Test
  void readings_inShortSuccession_areSentOnOnceAndThenSilence() {
    List<String> lines = new ArrayList<>();
    try (SteppedActors t = new SteppedActors()) {
      ActorRef<String> archive = t.system.spawn("archive", () -> (ctx, line) -> lines.add(line));
      ActorRef<Sensor.Command> sensor = t.system.spawn("sensor", () -> new Sensor(archive));
      sensor.tell(new Sensor.Command.Reading(3));
      t.advance(Duration.ofMillis(500));
      sensor.tell(new Sensor.Command.Reading(4));
      t.advance(Duration.ofSeconds(5));
      assertThat(lines).containsExactly("sum 7, beats 0");
      t.advance(Duration.ofSeconds(10));
      assertThat(lines).containsExactly("sum 7, beats 0", "silence");
    }
  }
}
