package dev.tactus.console.browser;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/// A real browser without a window. Everything that a page shows a little later is waited for.
///
/// Threads: one at a time.
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration GLANCE = Duration.ofMillis(25);
  private static final List<String> PLACES =
      List.of("/usr/bin", "/usr/local/bin", "/snap/bin", "/usr/lib/chromium");

  /// It warns that it does not know the newest browser, of which nothing is used that it would need
  /// to know.
  private static final Logger VERSIONS =
      Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

  private final ChromeDriver driver;
  private final Path profile;

  private Browser(ChromeDriver driver, Path profile) {
    this.driver = driver;
    this.profile = profile;
  }

  /// Starts one with a fresh profile.
  static Browser start() {
    VERSIONS.setLevel(Level.SEVERE);
    try {
      Path profile = Files.createTempDirectory("tactus-browser");
      LoggingPreferences logs = new LoggingPreferences();
      logs.enable(LogType.BROWSER, Level.ALL);
      ChromeOptions options = new ChromeOptions();
      options.setBinary(program("chromium", "chromium-browser", "google-chrome").toFile());
      options.setCapability("goog:loggingPrefs", logs);
      options.addArguments(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-dev-shm-usage",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--hide-scrollbars",
          "--user-data-dir=" + profile);
      ChromeDriverService service =
          new ChromeDriverService.Builder()
              .usingDriverExecutable(program("chromedriver").toFile())
              .usingAnyFreePort()
              .build();
      return new Browser(new ChromeDriver(service, options), profile);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The first of these programs that is installed.
  private static Path program(String... names) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    List<String> folders = Stream.concat(PLACES.stream(), Stream.of(path.split(":", -1))).toList();
    return Stream.of(names)
        .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The tests of the console's page need Chromium, and "
                        + String.join(", ", names)
                        + " is not installed. Install it (Debian, Ubuntu: apt-get install chromium"
                        + " chromium-driver), or leave these tests out with"
                        + " -Dtactus.browser=none."));
  }

  /// Opens a page at this size, as people see it who like this scheme of colours.
  void open(URI address, int width, int height, String scheme) {
    size(width, height);
    scheme(scheme);
    driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", "UTC"));
    driver.get("about:blank");
    driver.get(address.toString());
  }

  /// How many elements match.
  long count(String selector) {
    return driver.findElements(By.cssSelector(selector)).size();
  }

  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /// `dark` or `light`.
  void scheme(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", scheme),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  /// Goes to a view by the address.
  void go(String hash) {
    script("location.hash = arguments[0]", hash);
  }

  /// Types keys to whatever has the focus.
  void type(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /// The text of the part of the page that is shown.
  String text() {
    return text("body");
  }

  String text(String selector) {
    return String.valueOf(
        script("return document.querySelector(arguments[0])?.innerText ?? ''", selector));
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  void click(String selector) {
    until(
        "something to click at " + selector,
        () -> {
          try {
            find(selector).click();
            return true;
          } catch (NoSuchElementException
              | ElementNotInteractableException
              | StaleElementReferenceException e) {
            return false;
          }
        });
  }

  @Nullable Object script(String code, Object... arguments) {
    return driver.executeScript(code, arguments);
  }

  /// Waits until the page was drawn so many times.
  void frames(int count) {
    for (int i = 0; i < count; i++) {
      script("return new Promise((done) => requestAnimationFrame(() => done(true)))");
    }
  }

  boolean isTrue(String code, Object... arguments) {
    return Boolean.TRUE.equals(script("return Boolean(" + code + ")", arguments));
  }

  long number(String code) {
    return script("return " + code) instanceof Number number ? number.longValue() : Long.MIN_VALUE;
  }

  /// Waits until this part of the page shows this text.
  void awaitText(String selector, String wanted) {
    until("«" + wanted + "» in " + selector, () -> text(selector).contains(wanted));
  }

  void until(String what, Callable<Boolean> condition) {
    await(what).atMost(PATIENCE).pollInterval(GLANCE).until(condition);
  }

  /// What the browser complained of since it was asked last: errors of scripts, of the content
  /// security policy, of the network.
  List<String> complaints() {
    return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  byte[] picture() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  @Override
  public void close() {
    driver.quit();
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      profile.toFile().deleteOnExit();
    }
  }
}
