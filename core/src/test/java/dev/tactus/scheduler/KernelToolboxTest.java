package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.HostTickDriver;
import dev.tactus.time.driver.LoopingTickDriver;
import dev.tactus.time.driver.TickDriverProvider;
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

/// Which of the drivers on the class path is taken.
@Requirement({"S6.4", "S6.6"})
final class KernelToolboxTest {
  /// A provider that does not know whether it works.
  public static final class Unsure implements TickDriverProvider {
    @Override
    public String name() {
      return "unsure";
    }

    @Override
    public Optional<String> obstacle() {
      throw new IllegalStateException("cannot tell");
    }

    @Override
    public Clock clock() {
      throw new IllegalStateException("not asked for");
    }

    @Override
    public LoopingTickDriver create() {
      throw new IllegalStateException("not asked for");
    }
  }

  /// A provider that promises more than it keeps.
  public static final class Failing implements TickDriverProvider {
    @Override
    public String name() {
      return "failing";
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
      throw new UnsatisfiedLinkError("no such call");
    }
  }

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
      super(KernelToolboxTest.class.getClassLoader());
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

  private RuntimeToolbox kernelWith(Class<?>... providers) throws IOException {
    List<String> names = List.of(providers).stream().map(Class::getName).toList();
    Path file = Files.write(dir.resolve("providers"), names);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(new Configured(file.toUri().toURL()));
    try {
      return RuntimeToolbox.kernel();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void kernel_withProvidersThatFail_takesTheNextOneThatWorks() throws IOException {
    RuntimeToolbox toolbox = kernelWith(Unsure.class, Failing.class, Working.class);
    assertThat(toolbox.fallback()).isEmpty();
    assertThat(toolbox.clock()).isInstanceOf(ManualClock.class);
  }

  @Test
  void kernel_withNoneThatWorks_fallsBackAndSaysWhy() throws IOException {
    RuntimeToolbox toolbox = kernelWith(Unsure.class);
    assertThat(toolbox.fallback())
        .hasValueSatisfying(
            warning ->
                assertThat(warning.toString())
                    .contains(Unsure.class.getName())
                    .contains("cannot tell"));
    assertThat(toolbox.clock()).isNotInstanceOf(ManualClock.class);
  }
}
