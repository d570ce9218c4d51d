package dev.tactus.bench.watching;

import dev.tactus.actor.ActorSystem;
import dev.tactus.bench.actors.contenders.ActorContender;
import dev.tactus.bench.actors.contenders.TactusContender;
import dev.tactus.console.Console;
import dev.tactus.console.ConsoleSettings;
import dev.tactus.observe.Observatory;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

/// A system of actors with default settings, and those who look at it.
final class ObservedSystem implements AutoCloseable {
  private final ActorContender<?> actors;
  private final Optional<StreamClient> client;

  /// What is to be closed, the latest first.
  private final Deque<Runnable> ends = new ArrayDeque<>();

  private ObservedSystem(Observation observation) throws IOException, InterruptedException {
    ActorSystem system = ActorSystem.start("bench");
    TactusContender contender = TactusContender.on(system);
    actors = contender;
    ends.push(contender::close);
    try {
      client =
          observation == Observation.BARE
              ? Optional.empty()
              : openConsole(system, observation == Observation.WATCHED);
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /// Starts a system and whoever looks at it.
  ///
  /// @throws IOException if the client gets no stream
  static ObservedSystem start(Observation observation) throws IOException, InterruptedException {
    return new ObservedSystem(observation);
  }

  private Optional<StreamClient> openConsole(ActorSystem system, boolean isWatched)
      throws IOException, InterruptedException {
    Observatory observatory = Observatory.of(system);
    ends.push(observatory::close);
    Console console = Console.start(observatory, ConsoleSettings.DEFAULT.withPort(0));
    ends.push(console::close);
    if (!isWatched) {
      return Optional.empty();
    }
    StreamClient viewer = StreamClient.follow(console.address());
    ends.push(viewer::close);
    return Optional.of(viewer);
  }

  /// Where workloads have their actors.
  ActorContender<?> actors() {
    return actors;
  }

  /// How many snapshots the one who looks has got; empty if nobody looks.
  OptionalLong snapshots() {
    return client.map(viewer -> OptionalLong.of(viewer.snapshots())).orElse(OptionalLong.empty());
  }

  @Override
  public void close() {
    while (!ends.isEmpty()) {
      ends.pop().run();
    }
  }
}
