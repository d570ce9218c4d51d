package dev.tactus.dispatch;

import dev.tactus.error.ErrorCode;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.TaskPool;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/// How a dispatcher runs its actors.
///
/// @param host whose threads it uses
/// @param throughput how many messages an actor handles in one turn at most
/// @param pressedThroughput the same for an actor whose mailbox is under pressure; fewer than
///   `throughput` makes it wait for its turn more often, so that others get on
/// @param throughputDeadline how long a turn takes at most, checked between messages; zero for no
///   such limit
/// @param mailboxId the mailbox of actors that name none themselves
/// @param starvationTimeout how long work may be ready with none of it taken, before that is
///   reported; zero to look away
public record DispatcherSettings(
    Host host,
    int throughput,
    int pressedThroughput,
    Duration throughputDeadline,
    Optional<String> mailboxId,
    Duration starvationTimeout) {
  /// A turn this long was enough in every benchmark: longer ones gained nothing.
  public static final int DEFAULT_THROUGHPUT = 64;

  private static final Duration STARVATION_TIMEOUT = Duration.ofSeconds(5);

  /// Whose threads a dispatcher uses.
  public sealed interface Host {
    /// Workers of its own.
    record Workers(PoolSettings pool) implements Host {
      /// Checks that they are there.
      public Workers {
        Objects.requireNonNull(pool, "pool: give the settings of the workers");
      }
    }

    /// A virtual thread for each turn: for actors that block.
    record VirtualThreads() implements Host {}

    /// An executor of the user's, which stays the user's to close.
    record OnExecutor(Executor executor) implements Host {
      /// Checks that it is there.
      public OnExecutor {
        Objects.requireNonNull(executor, "executor: say what runs the actors");
      }
    }

    /// A thread for each actor.
    record Pinned() implements Host {}

    /// A pool that somebody else moves, such as a [dev.tactus.workers.PumpPool] or a
    /// [dev.tactus.workers.SteppedPool].
    record OnPool(TaskPool pool) implements Host {
      /// Checks that it is there.
      public OnPool {
        Objects.requireNonNull(pool, "pool: say what runs the actors");
      }
    }
  }

  /// Checks the values.
  public DispatcherSettings {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(mailboxId, "mailboxId");
    if (throughput < 1) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_DISPATCHER_SETTING.mark(
              "A dispatcher cannot have the throughput "
                  + throughput
                  + "; it is the number of messages in a turn, so give 1 or more."));
    }
    if (pressedThroughput < 1 || pressedThroughput > throughput) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_DISPATCHER_SETTING.mark(
              "The throughput of actors under pressure was "
                  + pressedThroughput
                  + "; give 1 to "
                  + throughput
                  + ", which is the throughput of the others."));
    }
    requireNotNegative("throughput deadline", throughputDeadline);
    requireNotNegative("starvation timeout", starvationTimeout);
  }

  private static void requireNotNegative(String what, Duration value) {
    Objects.requireNonNull(value, () -> what + ": give zero for none");
    if (value.isNegative()) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_DISPATCHER_SETTING.mark(
              "The " + what + " of a dispatcher was " + value + "; give zero for none, or more."));
    }
  }

  /// A dispatcher on this host, with the defaults of everything else.
  public static DispatcherSettings on(Host host) {
    return new DispatcherSettings(
        host,
        DEFAULT_THROUGHPUT,
        DEFAULT_THROUGHPUT,
        Duration.ZERO,
        Optional.empty(),
        STARVATION_TIMEOUT);
  }

  /// On workers of its own.
  public static DispatcherSettings workers(PoolSettings pool) {
    return on(new Host.Workers(pool));
  }

  /// On virtual threads: for actors that block.
  public static DispatcherSettings virtualThreads() {
    return on(new Host.VirtualThreads());
  }

  /// On an executor, which stays the caller's to close. It must run what it has accepted; one that
  /// runs a command within `execute` is taken to refuse it.
  public static DispatcherSettings executor(Executor executor) {
    return on(new Host.OnExecutor(executor));
  }

  /// With a thread for each actor.
  public static DispatcherSettings pinned() {
    return on(new Host.Pinned());
  }

  /// On a pool that the caller moves. Nobody looks for starvation there unless asked to: the caller
  /// knows when it last moved it.
  public static DispatcherSettings pool(TaskPool pool) {
    return on(new Host.OnPool(pool)).withStarvationTimeout(Duration.ZERO);
  }

  /// The same on another host.
  public DispatcherSettings withHost(Host other) {
    return new DispatcherSettings(
        other, throughput, pressedThroughput, throughputDeadline, mailboxId, starvationTimeout);
  }

  /// The same with another number of messages in a turn, under pressure or not.
  public DispatcherSettings withThroughput(int messages) {
    return new DispatcherSettings(
        host, messages, messages, throughputDeadline, mailboxId, starvationTimeout);
  }

  /// The same with another number of messages in a turn of an actor under pressure.
  public DispatcherSettings withPressedThroughput(int messages) {
    return new DispatcherSettings(
        host, throughput, messages, throughputDeadline, mailboxId, starvationTimeout);
  }

  /// The same with a limit to the time of a turn.
  public DispatcherSettings withThroughputDeadline(Duration limit) {
    return new DispatcherSettings(
        host, throughput, pressedThroughput, limit, mailboxId, starvationTimeout);
  }

  /// The same with a mailbox for actors that name none.
  public DispatcherSettings withMailbox(String id) {
    return new DispatcherSettings(
        host,
        throughput,
        pressedThroughput,
        throughputDeadline,
        Optional.of(id),
        starvationTimeout);
  }

  /// The same with another time before starvation is reported.
  public DispatcherSettings withStarvationTimeout(Duration timeout) {
    return new DispatcherSettings(
        host, throughput, pressedThroughput, throughputDeadline, mailboxId, timeout);
  }
}
