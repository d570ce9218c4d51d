package dev.tactus.time.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.driver.DriverKind;
import dev.tactus.time.driver.TickDriverProvider;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
@Requirement("S6.4")
class KernelTickDriverProviderTest {
  @Test
  void all_moduleOnTheClassPath_findsTheProvider() {
    assertThat(TickDriverProvider.all())
        .hasAtLeastOneElementOfType(KernelTickDriverProvider.class)
        .anyMatch(provider -> provider.name().equals("kernel"));
  }

  @Test
  void moduleDescriptor_providesTheSameAsTheServicesFile() throws Exception {
    Path classes = location(KernelTickDriverProvider.class);
    try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
      assertThat(ModuleDescriptor.read(in).provides())
          .singleElement()
          .satisfies(
              provides -> {
                assertThat(provides.service()).isEqualTo(TickDriverProvider.class.getName());
                assertThat(provides.providers())
                    .isEqualTo(
                        Files.readAllLines(
                            classes.resolve("META-INF/services/" + provides.service())));
              });
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void obstacle_onLinux_thereIsNone() {
    KernelTickDriverProvider provider = new KernelTickDriverProvider();
    int before = Descriptors.anonymous();

    assertThat(provider.obstacle()).isEmpty();

    assertThat(Descriptors.anonymous()).isEqualTo(before);
    assertThat(provider.clock()).isSameAs(KernelClock.instance());
    assertThat(provider.create().kind()).isEqualTo(DriverKind.KERNEL);
  }

  @Test
  void obstacle_otherSystem_isNamed() {
    KernelTickDriverProvider provider = new KernelTickDriverProvider("Plan 9", KernelTimer::open);

    assertThat(provider.obstacle())
        .hasValue("the operating system is Plan 9; timerfd exists on Linux only");
    assertThatThrownBy(provider::create)
        .isInstanceOf(KernelTimerException.class)
        .hasMessageContainingAll("Plan 9", "HostTickDriver");
    assertThatThrownBy(provider::clock).isInstanceOf(KernelTimerException.class);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void obstacle_cLibraryWithoutOneOfTheFunctions_isNamed() {
    NoSuchElementException missing = new NoSuchElementException("Symbol not found: timerfd_create");
    for (LinkageError failure :
        List.of(
            new ExceptionInInitializerError(missing),
            new NoClassDefFoundError("Could not initialize class LibC"))) {
      KernelTickDriverProvider provider =
          new KernelTickDriverProvider(
              "Linux",
              interval -> {
                throw failure;
              });

      assertThat(provider.obstacle().orElseThrow())
          .startsWith("the functions of the C library could not be bound: ")
          .containsAnyOf("timerfd_create", "LibC");
      assertThatThrownBy(provider::create)
          .isInstanceOf(KernelTimerException.class)
          .hasMessageContaining("could not be bound");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void obstacle_nativeAccessDenied_saysHowToAllowIt() throws Exception {
    assertThat(outputOf(List.of("--illegal-native-access=deny"), List.of()))
        .containsExactly(
            "at first: the JVM denies native access; start it with"
                + " --enable-native-access=ALL-UNNAMED");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void obstacle_noDescriptorLeft_givesCallAndErrno() throws Exception {
    List<String> output = outputOf(List.of("--enable-native-access=ALL-UNNAMED"), List.of("0"));

    assertThat(output).hasSize(3).contains("at first: none", "timers left open: 0");
    assertThat(output.get(1)).contains("timerfd_create failed with errno 24", "EMFILE", "ulimit");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void obstacle_oneDescriptorLeft_givesBackTheTimerThatItGot() throws Exception {
    List<String> output = outputOf(List.of("--enable-native-access=ALL-UNNAMED"), List.of("1"));

    assertThat(output).hasSize(3).contains("at first: none", "timers left open: 0");
    assertThat(output.get(1)).contains("eventfd failed with errno 24", "EMFILE");
  }

  /// What [ObstacleProgram] prints in a JVM with few descriptors and without warnings.
  private static List<String> outputOf(List<String> options, List<String> arguments)
      throws Exception {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "ulimit -n 128; exec \"$0\" \"$@\"", ownJava()));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), ObstacleProgram.class.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.start();
    process.getOutputStream().close();
    try (InputStream in = process.getInputStream()) {
      String output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
      return output.lines().toList();
    }
  }

  private static String ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String classPath() {
    return Stream.of(
            KernelTickDriverProvider.class, ObstacleProgram.class, TickDriverProvider.class)
        .map(KernelTickDriverProviderTest::location)
        .map(Path::toString)
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  private static Path location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
