package dev.tactus.process;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The commands that every system knows. Their ids cannot be registered again.
///
/// A command that names a process that is not there fails with [ProcessException.UnknownPid],
/// except where it says otherwise.
public final class Commands {
  /// Sends a message; completes with null as soon as it is in the other's queue.
  public static final String SEND = "send";

  /// Starts a process; completes with its [Pid].
  public static final String SPAWN = "spawn";

  /// Ends a process before its next step; completes with null.
  public static final String TERMINATE = "terminate";

  /// Asks a process to end; completes with null.
  public static final String CANCEL = "cancel";

  /// Asks for an [Event.Exited] when a process ends; completes with null. If there is no such
  /// process the notice comes at once.
  public static final String MONITOR = "monitor";

  /// Takes that back; completes with null. A notice that is under way still comes.
  public static final String UNMONITOR = "unmonitor";

  /// Ties two processes together: if one ends abnormally, so does the other; completes with null.
  public static final String LINK = "link";

  /// Unties them; completes with null.
  public static final String UNLINK = "unlink";

  /// Completes with null after a time.
  public static final String DELAY = "delay";

  /// What [#SEND] needs.
  ///
  /// @param to who gets it
  /// @param body what
  public record Send(Pid to, Object body) {
    /// Checks that both are there.
    public Send {
      Objects.requireNonNull(to, "to: name the process that gets the message");
      Objects.requireNonNull(body, "body: a message is something");
    }
  }

  /// What [#SPAWN] needs.
  ///
  /// @param implementation makes the process
  /// @param method the entry
  /// @param input what its `init` gets
  public record Spawn(
      Supplier<? extends Process> implementation, String method, @Nullable Object input) {
    /// Checks that factory and method are there.
    public Spawn {
      Objects.requireNonNull(implementation, "implementation: say what makes the process");
      Objects.requireNonNull(method, "method: name the entry");
    }
  }

  /// What [#TERMINATE] and [#CANCEL] need.
  ///
  /// @param pid whom
  /// @param reason why
  public record Ending(Pid pid, String reason) {
    /// Checks that both are there.
    public Ending {
      Objects.requireNonNull(pid, "pid: name the process");
      Objects.requireNonNull(reason, "reason: say why");
    }
  }

  private Commands() {}

  /// Sends a message to a process.
  public static Command send(Pid to, Object body) {
    return new Command(SEND, new Send(to, body));
  }

  /// Starts a process.
  public static Command spawn(
      Supplier<? extends Process> implementation, String method, @Nullable Object input) {
    return new Command(SPAWN, new Spawn(implementation, method, input));
  }

  /// Ends a process before its next step.
  public static Command terminate(Pid pid, String reason) {
    return new Command(TERMINATE, new Ending(pid, reason));
  }

  /// Asks a process to end.
  public static Command cancel(Pid pid, String reason) {
    return new Command(CANCEL, new Ending(pid, reason));
  }

  /// Asks for a notice of the end of a process.
  public static Command monitor(Pid pid) {
    return new Command(MONITOR, pid);
  }

  /// Takes [#monitor] back.
  public static Command unmonitor(Pid pid) {
    return new Command(UNMONITOR, pid);
  }

  /// Ties this process to another.
  public static Command link(Pid pid) {
    return new Command(LINK, pid);
  }

  /// Takes [#link] back.
  public static Command unlink(Pid pid) {
    return new Command(UNLINK, pid);
  }

  /// Waits, on the system's scheduler.
  public static Command delay(Duration duration) {
    return new Command(DELAY, Objects.requireNonNull(duration, "duration: say how long"));
  }
}
