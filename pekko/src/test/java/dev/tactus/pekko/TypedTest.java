package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.MailboxSelector;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Typed actors and their test kit with all plug-ins on.
class TypedTest {
  private sealed interface Command {}

  private record Add(int amount) implements Command {}

  private record Get(ActorRef<Integer> replyTo) implements Command {}

  private record Fail() implements Command {}

  private static ActorTestKit kit;

  @BeforeAll
  static void start() {
    kit =
        ActorTestKit.create(
            SchedulerKind.config(
                Plugins.and(
                    "pekko.loglevel = OFF",
                    "small { mailbox-type = \"dev.tactus.pekko.TactusBoundedMailbox\","
                        + " mailbox-capacity = 10, mailbox-push-timeout-time = 30s }")));
  }

  @AfterAll
  static void end() {
    kit.shutdownTestKit();
  }

  private static Behavior<Command> counter(int sum) {
    return Behaviors.receive(Command.class)
        .onMessage(Add.class, add -> counter(sum + add.amount()))
        .onMessage(
            Get.class,
            get -> {
              get.replyTo().tell(sum);
              return Behaviors.same();
            })
        .onMessage(
            Fail.class,
            fail -> {
              throw new IllegalArgumentException("as asked");
            })
        .build();
  }

  @Test
  void tellAndAsk_ofACounter_counts() throws Exception {
    ActorRef<Command> counter = kit.spawn(counter(0));
    for (int i = 1; i <= 1000; i++) {
      counter.tell(new Add(i));
    }
    CompletionStage<Integer> answer =
        AskPattern.ask(counter, Get::new, Duration.ofSeconds(30), kit.system().scheduler());
    assertThat(answer.toCompletableFuture().get(30, TimeUnit.SECONDS)).isEqualTo(500_500);
  }

  @Test
  void mailboxes_ofTypedActors_areOurs() {
    long before = TactusPekko.get(kit.system()).snapshot().mailboxes();
    TestProbe<Integer> probe = kit.createTestProbe();
    ActorRef<Command> counter = kit.spawn(counter(7));
    counter.tell(new Get(probe.getRef()));
    probe.expectMessage(7);
    assertThat(TactusPekko.get(kit.system()).snapshot().mailboxes()).isGreaterThan(before);
  }

  @Test
  void boundedMailbox_chosenBySelector_isUsed() {
    TestProbe<Integer> probe = kit.createTestProbe();
    ActorRef<Command> counter = kit.spawn(counter(0), MailboxSelector.fromConfig("small"));
    for (int i = 0; i < 1000; i++) {
      counter.tell(new Add(1));
    }
    counter.tell(new Get(probe.getRef()));
    probe.expectMessage(Duration.ofSeconds(30), 1000);
  }

  @Test
  void supervision_restartsAndGoesOn() {
    TestProbe<Integer> probe = kit.createTestProbe();
    Behavior<Command> supervised =
        Behaviors.supervise(counter(5)).onFailure(SupervisorStrategy.restart());
    ActorRef<Command> counter = kit.spawn(supervised);
    counter.tell(new Add(1));
    counter.tell(new Fail());
    counter.tell(new Get(probe.getRef()));
    probe.expectMessage(Duration.ofSeconds(30), 5);
  }

  @Test
  void deathWatch_tells() {
    TestProbe<Integer> probe = kit.createTestProbe();
    ActorRef<Command> counter = kit.spawn(counter(0));
    counter.tell(new Fail());
    probe.expectTerminated(counter, Duration.ofSeconds(30));
  }

  @Test
  void timersAndReceiveTimeout_fire() {
    TestProbe<String> probe = kit.createTestProbe();
    Behavior<String> behavior =
        Behaviors.withTimers(
            timers -> {
              timers.startTimerAtFixedRate("rate", Duration.ofMillis(10));
              return Behaviors.setup(
                  context -> {
                    context.setReceiveTimeout(Duration.ofMillis(50), "timeout");
                    return Behaviors.receiveMessage(
                        message -> {
                          probe.getRef().tell(message);
                          if (message.equals("rate")) {
                            timers.cancel("rate");
                          }
                          return Behaviors.same();
                        });
                  });
            });
    kit.spawn(behavior);
    probe.expectMessage(Duration.ofSeconds(30), "rate");
    probe.expectMessage(Duration.ofSeconds(30), "timeout");
  }

  @Test
  void stash_ofTypedActors_keepsTheOrder() {
    TestProbe<String> probe = kit.createTestProbe();
    Behavior<String> opened =
        Behaviors.receiveMessage(
            message -> {
              probe.getRef().tell(message);
              return Behaviors.same();
            });
    Behavior<String> stashing =
        Behaviors.withStash(
            100,
            stash ->
                Behaviors.receiveMessage(
                    message -> {
                      if (message.equals("open")) {
                        return stash.unstashAll(opened);
                      }
                      stash.stash(message);
                      return Behaviors.same();
                    }));
    ActorRef<String> actor = kit.spawn(stashing);
    actor.tell("one");
    actor.tell("two");
    actor.tell("open");
    actor.tell("three");
    probe.expectMessage(Duration.ofSeconds(30), "one");
    probe.expectMessage("two");
    probe.expectMessage("three");
  }
}
