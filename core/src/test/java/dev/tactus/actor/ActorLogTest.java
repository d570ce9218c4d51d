package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.requirement.Requirement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// Lines of actors carry their path and system; lines of others do not.
@Requirement("A12")
final class ActorLogTest {
  private final ListAppender<ILoggingEvent> lines =
      new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent line) {
          line.prepareForDeferredProcessing(); // reads the MDC now
          super.append(line);
        }
      };
  private final Logger root = (Logger) LoggerFactory.getLogger("dev.tactus");

  @BeforeEach
  void listen() {
    lines.start();
    root.addAppender(lines);
    root.setLevel(Level.INFO);
  }

  @AfterEach
  void leave() {
    root.detachAppender(lines);
    root.setLevel(null);
    assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
  }

  private static final class Talking implements Actor<String> {
    @Override
    public void started(Context<String> ctx) {
      ctx.log().info("started");
    }

    @Override
    public void receive(Context<String> ctx, String text) {
      ctx.log().info("got {}", text);
      if (text.equals("fail")) {
        throw new IllegalStateException("broken");
      }
    }

    @Override
    public void stopped(Context<String> ctx) {
      ctx.log().info("stopped");
    }
  }

  @Test
  void log_inMessagesAndHooks_carriesPathAndSystemAndLeavesNothingBehind() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> actor = t.system.spawn("talking", Talking::new);
      t.run();
      assertThat(MDC.getCopyOfContextMap()).as("after the first hook").isNullOrEmpty();
      actor.tell("hello");
      t.run();
      assertThat(MDC.getCopyOfContextMap()).as("after a message").isNullOrEmpty();
      t.system.stop(actor);
      t.run();
      assertThat(MDC.getCopyOfContextMap()).as("after the last hook").isNullOrEmpty();
      assertThat(lines.list)
          .map(ILoggingEvent::getFormattedMessage)
          .containsExactly("started", "got hello", "stopped");
      assertThat(lines.list)
          .allSatisfy(
              line -> {
                assertThat(line.getLoggerName()).isEqualTo(Talking.class.getName());
                assertThat(line.getMDCPropertyMap())
                    .containsEntry("tactusPath", "tactus://t/user/talking")
                    .containsEntry("tactusSystem", "t");
              });
    }
  }

  @Test
  void log_lambda_isNamedAfterTheClassAroundIt() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> actor = t.system.spawn("a", () -> (ctx, text) -> ctx.log().info(text));
      actor.tell("hello");
      t.run();
      assertThat(lines.list)
          .singleElement()
          .satisfies(
              line -> assertThat(line.getLoggerName()).isEqualTo(ActorLogTest.class.getName()));
    }
  }

  @Test
  void failure_isLoggedWithPathMessageTypeAndDecision() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> actor = t.system.spawn("talking", Talking::new);
      actor.tell("fail");
      t.run();
      List<ILoggingEvent> errors =
          lines.list.stream().filter(line -> line.getLevel() == Level.ERROR).toList();
      assertThat(errors)
          .singleElement()
          .satisfies(
              line -> {
                assertThat(line.getFormattedMessage())
                    .isEqualTo(
                        "tactus://t/user/talking failed on String; supervision decided: RESTART");
                assertThat(line.getThrowableProxy().getMessage()).isEqualTo("broken");
              });
    }
  }

  @Test
  void log_twoActorsInTurn_eachCarriesItsOwnPath() {
    try (SteppedSystem t = SteppedSystem.start()) {
      for (String name : List.of("one", "two")) {
        ActorRef<Act> actor = t.puppet(name);
        actor.tell(ctx -> ctx.log().info(name));
        actor.tell(ctx -> assertThat(MDC.get("tactusPath")).isNull());
      }
      t.run();
      assertThat(lines.list)
          .allSatisfy(
              line ->
                  assertThat(line.getMDCPropertyMap().get("tactusPath"))
                      .isEqualTo("tactus://t/user/" + line.getMessage()));
      assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
    }
  }

  @Test
  void log_inTheLastHookOfAnActorThatStopsItself_leavesNothingBehind() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> actor =
          t.system.spawn(
              "a",
              () ->
                  new Actor<>() {
                    @Override
                    public void receive(Context<Act> ctx, Act act) throws Exception {
                      act.run(ctx);
                    }

                    @Override
                    public void stopped(Context<Act> ctx) {
                      ctx.log().info("stopped");
                    }
                  });
      t.run(actor, Context::stop);
      assertThat(lines.list).map(ILoggingEvent::getFormattedMessage).containsExactly("stopped");
      assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    } finally {
      MDC.clear();
    }
  }
}
