package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a system shows of its actors, and what it tells those who offer.
class SystemCensusTest {
  private final VirtualSystem virtual = VirtualSystem.start();

  @AfterEach
  void close() {
    virtual.close();
  }

  @Test
  @Requirement({"M4.4", "M4.5"})
  void dump_ofASystem_showsEachActorWithItsQueue() {
    ActorRef<String> actor = virtual.system.spawn("busy", () -> (ctx, text) -> {});
    virtual.settle();
    actor.tell("one");
    actor.tell("two");
    String dump = virtual.system.dispatchers().dump().text();
    assertThat(dump.lines().filter(line -> line.contains("/user/busy")))
        .singleElement()
        .asString()
        .contains("2")
        .containsIgnoringCase("scheduled");
  }

  @Test
  @Requirement("M4.1")
  void samples_forASubscriber_tellTheDepthOfAnActor() {
    ActorRef<String> actor = virtual.system.spawn("busy", () -> (ctx, text) -> {});
    virtual.settle();
    List<DispatcherEvent.Depth> samples = new ArrayList<>();
    virtual.system.events().subscribe(DispatcherEvent.Depth.class, samples::add);
    actor.tell("one");
    virtual.system.scheduler().advance(Duration.ofSeconds(2));
    assertThat(samples)
        .anySatisfy(
            sample -> {
              assertThat(sample.occupant().actor()).endsWith("/user/busy");
              assertThat(sample.occupant().queued()).isEqualTo(1);
            });
  }

  @Test
  @Requirement("M8.2")
  void tellAsync_toAnActorThatHasEnded_failsAndLeavesADeadLetter() {
    ActorRef<String> actor = virtual.system.spawn(() -> (ctx, text) -> {});
    virtual.system.stop(actor);
    virtual.settle();
    CompletableFuture<Void> offer = actor.tellAsync("late");
    assertThat(offer)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(MailboxClosedException.class);
    assertThat(virtual.events(DeadLetter.class)).hasSize(1);
  }
}
