package dev.tactus.process;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Something about processes could not be done. Each kind is a class of its own, and its message
/// says what was given, what is allowed and what to do.
public abstract sealed class ProcessException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  ProcessException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code.mark(message), cause);
    this.code = code;
  }

  @Override
  public final ErrorCode code() {
    return code;
  }

  /// A process was to be started by an entry that it does not have. Thrown by
  /// [Process#init(ProcessContext, String, Object)].
  public static final class UnknownMethod extends ProcessException {
    private static final long serialVersionUID = 1L;

    /// Creates the error.
    ///
    /// @param method what was given
    /// @param known what is allowed
    public UnknownMethod(String method, Collection<String> known) {
      super(
          ErrorCode.UNKNOWN_METHOD,
          "method '%s' given; this process knows %s. Name one of these."
              .formatted(method, new TreeSet<>(known)),
          null);
    }
  }

  /// The `init` of a process threw.
  public static final class StartFailed extends ProcessException {
    private static final long serialVersionUID = 1L;

    StartFailed(String method, Throwable cause) {
      super(
          ErrorCode.PROCESS_START_FAILED,
          "A process could not be started by its method '%s', which threw %s. Nothing was started;"
                  .formatted(method, cause)
              + " mend the input or the process and start it again.",
          cause);
    }
  }

  /// There is no process of this number, or none any more.
  public static final class UnknownPid extends ProcessException {
    private static final long serialVersionUID = 1L;

    UnknownPid(Pid pid, boolean wasGiven) {
      super(
          ErrorCode.UNKNOWN_PID,
          wasGiven
              ? pid + " given, which has ended. Monitor a process to know when it ends."
              : pid
                  + " given, a number that this system has not given to any process yet. Use the"
                  + " pid that a start returned, with the system that returned it.",
          null);
    }
  }

  /// A process would have got a number that another one has.
  public static final class DuplicatePid extends ProcessException {
    private static final long serialVersionUID = 1L;

    DuplicatePid(Pid pid) {
      super(
          ErrorCode.DUPLICATE_PID,
          pid
              + " was to be entered twice; each process needs a number of its own, and the first"
              + " one keeps it.",
          null);
    }
  }

  /// A process yielded a command that nobody handles.
  public static final class UnknownCommand extends ProcessException {
    private static final long serialVersionUID = 1L;

    /// The commands that talk to actors, which are not known here.
    private static final Set<String> OF_ACTORS = Set.of("ask-actor", "tell-actor");

    UnknownCommand(String id, Collection<String> known) {
      super(
          ErrorCode.UNKNOWN_COMMAND,
          "command '%s' given; registered are %s. %s"
              .formatted(
                  id,
                  new TreeSet<>(known),
                  OF_ACTORS.contains(id)
                      ? "This system stands alone: to talk to actors, start it by"
                          + " ActorSystem.startProcesses."
                      : "Register a handler before the system starts."),
          null);
    }
  }

  /// A command was to be registered under an id that is taken.
  public static final class DuplicateCommand extends ProcessException {
    private static final long serialVersionUID = 1L;

    DuplicateCommand(String id, boolean isBuiltIn) {
      super(
          ErrorCode.DUPLICATE_COMMAND,
          "command '%s' was to be registered, but %s. Choose another id."
              .formatted(
                  id, isBuiltIn ? "every system has that one built in" : "that id has a handler"),
          null);
    }
  }

  /// A command was to be registered after a system had started with the registry.
  public static final class RegistryFrozen extends ProcessException {
    private static final long serialVersionUID = 1L;

    RegistryFrozen(String id) {
      super(
          ErrorCode.COMMANDS_FROZEN,
          "command '%s' was to be registered after a system had started with this registry."
                  .formatted(id)
              + " Register all commands before.",
          null);
    }
  }

  /// A command came with an argument that its handler cannot use.
  public static final class InvalidArgument extends ProcessException {
    private static final long serialVersionUID = 1L;

    InvalidArgument(String id, @Nullable Object argument, Class<?> expected) {
      super(
          ErrorCode.INVALID_ARGUMENT,
          "command '%s' was given %s as its argument; it needs a %s."
              .formatted(
                  id,
                  argument == null ? "nothing" : "a " + argument.getClass().getName(),
                  expected.getSimpleName()),
          null);
    }
  }

  /// A command handler threw.
  public static final class HandlerFailed extends ProcessException {
    private static final long serialVersionUID = 1L;

    HandlerFailed(String id, Throwable cause) {
      super(
          ErrorCode.COMMAND_FAILED,
          "The handler of command '%s' threw %s; the command is not done.".formatted(id, cause),
          cause);
    }
  }

  /// A process used a tag for a yield while the answer to another yield of that tag was open.
  public static final class DuplicateTag extends ProcessException {
    private static final long serialVersionUID = 1L;

    DuplicateTag(long tag, Command open, Command command) {
      super(
          ErrorCode.DUPLICATE_TAG,
          "tag %d was given to command '%s' while command '%s' of that tag is not answered yet. Use"
                  .formatted(tag, command.id(), open.id())
              + " another tag, or withdraw the first.",
          null);
    }
  }

  /// An upgrade could not be made.
  public static final class UpgradeFailed extends ProcessException {
    private static final long serialVersionUID = 1L;

    UpgradeFailed(Pid pid, String method, Throwable cause) {
      super(
          ErrorCode.UPGRADE_FAILED,
          "The upgrade of %s failed: the method '%s' of its new implementation threw %s."
                  .formatted(pid, method, cause)
              + " The process has ended.",
          cause);
    }
  }

  /// No more processes are allowed.
  public static final class LimitExceeded extends ProcessException {
    private static final long serialVersionUID = 1L;

    LimitExceeded(String system, long limit) {
      super(
          ErrorCode.PROCESS_LIMIT,
          "A process was to be started in the system '%s', which has its limit of %d. Wait for some"
                  .formatted(system, limit)
              + " to end, or raise processesMax in the settings.",
          null);
    }
  }

  /// The system is stopping or has stopped.
  public static final class SystemStopped extends ProcessException {
    private static final long serialVersionUID = 1L;

    SystemStopped(String system) {
      super(
          ErrorCode.PROCESSES_STOPPED,
          "A process was to be started in the system '%s', which is stopping or has stopped."
                  .formatted(system)
              + " Start a new system.",
          null);
    }
  }

  /// A system of processes was to be started beside actors under a name that another one has.
  public static final class NameTaken extends ProcessException {
    private static final long serialVersionUID = 1L;

    /// Creates the error.
    ///
    /// @param name what was given
    /// @param taken what is not allowed
    public NameTaken(String name, Collection<String> taken) {
      super(
          ErrorCode.PROCESSES_NAME_TAKEN,
          "name '%s' given to a system of processes; one that runs beside the same actors has it,"
                  .formatted(name)
              + " and taken are %s. Choose another by ProcessSettings.withName, or stop that one"
                  .formatted(new TreeSet<>(taken))
              + " before.",
          null);
    }
  }

  /// A process ended because it was asked to. For processes that have nothing better to say; the
  /// bridges [Generator] and [CommandSequence] end by this.
  public static final class Cancelled extends ProcessException {
    private static final long serialVersionUID = 1L;

    /// Creates the error.
    ///
    /// @param reason what the request said
    public Cancelled(String reason) {
      super(ErrorCode.PROCESS_CANCELLED, "The process was asked to end: " + reason, null);
    }
  }
}
