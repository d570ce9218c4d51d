package dev.tactus.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.DeadLetter;
import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.process.ProcessWarning;
import dev.tactus.scheduler.SchedulerWarning;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Each warning on the event stream has a code of its own, and each of those codes a warning.
final class WarningCodesTest {
  @Test
  void codes_ofAllWarnings_areThoseOfTheirRange() {
    Stream<Class<?>> warnings =
        Stream.of(
                Arrays.stream(SchedulerWarning.class.getPermittedSubclasses()),
                Arrays.stream(ProcessWarning.class.getPermittedSubclasses()),
                Stream.of(
                    DispatcherEvent.TurnRefused.class,
                    DispatcherEvent.Starvation.class,
                    MailboxPressure.class,
                    ActorEvent.Failed.class,
                    ActorEvent.HookFailed.class,
                    DeadLetter.class,
                    SubscriberFailed.class))
            .flatMap(part -> part);
    List<ErrorCode> range =
        Arrays.stream(ErrorCode.values()).filter(c -> c.code().startsWith("TAC-08")).toList();

    assertThat(warnings.map(WarningCodesTest::code)).containsExactlyInAnyOrderElementsOf(range);
  }

  /// The code of an event of this type; what the event says does not matter.
  private static ErrorCode code(Class<?> type) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    Object[] nothing = Arrays.stream(types).map(WarningCodesTest::nothing).toArray();
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return ((Coded) constructor.newInstance(nothing)).code();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type + " cannot be made", e);
    }
  }

  private static @Nullable Object nothing(Class<?> type) {
    if (type == long.class) {
      return 0L;
    }
    if (type == int.class) {
      return 0;
    }
    if (type == boolean.class) {
      return false;
    }
    return type == List.class ? List.of() : null;
  }
}
