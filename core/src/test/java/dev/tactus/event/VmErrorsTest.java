package dev.tactus.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which errors a runtime may handle.
@Requirement("S8.2")
final class VmErrorsTest {
  @Test
  void errorsOfTheMachine_areFatalAndThrownOn() {
    for (Error error : List.of(new OutOfMemoryError(), new InternalError(), new UnknownError())) {
      assertThat(VmErrors.isFatal(error)).isTrue();
      assertThatThrownBy(() -> VmErrors.throwIfFatal(error)).isSameAs(error);
    }
  }

  @Test
  void errorsOfTheCode_areNot() {
    for (Throwable error :
        List.of(
            new StackOverflowError(),
            new AssertionError(),
            new NoClassDefFoundError(),
            new IllegalStateException(),
            new Exception())) {
      assertThat(VmErrors.isFatal(error)).isFalse();
      VmErrors.throwIfFatal(error);
    }
  }
}
