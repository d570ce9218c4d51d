package dev.tactus.testkit.probe;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// An actor that remembers what it is told, for a test that wants to see what others send.
///
/// ```java
/// TestProbe<Alarm> probe = TestProbe.in(sim);
/// sim.system().spawn("watchdog", () -> new Watchdog(probe.ref()));
/// Alarm alarm = probe.expectMessage(Duration.ofMinutes(1));
/// ```
///
/// In a simulation the limit is virtual time: nobody waits for it, and time stands where the
/// message came. On a real system it is real time, and only a failing test waits that long.
///
/// Threads: that of the test; [#ref()] any.
///
/// @param <M> what it can be told
public final class TestProbe<M> {
  /// How a probe waits.
  private interface Patience<M> {
    /// The next message; null when there is none within the limit.
    @Nullable M poll(LinkedBlockingQueue<M> messages, Duration limit);
  }

  private final LinkedBlockingQueue<M> messages = new LinkedBlockingQueue<>();
  private final Patience<M> patience;
  private final ActorRef<M> ref;

  private TestProbe(ActorSystem system, Patience<M> patience) {
    this.patience = patience;
    this.ref = system.spawn(() -> (ctx, message) -> messages.add(message));
  }

  /// A probe in a simulation, on virtual time.
  public static <M> TestProbe<M> in(Simulation simulation) {
    return new TestProbe<>(
        simulation.system(), (messages, limit) -> advance(simulation, messages, limit));
  }

  /// A probe in a system that runs on real threads.
  public static <M> TestProbe<M> in(ActorSystem system) {
    return new TestProbe<>(system, TestProbe::await);
  }

  private static <M> @Nullable M advance(
      Simulation simulation, LinkedBlockingQueue<M> messages, Duration limit) {
    boolean unused = simulation.advanceUntil(() -> !messages.isEmpty(), limit);
    return messages.poll();
  }

  private static <M> @Nullable M await(LinkedBlockingQueue<M> messages, Duration limit) {
    try {
      return messages.poll(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("The test was interrupted while it waited for a message.", e);
    }
  }

  /// Where others send to.
  public ActorRef<M> ref() {
    return ref;
  }

  /// Takes the next message.
  ///
  /// @throws AssertionError when there is none within the limit
  public M expectMessage(Duration limit) {
    M message = patience.poll(messages, requireLimit(limit));
    if (message == null) {
      throw new AssertionError("No message came to " + ref + " within " + limit + ".");
    }
    return message;
  }

  /// Takes the next message, which must be equal to this.
  ///
  /// @throws AssertionError when it is another, or there is none within the limit
  public void expectMessage(M expected, Duration limit) {
    M message = expectMessage(limit);
    if (!message.equals(expected)) {
      throw new AssertionError(
          "To " + ref + " came " + message + ", but " + expected + " was expected.");
    }
  }

  /// Takes the next message, which must be of this type.
  ///
  /// @throws AssertionError when it is of another, or there is none within the limit
  public <T extends M> T expectMessageOf(Class<T> type, Duration limit) {
    M message = expectMessage(limit);
    if (!type.isInstance(message)) {
      throw new AssertionError(
          "To " + ref + " came " + message + ", but a " + type.getName() + " was expected.");
    }
    return type.cast(message);
  }

  /// Requires that no message comes for so long. In a simulation this is certain and costs a look
  /// at each tick, about a second for a day; on a real system it takes that long.
  ///
  /// @throws AssertionError when one comes
  public void expectNoMessage(Duration duration) {
    M message = patience.poll(messages, requireLimit(duration));
    if (message != null) {
      throw new AssertionError(
          "To " + ref + " came " + message + ", but nothing was expected for " + duration + ".");
    }
  }

  /// Takes all messages that have come and were not expected yet.
  public List<M> takeAll() {
    List<M> taken = new ArrayList<>();
    int unused = messages.drainTo(taken);
    return List.copyOf(taken);
  }

  private static Duration requireLimit(Duration limit) {
    if (Objects.requireNonNull(limit, "limit").isNegative()) {
      throw new IllegalArgumentException(
          "A probe cannot wait for " + limit + "; give zero or more.");
    }
    return limit;
  }
}
