package dev.tactus.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/// The page and a running system: names that mean harm, a connection that breaks, and actions.
@DisabledIfSystemProperty(named = "tactus.browser", matches = "none")
final class PageLiveTest {
  @TempDir private static Path folder;
  private static Stage stage;
  private static Browser browser;

  @BeforeAll
  static void open() {
    stage = new Stage(folder);
    browser = Browser.start();
  }

  @AfterAll
  static void close() {
    browser.close();
    stage.close();
  }

  @BeforeEach
  void fresh() {
    browser.open(stage.address("#/overview"), 1280, 800, "light");
    browser.awaitText(".connection", "Live");
    stage.deeds.clear();
    browser.complaints();
  }

  @Test
  void actor_withMarkupForAName_isShownAsText() {
    browser.go("#/actors?path=" + encoded(StagedActors.USER + StagedActors.HOSTILE));
    stage.next();

    browser.awaitText("[role=tree]", StagedActors.HOSTILE);
    browser.awaitText(".crumbs", StagedActors.HOSTILE);
    browser.go("#/actors?text=" + encoded("onerror"));
    browser.awaitText(".found", StagedActors.HOSTILE);
    assertThat(browser.count("img")).isZero();
    assertThat(browser.complaints()).isEmpty();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Test
  void page_leftManyTimes_holdsNoConnections() {
    int moreThanABrowserHas = 8;
    for (int i = 0; i < moreThanABrowserHas; i++) {
      fresh();
    }
    browser.go("#/actors?path=" + encoded(StagedActors.USER + StagedActors.HOSTILE));

    browser.awaitText(".crumbs", StagedActors.HOSTILE);
  }

  @Test
  void connection_isLost_isSaidAndComesBack() {
    stage.next();
    browser.awaitText(".top", "10:00:");

    stage.breakOff();
    browser.awaitText(".banner", "Connection lost, retrying");
    browser.awaitText("#said", "Connection lost, retrying.");
    browser.awaitText(".connection", "Connection lost");
    stage.resume();
    browser.awaitText(".connection", "Live");
    browser.awaitText("#said", "Connected again.");
    assertThat(browser.find(".banner").isDisplayed()).isFalse();
    assertThat(browser.complaints()).allMatch(it -> it.contains("net::ERR_"));
  }

  /// A feed of its own, whose stream and silence are made up.
  private static String ofFeed(String deed) {
    return String.valueOf(
        browser.script(
            """
            return import('./assets/feed.js').then(({ Feed }) => {
              const { EventSource, setTimeout } = window;
              const heard = {};
              const said = [];
              let silences = 0;
              window.setTimeout = () => { silences += 1; return 0; };
              window.EventSource = class {
                addEventListener(name, listener) { heard[name] = listener; }
                close() {}
              };
              const store = {
                about: { intervalMillis: 1000 },
                connection: { state: 'live' },
                connected: (state, reason) => said.push(`${state}: ${reason}`),
                takeLive: (snapshot) => snapshot.timers.metrics,
              };
              try {
                new Feed(store).start();
                %s
                return JSON.stringify({ silences, said });
              } finally {
                Object.assign(window, { EventSource, setTimeout });
              }
            })
            """
                .formatted(deed)));
  }

  @Test
  void heartbeat_withoutSnapshots_isNoSilence() {
    assertThat(ofFeed("heard.beat?.({ data: '' });"))
        .isEqualTo("{\"silences\":2,\"said\":[\"connecting: undefined\"]}");
  }

  @Test
  void snapshot_withoutAPart_isSaidToBeNone() {
    assertThat(ofFeed("heard.snapshot({ data: '{\"number\":1}' });"))
        .contains("lost: The server sent something that is not a snapshot.");
  }

  @Test
  void stop_withTheToken_isDoneAfterAQuestion() {
    browser.go("#/actors?path=" + encoded(StagedActors.TILL));
    stage.next();
    browser.click(".button.danger");
    browser.awaitText("dialog", "Stop " + StagedActors.TILL);

    browser.type("not the token", Keys.ENTER);
    browser.awaitText("dialog", "TAC-0703");
    assertThat(stage.deeds).isEmpty();
    browser.type(Keys.BACK_SPACE.toString().repeat("not the token".length()), Stage.TOKEN);
    browser.type(Keys.ENTER);
    browser.until("the dialog is closed", () -> browser.count("dialog") == 0);
    assertThat(stage.deeds).containsExactly("stop " + StagedActors.TILL);
    assertThat(browser.complaints()).hasSize(1).allMatch(it -> it.contains("/api/actions/stop"));
    assertThat(
            browser.isTrue(
                "JSON.stringify({...localStorage, ...sessionStorage}).includes('token')"))
        .isFalse();
  }

  @Test
  void stop_isCancelled_doesNothing() {
    browser.go("#/actors?path=" + encoded(StagedActors.TILL));
    stage.next();
    browser.click(".button.danger");
    browser.awaitText("dialog", "Stop " + StagedActors.TILL);

    browser.type(Stage.TOKEN, Keys.ESCAPE);
    browser.until("the dialog is closed", () -> browser.count("dialog") == 0);
    assertThat(stage.deeds).isEmpty();
  }

  @Test
  void logLevelAndDump_withTheToken_areDone() throws IOException {
    browser.go("#/warnings");
    browser.click(".inline-form .button");
    browser.awaitText("dialog", "Log dev.tactus at DEBUG");
    browser.type(Stage.TOKEN, Keys.ENTER);
    browser.awaitText(".actions", "dev.tactus logs at DEBUG.");

    // The token is still known to this tab.
    browser.click(".actions > .button");
    browser.awaitText("dialog", "to a file on the server");
    browser.type(Keys.ENTER);
    browser.awaitText(".actions", "Written:");
    assertThat(stage.deeds).containsExactly("dev.tactus DEBUG");
    try (Stream<Path> dumps = Files.list(folder.resolve("dumps"))) {
      assertThat(dumps).hasSize(1);
    }
    assertThat(browser.complaints()).isEmpty();
  }
}
