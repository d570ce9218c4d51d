package dev.tactus.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.observe.Snapshot;
import dev.tactus.observe.WorkerFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/// Each view of the page in a real browser, with figures that are known.
@DisabledIfSystemProperty(named = "tactus.browser", matches = "none")
final class PageViewsTest {
  private static final List<String> TITLES =
      List.of(
          "Overview",
          "Actors",
          "Workers",
          "Timers",
          "Processes",
          "Dead letters",
          "Warnings",
          "Recordings",
          "Traces");
  private static final String CURRENT = ".view:not([hidden])";

  @TempDir private static Path folder;
  private static Stage stage;
  private static Browser browser;

  @BeforeAll
  static void open() {
    stage = new Stage(folder);
    browser = Browser.start();
    browser.open(stage.address(), 1280, 800, "dark");
  }

  @AfterAll
  static void close() {
    browser.close();
    stage.close();
  }

  @BeforeEach
  void wide() {
    browser.size(1280, 800);
    browser.type(Keys.ESCAPE);
  }

  @AfterEach
  void nothingToComplainOf() {
    assertThat(browser.complaints()).isEmpty();
  }

  /// Takes a step and waits until a view shows it.
  private static Snapshot step(String hash) {
    browser.go(hash);
    long number = stage.next();
    Snapshot snapshot = StagedFigures.snapshot(number);
    browser.awaitText(".top", clock(number));
    return snapshot;
  }

  private static String clock(long step) {
    return String.format(Locale.ROOT, "10:%02d:%02d", step / 60, step % 60);
  }

  private static String grouped(long figure) {
    return String.format(Locale.ROOT, "%,d", figure);
  }

  @Test
  void overview_ofABusySystem_showsItsFigures() {
    Snapshot snapshot = step("#/overview");

    long waiting =
        snapshot.dispatchers().stream()
            .mapToLong(
                it ->
                    it.globalWaiting()
                        + it.workers().stream().mapToLong(WorkerFigures::waiting).sum())
            .sum();
    browser.awaitText(".tiles", "Waiting turns\n" + grouped(waiting));
    assertThat(browser.text(".tiles"))
        .contains("Queued messages\n" + grouped(snapshot.actors().queued()))
        .contains("Actors\n1.02 M")
        .contains("Workers busy", "Timers fired", "Dead letters");
    assertThat(browser.text(".findings"))
        .contains("Mailbox growing", "TAC-0901", snapshot.findings().getFirst().text());
    assertThat(browser.text(CURRENT)).contains("blocking-1", "stuck", "no. " + snapshot.number());
  }

  @Test
  void overview_betweenTwoSnapshots_showsWhatHappenedInASecond() {
    Snapshot before = step("#/overview");
    Snapshot after = step("#/overview");

    long fired = after.timers().metrics().fired() - before.timers().metrics().fired();
    browser.awaitText(".tiles", "Timers fired\n" + grouped(fired));
  }

  @Test
  void actors_aMillionChildren_comePageByPage() {
    step("#/actors");
    String tree = "[role=tree] ";
    browser.awaitText("[role=tree]", "inventory");
    browser.script("document.querySelector('[role=treeitem][tabindex=\"0\"]').focus()");
    String inventory = "[data-path='" + StagedActors.USER + "inventory']";
    browser.until(
        "the focus at inventory",
        () -> {
          browser.type(Keys.ARROW_DOWN);
          return browser.isTrue("document.activeElement.matches(arguments[0])", inventory);
        });

    browser.type(Keys.ARROW_RIGHT);
    browser.awaitText(inventory, "item-100");
    assertThat(browser.count(inventory + " [role=treeitem]")).isEqualTo(100);
    browser.click(tree + ".more");
    browser.awaitText(inventory, "item-200");
    assertThat(browser.count(inventory + " [role=treeitem]")).isEqualTo(200);

    browser.type(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
    browser.until("it is closed", () -> browser.count(inventory + "[aria-expanded=false]") == 1);
  }

  @Test
  void actors_searchedByText_areFound() {
    step("#/actors");

    browser.type("/");
    browser.type("till-12");
    browser.awaitText(".found", "/user/tills/till-12");
    assertThat(browser.text(".found")).doesNotContain("/user/mailer");
    browser.type(Keys.BACK_SPACE.toString().repeat("till-12".length()));
    browser.until("the tree is back", () -> browser.find(".tree").isDisplayed());
  }

  @Test
  void actors_oneIsChosen_showsItWithItsEvents() {
    step("#/actors?path=" + StagedActors.TILL);

    browser.awaitText(CURRENT, "Recent events");
    browser.awaitText(
        CURRENT + " .facts",
        "Waiting\n" + grouped(StagedActors.info(StagedActors.TILL, stage.source.step()).depth()));
    assertThat(browser.text(".crumbs")).isEqualTo(StagedActors.TILL);
    assertThat(browser.text(CURRENT)).contains("Waiting messages", "default");
    browser.awaitText(CURRENT + " .log", "PaymentRefused");
  }

  @Test
  void actors_oneThatIsGone_saysSo() {
    step("#/actors?path=tactus://shop/user/nobody");

    browser.awaitText(CURRENT, "There is no such actor any more.");
    assertThat(browser.complaints()).allMatch(it -> it.contains("404"));
  }

  @Test
  void workers_ofTwoDispatchers_showWhatTheyDo() {
    step("#/workers");
    Snapshot snapshot = step("#/workers");

    browser.awaitText(CURRENT, "stuck for");
    assertThat(browser.count(".worker")).isEqualTo(6);
    assertThat(browser.text(".dispatcher"))
        .contains("default", "64 messages a turn", "default-3", "steals/s", "parks/s")
        .contains("Shared queue\n" + snapshot.dispatchers().getFirst().globalWaiting());
    assertThat(browser.find(".worker-plot").getAttribute("aria-label")).contains("Busy", "steals");
  }

  @Test
  void timers_wheelWithArrowKeys_tellsWhatASlotHolds() {
    Snapshot snapshot = step("#/timers");
    browser.until(
        "the wheel has the focus",
        () -> {
          browser.script("document.querySelector('.wheel').focus()");
          return browser.isTrue("document.activeElement.matches('.wheel')");
        });
    browser.type(Keys.ARROW_RIGHT);

    // 512 slots are drawn as 128 groups of four; the second begins four ticks later.
    long first = snapshot.timers().position() + 5;
    long count = 0;
    for (long tick = first; tick < first + 4; tick++) {
      count += snapshot.timers().slots().get((int) (tick % StagedFigures.SLOTS));
    }
    browser.awaitText(
        ".wheel-told",
        "Ticks %s to %s, due in 40 ms to 80 ms: %s timers"
            .formatted(grouped(first), grouped(first + 3), grouped(count)));
  }

  @Test
  void timers_periodicJobs_comePageByPage() {
    step("#/timers");

    browser.awaitText(CURRENT, "#1000");
    assertThat(browser.count(CURRENT + " tbody tr")).isEqualTo(25);
    browser.click(CURRENT + " .more");
    browser.until("two pages", () -> browser.count(CURRENT + " tbody tr") == 50);
    assertThat(browser.text(CURRENT)).contains("Overflow", "of 1.05 M", "Drift", "Lateness");
  }

  @Test
  void processes_ofASystem_areListed() {
    Snapshot snapshot = step("#/processes");

    browser.awaitText(CURRENT, "pid-75601");
    assertThat(browser.text(CURRENT))
        .contains("sagas", "OrderSaga", "Blocked")
        .contains(grouped(snapshot.processes().getFirst().stats().alive()));
  }

  @Test
  void letters_byReason_areCountedAndListed() {
    Snapshot snapshot = step("#/letters");

    long overflow = snapshot.deadLetters().get(DeadLetterReason.OVERFLOW).longValue();
    browser.awaitText(".reasons", grouped(overflow));
    assertThat(browser.text(".reasons")).contains("No recipient", "The mailbox was full.");
    browser.awaitText(CURRENT + " tbody", "Nobody handled a SendInvoice: OVERFLOW");
  }

  @Test
  void warnings_finding_showsItsStackAndIsExplained() {
    step("#/warnings");

    browser.awaitText(".cards", "at com.example.shop.SmtpClient.await(SmtpClient.java:88)");
    browser.click(".card .link.code");
    browser.awaitText("dialog", "A mailbox grows");
    assertThat(browser.text("dialog table")).contains("messages that wait");
    browser.type(Keys.ESCAPE);
    browser.until("the dialog is closed", () -> browser.count("dialog") == 0);
  }

  @Test
  void warnings_logIsFiltered_showsOnlyWhatPasses() {
    step("#/warnings");
    browser.awaitText(".view-warnings .log", "PaymentRefused");

    browser.type("/");
    browser.type("nothing like it");
    browser.awaitText(CURRENT, "No event passes the filter.");
    browser.type(Keys.BACK_SPACE.toString().repeat("nothing like it".length()), "a tick began");
    browser.awaitText(".view-warnings .log", "DriftExceeded");
    assertThat(browser.text(".view-warnings .log")).doesNotContain("PaymentRefused");
    browser.type(Keys.BACK_SPACE.toString().repeat("a tick began".length()));
  }

  @Test
  void views_byTheirNumber_areReachedWithoutAPointer() {
    for (int number = TITLES.size(); number >= 1; number--) {
      browser.type(String.valueOf(number));
      browser.awaitText("h1", TITLES.get(number - 1));
      assertThat(browser.text(".nav [aria-current=page]")).contains(TITLES.get(number - 1));
      assertThat(browser.isTrue("document.activeElement.id === 'main'")).isTrue();
    }
  }

  @Test
  void keys_questionMark_showsThem() {
    browser.type("?");
    browser.awaitText("dialog", "switch to a view");
    browser.type(Keys.ESCAPE);
    browser.until("the dialog is closed", () -> browser.count("dialog") == 0);
  }

  @Test
  void skipLink_isFirst_leadsToTheView() {
    browser.open(stage.address("#/overview"), 1280, 800, "dark");
    browser.awaitText("h1", "Overview");

    browser.type(Keys.TAB);
    assertThat(browser.isTrue("document.activeElement.matches('.skip')")).isTrue();
    browser.type(Keys.ENTER);
    assertThat(browser.isTrue("document.activeElement.id === 'main'")).isTrue();
    assertThat(browser.text("h1")).isEqualTo("Overview");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "overview",
        "actors",
        "actors?path=" + StagedActors.TILL,
        "workers",
        "timers",
        "processes",
        "letters",
        "warnings",
        "recordings",
        "traces?name=" + Stage.TRACE
      })
  void views_onAPhone_stayWithinItsWidth(String view) {
    browser.size(360, 740);
    step("#/" + view);
    browser.until("all is loaded", () -> browser.count(CURRENT + " .loading") == 0);

    assertThat(browser.number("document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(browser.number("document.documentElement.clientWidth"));
  }

  @Test
  void menu_onAPhone_opensAndLeadsToAView() {
    browser.size(360, 740);
    browser.go("#/overview");
    browser.until("the list is hidden", () -> !browser.find(".nav-list").isDisplayed());

    browser.click(".menu");
    browser.click(".nav-list a[href='#/timers']");
    browser.awaitText("h1", "Timers");
    assertThat(browser.find(".nav-list").isDisplayed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dark", "light"})
  void texts_inEachScheme_haveContrast(String scheme) {
    browser.scheme(scheme);
    step("#/overview");
    assertThat(Contrast.lowest(browser, ".tile-label", ".tile-value", ".tile-unit", ".tile-range"))
        .isGreaterThanOrEqualTo(Contrast.ENOUGH);
    assertThat(Contrast.lowest(browser, "h1", "h2", ".dim", ".nav-list a", ".link.code", "th"))
        .isGreaterThanOrEqualTo(Contrast.ENOUGH);
    assertThat(Contrast.lowest(browser, ".badge", ".path", ".legend-item", ".meter .num"))
        .isGreaterThanOrEqualTo(Contrast.ENOUGH);
    step("#/warnings");
    assertThat(Contrast.lowest(browser, ".card p", ".stack-trace", "summary", ".nav-count"))
        .isGreaterThanOrEqualTo(Contrast.ENOUGH);
  }

  @Test
  void theme_isSwitched_winsOverTheScheme() {
    browser.scheme("dark");
    step("#/overview");
    Object dark = browser.script("return getComputedStyle(document.body).backgroundColor");

    browser.type("t", "t");
    assertThat(browser.text(".nav-tool")).contains("Light");
    assertThat(browser.script("return getComputedStyle(document.body).backgroundColor"))
        .isNotEqualTo(dark);
    browser.type("t");
    assertThat(browser.script("return getComputedStyle(document.body).backgroundColor"))
        .isEqualTo(dark);
  }
}
