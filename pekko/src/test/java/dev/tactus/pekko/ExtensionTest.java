package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// The look at our parts from outside.
class ExtensionTest {
  private final LinkedBlockingQueue<Object> received = new LinkedBlockingQueue<>();

  @Test
  void snapshot_withAllPlugIns_showsThem() throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(Plugins.ALL)) {
      ActorSystem system = running.system();
      for (int i = 0; i < 5; i++) {
        system.scheduler().scheduleOnce(Duration.ofHours(1), () -> {}, system.dispatcher());
      }
      system.actorOf(Collecting.into(received)).tell("hello", ActorRef.noSender());
      Object unused = Waiting.next(received);
      TactusPekko tactus = TactusPekko.get(system);
      assertThat(tactus.schedulerMetrics().orElseThrow().active()).isGreaterThanOrEqualTo(5);
      TactusSnapshot snapshot = tactus.snapshot();
      assertThat(snapshot.scheduler().orElseThrow().name()).isEqualTo("test-scheduler");
      assertThat(snapshot.mailboxes()).isPositive();
      assertThat(snapshot.text())
          .contains("actor system test", "dispatcher pekko.actor.default-dispatcher", "mailboxes");
      JsonNode json = new ObjectMapper().readTree(snapshot.json());
      assertThat(json.get("system").asString()).isEqualTo("test");
      assertThat(json.get("scheduler").isObject()).isTrue();
      assertThat(json.get("dispatchers").size()).isGreaterThanOrEqualTo(2);
      JsonNode first = json.get("dispatchers").get(0);
      assertThat(first.get("submitted").asLong()).isPositive();
      assertThat(json.get("mailboxes").asLong()).isPositive();
    }
  }

  @Test
  void snapshot_withoutPlugIns_saysSo() {
    try (RunningSystem running =
        RunningSystem.start("pekko.extensions = [\"dev.tactus.pekko.TactusPekko$Id\"]")) {
      TactusSnapshot snapshot = TactusPekko.get(running.system()).snapshot();
      assertThat(snapshot.scheduler()).isEmpty();
      assertThat(snapshot.dispatchers()).isEmpty();
      assertThat(snapshot.mailboxes()).isZero();
      assertThat(snapshot.text()).contains("not one of ours");
      assertThat(new ObjectMapper().readTree(snapshot.json()).get("scheduler").isNull()).isTrue();
    }
  }

  @Test
  void parts_ofTwoSystems_areKeptApart() {
    try (RunningSystem ours = RunningSystem.start(Plugins.ALL);
        RunningSystem theirs = RunningSystem.start()) {
      assertThat(TactusPekko.get(ours.system()).dispatchers()).isNotEmpty();
      assertThat(TactusPekko.get(theirs.system()).dispatchers()).isEmpty();
    }
  }

  @Test
  void system_thatHasEnded_isNotHeldByUs() {
    WeakReference<ActorSystem> system = ended();
    Waiting.until(
        () -> {
          System.gc();
          return system.get() == null;
        });
  }

  private static WeakReference<ActorSystem> ended() {
    try (RunningSystem running = RunningSystem.start(Plugins.ALL)) {
      assertThat(TactusPekko.get(running.system()).dispatchers()).isNotEmpty();
      return new WeakReference<>(running.system());
    }
  }
}
