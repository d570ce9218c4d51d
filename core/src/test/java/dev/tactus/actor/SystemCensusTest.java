package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.mailbox.MailboxClosedException;
import dev.tactus.requirement.Requirement;
import java.lang.management.ManagementFactory;
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
  @Requirement({"M4.1", "M4.3"})
  void samples_ofIdleActors_doNotSpellTheirPaths() {
    int actors = 2_000;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < actors; i++) {
      ActorRef<String> unused = virtual.system.spawn(() -> (ctx, text) -> {});
    }
    ActorRef<String> stuck = virtual.system.spawn("stuck", () -> (ctx, text) -> {});
    virtual.settle();
    boolean isTold = ((ActorCell<?>) stuck).enqueueSystem(new CellMessage.Suspend());
    assertThat(isTold).isTrue();
    List<String> seen = new ArrayList<>();
    virtual
        .system
        .events()
        .subscribe(DispatcherEvent.Depth.class, sample -> seen.add(sample.occupant().actor()));
    virtual.advance(Duration.ofSeconds(2)); // classes are loaded
    seen.clear();
    long before = threads.getCurrentThreadAllocatedBytes();
    virtual.advance(Duration.ofSeconds(1));
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(actors * 100L);
    assertThat(seen).containsExactly("tactus://virtual/user/stuck");
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
