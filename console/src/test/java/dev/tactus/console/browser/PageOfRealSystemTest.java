package dev.tactus.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.console.Console;
import dev.tactus.console.ConsoleSettings;
import dev.tactus.observe.Observatory;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/// The page with nothing staged: actors, timers and workers that run.
@DisabledIfSystemProperty(named = "tactus.browser", matches = "none")
final class PageOfRealSystemTest {
  private static final List<String> VIEWS =
      List.of("workers", "processes", "letters", "warnings", "recordings", "traces", "overview");

  /// Timers fire, whatever their rate.
  private static final String FIRING = "(?s).*Fired\n[1-9][0-9.]*/s.*";

  @Test
  void page_ofARunningSystem_showsItInEachView() {
    ConsoleSettings settings = ConsoleSettings.DEFAULT.withPort(0);
    try (ActorSystem system = ActorSystem.start("bank");
        Observatory observatory = Observatory.of(system);
        Console console = Console.start(observatory, settings);
        Browser browser = Browser.start()) {
      ActorRef<String> teller = system.spawn("teller", () -> (ctx, text) -> {});
      ActorRef<String> clock =
          system.spawn(
              "clock",
              () ->
                  (ctx, text) -> {
                    if (text.equals("start")) {
                      ctx.timers().atFixedRate("beat", Duration.ofMillis(20), "beat");
                    } else {
                      teller.tell(text);
                    }
                  });
      clock.tell("start");
      browser.open(URI.create(console.address() + "#/actors"), 1280, 800, "dark");

      browser.click("[data-path='tactus://bank/user/teller'] .tree-row");
      browser.awaitText(".view-actors .facts", "Latest message\nString");
      browser.go("#/timers");
      browser.awaitText(".view-timers tbody", "Fixed rate");
      browser.until("a rate", () -> browser.text(".view-timers .facts").matches(FIRING));
      for (String view : VIEWS) {
        browser.go("#/" + view);
        browser.until(
            view,
            () ->
                browser.find(".view-" + view).isDisplayed()
                    && browser.count(".view:not([hidden]) .loading") == 0);
      }
      browser.until("turns", () -> browser.text(".tiles").matches("(?s).*Turns\n[1-9].*"));
      assertThat(browser.text(".brand")).contains("bank");
      assertThat(browser.text(".nav-version")).isEqualTo("Read only");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
