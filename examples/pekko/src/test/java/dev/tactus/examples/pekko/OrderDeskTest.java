package dev.tactus.examples.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.tactus.pekko.TactusPekko;
import dev.tactus.pekko.TactusSnapshot;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.junit.jupiter.api.Test;

/// The same application on our parts and on Pekko's.
class OrderDeskTest {
  private static TactusSnapshot run(Config config) throws Exception {
    CompletableFuture<OrderDesk.Result> result = new CompletableFuture<>();
    ActorSystem<?> system = OrderDesk.start(config, result);
    TactusSnapshot snapshot = TactusPekko.get(system).snapshot();
    assertThat(result.get(60, TimeUnit.SECONDS)).isEqualTo(new OrderDesk.Result(500, 500));
    Object unused = system.getWhenTerminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
    return snapshot;
  }

  @Test
  void application_asItIsConfigured_runsOnOurParts() throws Exception {
    TactusSnapshot snapshot = run(ConfigFactory.load());
    assertThat(snapshot.scheduler()).isPresent();
    assertThat(snapshot.dispatchers()).isNotEmpty();
    assertThat(snapshot.mailboxes()).isPositive();
  }

  @Test
  void application_withoutTheLines_runsOnPekkosParts() throws Exception {
    TactusSnapshot snapshot = run(ConfigFactory.load("pekko-only"));
    assertThat(snapshot.scheduler()).isEmpty();
    assertThat(snapshot.dispatchers()).isEmpty();
    assertThat(snapshot.mailboxes()).isZero();
  }

  @Test
  void configurations_differOnlyByOurLines() {
    Config ours = ConfigFactory.parseResources("application.conf");
    Config theirs = ConfigFactory.parseResources("pekko-only.conf");
    assertThat(theirs.entrySet()).isSubsetOf(ours.entrySet());
    assertThat(ours.entrySet())
        .filteredOn(entry -> !theirs.entrySet().contains(entry))
        .isNotEmpty()
        .allMatch(
            entry -> String.valueOf(entry.getValue().unwrapped()).startsWith("dev.tactus.pekko."));
  }
}
