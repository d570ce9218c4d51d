package dev.tactus.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.time.Clock;
import dev.tactus.time.ManualClock;
import dev.tactus.time.driver.HostTickDriver;
import dev.tactus.time.driver.LoopingTickDriver;
import dev.tactus.time.driver.TickDriverProvider;
import dev.tactus.time.host.HostParker;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Which of the drivers that were found is taken.
@Requirement({"S6.4", "S6.6"})
final class KernelToolboxTest {
  /// A provider that answers as it was made to.
  private record Provider(
      String name, Supplier<Optional<String>> answer, Supplier<LoopingTickDriver> driver)
      implements TickDriverProvider {
    @Override
    public Optional<String> obstacle() {
      return answer.get();
    }

    @Override
    public Clock clock() {
      return ManualClock.atZero();
    }

    @Override
    public LoopingTickDriver create() {
      return driver.get();
    }
  }

  private static final TickDriverProvider WORKING =
      new Provider("working", Optional::empty, () -> HostTickDriver.waitingBy(new HostParker()));

  private static final TickDriverProvider UNSURE =
      new Provider(
          "unsure",
          () -> {
            throw new IllegalStateException("cannot tell");
          },
          WORKING::create);

  private static final TickDriverProvider FAILING =
      new Provider(
          "failing",
          Optional::empty,
          () -> {
            throw new UnsatisfiedLinkError("no such call");
          });

  @Test
  void kernel_withProvidersThatFail_takesTheNextOneThatWorks() {
    RuntimeToolbox toolbox = RuntimeToolbox.kernel(List.of(UNSURE, FAILING, WORKING));
    assertThat(toolbox.fallback()).isEmpty();
    assertThat(toolbox.clock()).isInstanceOf(ManualClock.class);
  }

  @Test
  void kernel_withNoneThatWorks_fallsBackAndSaysWhy() {
    RuntimeToolbox toolbox = RuntimeToolbox.kernel(List.of(FAILING, UNSURE));
    assertThat(toolbox.fallback())
        .hasValueSatisfying(
            warning ->
                assertThat(warning.toString())
                    .contains(Provider.class.getName())
                    .contains("cannot tell"));
    assertThat(toolbox.clock()).isNotInstanceOf(ManualClock.class);
  }
}
