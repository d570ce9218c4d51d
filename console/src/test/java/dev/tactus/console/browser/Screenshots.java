package dev.tactus.console.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;
import org.openqa.selenium.Keys;

/// Takes the pictures of the console that the documentation shows: of the staged shop, at the same
/// step each time. Letters are those that are installed where it runs; the pictures in the
/// repository have Inter and JetBrains Mono (Debian: fonts-inter, fonts-jetbrains-mono).
///
/// ```text
/// mvn -B -pl console -am test -DskipTests -Pscreenshots
/// ```
final class Screenshots {
  /// A little more than the two minutes that charts show.
  private static final int STEPS = 126;

  private static final int WIDTH = 1280;
  private static final int HEIGHT = 800;

  private final Stage stage;
  private final Browser browser;
  private final Path pictures;

  private Screenshots(Stage stage, Browser browser, Path pictures) {
    this.stage = stage;
    this.browser = browser;
    this.pictures = pictures;
  }

  /// Writes them to the folder that is given.
  public static void main(String[] args) throws IOException {
    Path pictures = Files.createDirectories(Path.of(args[0]));
    Path folder = Files.createTempDirectory("tactus-stage");
    try (Stage stage = new Stage(folder);
        Browser browser = Browser.start()) {
      new Screenshots(stage, browser, pictures).takeAll();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  private void takeAll() {
    String till = "#/actors?path=" + StagedActors.TILL;
    browser.open(stage.address(till), WIDTH, HEIGHT, "light");
    browser.awaitText("[role=tree]", "till-12");
    while (stage.source.step() < STEPS) {
      long step = stage.next();
      browser.awaitText(".top", String.format(Locale.ROOT, "10:%02d:%02d", step / 60, step % 60));
      browser.awaitText(
          ".view-actors .facts", "Waiting\n" + StagedActors.info(StagedActors.TILL, step).depth());
    }
    take("actors", till, "light");
    take("overview", "#/overview", "dark");
    take("workers", "#/workers", "dark");
    take("timers", "#/timers", "dark");
    takeTrace();
    browser.size(360, 740);
    take("phone", "#/overview", "dark");
  }

  /// The trace, at the first event that is a failure.
  private void takeTrace() {
    browser.go("#/traces?name=" + Stage.TRACE);
    browser.awaitText(".trace-story", "#1 ");
    long before =
        StagedTrace.text().lines().skip(1).takeWhile(line -> !line.contains("\tFAILED\t")).count();
    browser.type(Keys.ARROW_RIGHT.toString().repeat((int) before));
    browser.awaitText(".trace-story", "failed");
    take("traces", "#/traces?name=" + Stage.TRACE, "light");
  }

  private void take(String name, String hash, String scheme) {
    browser.scheme(scheme);
    browser.go(hash);
    browser.until("all is loaded", () -> browser.count(".view:not([hidden]) .loading") == 0);
    browser.frames(4);
    try {
      Files.write(pictures.resolve("console-" + name + ".png"), browser.picture());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
