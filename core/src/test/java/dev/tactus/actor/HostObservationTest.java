package dev.tactus.actor;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.TimerDiagnostic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Somebody from outside who looks at the wall clock and at threads, by the public seams only: the
/// observer and the event stream. On virtual time, so the system itself looks at neither.
@Requirement("S3.2")
final class HostObservationTest {
  /// What was seen, with what only the host knows.
  private record Sight(String what, Instant at, Thread on) {}

  private final List<Sight> sights = new ArrayList<>();

  private void see(String what) {
    sights.add(new Sight(what, Instant.now(), Thread.currentThread()));
  }

  private final class HostObserver implements ActorObserver {
    @Override
    public void sent(ActorRef<?> receiver, Object message) {
      see("sent " + message);
    }

    @Override
    public void handling(ActorRef<?> receiver, Object message) {
      see("handling " + message);
    }

    @Override
    public void handled(ActorRef<?> receiver, Object message) {
      see("handled " + message);
    }
  }

  @Test
  void observers_thatNeedTheHost_seeTimersAndMessagesWithoutTheCoreKnowing() {
    try (VirtualSystem virtual =
        VirtualSystem.start(settings -> settings.withObserver(new HostObserver()))) {
      virtual
          .system
          .events()
          .subscribe(TimerDiagnostic.Fired.class, fired -> see("fired " + fired.timerId()));
      ActorRef<String> actor =
          virtual.system.spawn(
              "subject",
              () ->
                  (ctx, message) -> {
                    if (message.equals("go")) {
                      ctx.timers().once("k", ofMillis(50), "beat");
                    }
                  });
      actor.tell("go");
      virtual.advance(ofMillis(100));
    }
    assertThat(sights)
        .extracting(Sight::what)
        .containsExactly(
            "sent go",
            "handling go",
            "handled go",
            "fired 1",
            "sent beat",
            "handling beat",
            "handled beat");
    assertThat(sights)
        .allSatisfy(
            sight -> {
              assertThat(sight.at()).isAfter(Instant.parse("2020-01-01T00:00:00Z"));
              assertThat(sight.on()).isSameAs(Thread.currentThread());
            });
  }
}
