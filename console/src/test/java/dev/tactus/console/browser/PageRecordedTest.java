package dev.tactus.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.observe.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/// What the page shows of the past: recordings of systems, traces of simulations.
@DisabledIfSystemProperty(named = "tactus.browser", matches = "none")
final class PageRecordedTest {
  @TempDir private static Path folder;
  private static Stage stage;
  private static Browser browser;

  @BeforeAll
  static void open() {
    stage = new Stage(folder);
    browser = Browser.start();
    browser.open(stage.address("#/recordings"), 1280, 800, "dark");
  }

  @AfterAll
  static void close() {
    browser.close();
    stage.close();
  }

  @AfterEach
  void nothingToComplainOf() {
    assertThat(browser.complaints()).isEmpty();
  }

  private static void awaitMoment(int step) {
    Snapshot snapshot = StagedFigures.snapshot(step);
    browser.awaitText(
        ".connection",
        String.format(Locale.ROOT, "Recorded at 2026-11-15 10:%02d:%02d", step / 60, step % 60));
    browser.awaitText(
        ".tiles",
        "Queued messages\n" + String.format(Locale.ROOT, "%,d", snapshot.actors().queued()));
  }

  @Test
  void recording_isScrubbed_everyViewShowsThatMoment() {
    browser.go("#/recordings");
    browser.awaitText(".view-recordings", Stage.RECORDING);
    browser.click(".view-recordings td .link");
    browser.awaitText(".player", "1 of 120 moments");
    browser.until(
        "the slider has the focus",
        () -> browser.isTrue("document.activeElement.matches('.player-slider')"));
    browser.go("#/overview");
    awaitMoment(Stage.FIRST_RECORDED);

    browser.type(Keys.END);
    awaitMoment(Stage.LAST_RECORDED);
    browser.type(Keys.ARROW_LEFT);
    awaitMoment(Stage.LAST_RECORDED - 1);
    browser.type("[");
    awaitMoment(Stage.LAST_RECORDED - 2);
    browser.type("6");
    browser.awaitText("h1", "Dead letters");
    browser.awaitText(".view-letters", "Single dead letters are not part of a recording.");
    browser.awaitText(".connection", "Recorded at");

    browser.type("1", "p");
    browser.until("it plays on", () -> browser.text(".connection").contains("10:02:00"));
    browser.until(
        "it stops at the end",
        () ->
            "Play"
                .equals(
                    browser
                        .find(".player-buttons button:nth-child(2)")
                        .getAttribute("aria-label")));
    stage.next();
    browser.awaitText(".connection", "Recorded at");
    browser.type("l");
    browser.awaitText(".connection", "Live");
    assertThat(browser.find(".player").isDisplayed()).isFalse();
  }

  @Test
  void recording_withADamagedMoment_isPlayedAcrossIt() throws IOException {
    Path recordings = folder.resolve("recordings");
    List<String> lines = new ArrayList<>(Files.readAllLines(recordings.resolve(Stage.RECORDING)));
    lines.removeIf(line -> line.startsWith("{\"from\""));
    lines.set(3, lines.get(3).replace("\"snapshot\":{", "\"snapshot\":{damaged"));
    Path file = recordings.resolve("damaged.jsonl");
    Files.write(file, lines.subList(0, 6));
    try {
      browser.go("#/overview");
      browser.go("#/recordings");
      browser.awaitText(".view-recordings", "damaged.jsonl");
      browser.click(".view-recordings td .link");
      browser.awaitText(".player", "1 of 5 moments");
      browser.until(
          "the slider has the focus",
          () -> browser.isTrue("document.activeElement.matches('.player-slider')"));
      browser.go("#/overview");
      awaitMoment(Stage.FIRST_RECORDED);

      browser.type(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
      browser.awaitText(".player-error", "Snapshot 3 of damaged.jsonl is damaged");
      browser.type(Keys.ARROW_RIGHT);
      awaitMoment(Stage.FIRST_RECORDED + 3);
      assertThat(browser.find(".player-error").isDisplayed()).isFalse();
      browser.type(Keys.HOME, "p");
      awaitMoment(Stage.FIRST_RECORDED + 4);
      browser.type("l");
      browser.awaitText(".connection", "Live");
      assertThat(browser.complaints()).allMatch(it -> it.contains("/damaged.jsonl/3"));
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void trace_fromTheServer_isSteppedThrough() {
    browser.go("#/traces?name=" + Stage.TRACE);
    browser.awaitText(".trace-panel", "seed 0000000000000007");
    browser.awaitText(".trace-story", "#1 0 s: somebody outside sends PlaceOrder to /user/orders");

    browser.type(Keys.ARROW_DOWN);
    browser.awaitText(".trace-story", "/user/orders handles PlaceOrder");
    browser.awaitText(".trace-story", "because 0 s: somebody outside sends PlaceOrder");
    browser.type(Keys.ARROW_UP, Keys.ARROW_RIGHT);
    browser.awaitText(".trace-story", "#2 ");
    browser.type(Keys.HOME);
    browser.awaitText(".trace-story", "#1 ");
    assertThat(browser.find(".trace-box").getAttribute("aria-valuetext")).contains("PlaceOrder");
  }

  @Test
  void trace_isFiltered_showsOnlyTheseEvents() {
    browser.go("#/traces?name=" + Stage.TRACE);
    browser.awaitText(".trace-panel", "events");
    long all = browser.number("Number(document.querySelector('.trace-box').ariaValueMax)");

    browser.type("/");
    browser.type("payments");
    browser.until(
        "fewer events",
        () -> browser.number("Number(document.querySelector('.trace-box').ariaValueMax)") < all);
    assertThat(browser.text(".trace-list")).contains("payments").doesNotContain("/user/orders");
    browser.type(Keys.BACK_SPACE.toString().repeat("payments".length()));
    browser.until(
        "all events",
        () -> browser.number("Number(document.querySelector('.trace-box').ariaValueMax)") == all);
  }

  @Test
  void trace_fromThisComputer_isOpened() throws IOException {
    Path file = folder.resolve("mine.trace");
    Files.writeString(
        file,
        """
        tactus-trace 1 seed 00000000000000FF
        0\tSTARTED\t/user/<b>bold</b>\t\t
        5000000\tFAILED\t/user/<b>bold</b>\t\tOops RESTART
        """);
    browser.go("#/traces");
    browser.awaitText(".view-traces", "Open a file");

    browser.find("#trace-file").sendKeys(file.toString());
    browser.awaitText(".trace-panel", "seed 00000000000000FF");
    assertThat(browser.text(".trace-list"))
        .contains("5 ms: /user/<b>bold</b>, failed Oops RESTART");
  }

  @Test
  void trace_thatIsNone_saysWhatIsWrong() throws IOException {
    Path file = folder.resolve("wrong.trace");
    Files.writeString(file, "tactus-trace 1 seed 1\n12\tSENT\tthree fields\n");
    browser.go("#/traces");
    browser.awaitText(".view-traces", "Open a file");

    browser.find("#trace-file").sendKeys(file.toString());
    browser.awaitText(".view-traces", "Line 2 of the trace has 3 fields, not five.");
  }
}
