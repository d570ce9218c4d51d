package dev.tactus.cli.watch;

import java.util.Objects;

/// What a console answers when it refuses something.
///
/// @param status the status of the answer
/// @param code the code under which `tactus explain` tells more
/// @param reason why
/// @param remedy what to do
public record ConsoleError(int status, String code, String reason, String remedy) {
  /// Checks that all is there: others answer in JSON as well.
  public ConsoleError {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(remedy, "remedy");
  }
}
