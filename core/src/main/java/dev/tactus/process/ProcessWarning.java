package dev.tactus.process;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import dev.tactus.event.RuntimeEvent;

/// Something about a process went wrong that nobody else would notice. Everything else goes on.
public sealed interface ProcessWarning extends RuntimeEvent, Coded {
  @Override
  default ErrorCode code() {
    return switch (this) {
      case StepFailed ignored -> ErrorCode.STEP_FAILED;
      case CloseFailed ignored -> ErrorCode.PROCESS_CLOSE_FAILED;
      case HandlerFailed ignored -> ErrorCode.HANDLER_FAILED;
      case PostFailed ignored -> ErrorCode.POST_FAILED;
      case UnknownTag ignored -> ErrorCode.UNKNOWN_TAG;
      case AnsweredTwice ignored -> ErrorCode.ANSWERED_TWICE;
      case MessagesLost ignored -> ErrorCode.MESSAGES_LOST;
      case LimitReached ignored -> ErrorCode.PROCESS_LIMIT_REACHED;
      case StopForced ignored -> ErrorCode.STOP_FORCED;
      case TurnRefused ignored -> ErrorCode.PROCESS_REFUSED;
    };
  }

  /// A step threw, or an upgrade failed; the process has ended.
  ///
  /// @param pid the process
  /// @param error what was thrown
  record StepFailed(Pid pid, Throwable error) implements ProcessWarning {}

  /// The `close` of a process threw.
  ///
  /// @param pid the process
  /// @param error what was thrown
  record CloseFailed(Pid pid, Throwable error) implements ProcessWarning {}

  /// A command handler threw, or the `init` of a process that a command was to start; the process
  /// got that as the answer.
  ///
  /// @param pid the process
  /// @param command the id of the command
  /// @param error what was thrown; [ProcessException.StartFailed] where it was an `init`
  record HandlerFailed(Pid pid, String command, Throwable error) implements ProcessWarning {}

  /// A command failed whose answer nobody awaits.
  ///
  /// @param pid the process
  /// @param command the id of the command
  /// @param error why
  record PostFailed(Pid pid, String command, Throwable error) implements ProcessWarning {}

  /// An answer came by a tag that no yield of the process has.
  ///
  /// @param pid the process
  /// @param tag the tag
  record UnknownTag(Pid pid, long tag) implements ProcessWarning {}

  /// A command was answered that had an answer.
  ///
  /// @param pid the process
  /// @param tag the tag of the yield
  /// @param command the id of the command
  record AnsweredTwice(Pid pid, long tag, String command) implements ProcessWarning {}

  /// A process ended with messages that it had not taken.
  ///
  /// @param pid the process
  /// @param count how many
  record MessagesLost(Pid pid, long count) implements ProcessWarning {}

  /// A start was refused because there are too many processes.
  ///
  /// @param limit how many may be
  record LimitReached(long limit) implements ProcessWarning {}

  /// A stop had to end processes that did not end by themselves.
  ///
  /// @param report what it did
  record StopForced(StopReport report) implements ProcessWarning {}

  /// The pool refused to run a process. It waits, as do those that are refused after it, and is
  /// offered again after a pause. Published once, until none waits any more.
  ///
  /// @param pid the first that was refused
  record TurnRefused(Pid pid) implements ProcessWarning {}
}
