package dev.tactus.process;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Something that a process wants done: the id of a handler, and what that one needs to know.
///
/// @param id under which the handler is registered
/// @param argument what the handler gets
public record Command(String id, @Nullable Object argument) {
  /// Checks the id.
  public Command {
    Objects.requireNonNull(id, "id: name the command as it is registered");
  }

  /// A command without an argument.
  public static Command of(String id) {
    return new Command(id, null);
  }

  /// A command.
  public static Command of(String id, @Nullable Object argument) {
    return new Command(id, argument);
  }
}
