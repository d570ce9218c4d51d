package dev.tactus.time.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ManualClock;
import dev.tactus.time.host.HostParker;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Requirement("S6.4")
final class TickDriverProviderTest {
  /// A provider that works.
  public static final class Working implements TickDriverProvider {
    @Override
    public String name() {
      return "working";
    }

    @Override
    public Optional<String> obstacle() {
      return Optional.empty();
    }

    @Override
    public Clock clock() {
      return ManualClock.atZero();
    }

    @Override
    public LoopingTickDriver create() {
      return HostTickDriver.waitingBy(new HostParker());
    }
  }

  /// Shows the service loader a configuration of our own.
  private static final class Configured extends ClassLoader {
    private final URL configuration;

    Configured(URL configuration) {
      super(TickDriverProviderTest.class.getClassLoader());
      this.configuration = configuration;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      return name.equals("META-INF/services/" + TickDriverProvider.class.getName())
          ? Collections.enumeration(List.of(configuration))
          : super.getResources(name);
    }
  }

  @TempDir Path dir;

  private List<TickDriverProvider> allOf(String... classes) throws IOException {
    Path file = Files.write(dir.resolve("providers"), List.of(classes));
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(new Configured(file.toUri().toURL()));
    try {
      return TickDriverProvider.all();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void all_oneIsThere_isFound() throws IOException {
    List<TickDriverProvider> found = allOf(Working.class.getName());

    assertThat(found).hasSize(1);
    assertThat(found.getFirst().name()).isEqualTo("working");
    assertThat(found.getFirst().obstacle()).isEmpty();
    assertThat(found.getFirst().create().kind()).isEqualTo(DriverKind.HOST);
  }

  @Test
  void all_oneCannotBeLoaded_isListedWithItsObstacleAndTheOthersAreFound() throws IOException {
    List<TickDriverProvider> found = allOf("dev.tactus.Nowhere", Working.class.getName());

    assertThat(found).hasSize(2);
    assertThat(found.getLast().name()).isEqualTo("working");
    TickDriverProvider unloadable = found.getFirst();
    assertThat(unloadable.obstacle()).hasValueSatisfying(o -> assertThat(o).contains("Nowhere"));
    assertThatThrownBy(unloadable::create)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Nowhere");
    assertThatThrownBy(unloadable::clock)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Nowhere");
  }

  @Test
  void all_noneIsThere_isEmpty() throws IOException {
    assertThat(allOf()).isEmpty();
  }
}
