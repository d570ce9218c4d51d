package dev.tactus.examples.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.examples.actor.SteppedActors;
import dev.tactus.examples.process.Checkout.Till;
import dev.tactus.process.CommandRegistry;
import dev.tactus.process.ExitReason;
import dev.tactus.process.ProcessSettings;
import dev.tactus.process.ProcessSystem;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@Requirement("P5")
final class CheckoutTest {
  @Test
  void sale_onWorkers_asksAndTellsTheActor() {
    List<Till> seen = new ArrayList<>();
    try (ActorSystem system = ActorSystem.start("shop")) {
      ActorRef<Till> till = system.spawn("till", () -> (ctx, message) -> answer(seen, message));
      ProcessSystem processes =
          system.startProcesses(ProcessSettings.defaults(), CommandRegistry.create());
      CompletableFuture<ExitReason> sale =
          processes.run(() -> new Checkout(till), Checkout.SELL, "apple");
      System.out.println("sold for " + sale.join());

      assertThat(sale).isCompletedWithValue(new ExitReason.Done(3));
      system.stopGracefully(till, Duration.ofSeconds(60)).join();
    }
    assertThat(seen).element(1).isEqualTo(new Till.Sold("apple", 3));
  }

  private static void answer(List<Till> seen, Till message) {
    seen.add(message);
    if (message instanceof Till.Price price) {
      price.replyTo().tell(3);
    }
  }

  @Test
  void sale_atATillThatIsSilent_endsAfterASecond() {
    try (SteppedActors t = new SteppedActors()) {
      ActorRef<Till> till = t.system.spawn("till", () -> (ctx, message) -> {});
      CompletableFuture<ExitReason> sale =
          t.system
              .startProcesses(ProcessSettings.defaults(), CommandRegistry.create())
              .run(() -> new Checkout(till), Checkout.SELL, "apple");
      t.advance(Duration.ofMillis(900));
      assertThat(sale).isNotDone();
      t.advance(Duration.ofMillis(200));

      assertThat(sale).isCompleted();
      assertThat(sale.join()).asString().contains("no price");
    }
  }
}
