package dev.tactus.examples.actor;

import dev.tactus.actor.Actor;
import dev.tactus.actor.ActorRef;
import dev.tactus.actor.Context;
import dev.tactus.actor.Props;
import dev.tactus.actor.SystemSettings;
import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.scheduler.ExecutionBatch;
import java.time.Duration;

/// Gathers readings, sends them on when there is a pause, beats, and tells of silence.
public final class Sensor implements Actor<Sensor.Command> {
  /// What it can be told.
  public sealed interface Command {
    /// A value that was measured.
    record Reading(int value) implements Command {}

    /// It is time to beat.
    record Beat() implements Command {}

    /// No reading came for a moment.
    record Flush() implements Command {}

    /// Nothing at all came for long.
    record Silence() implements Command {}
  }

  private final ActorRef<String> archive;
  private int sum;
  private int beats;

  Sensor(ActorRef<String> archive) {
    this.archive = archive;
  }

  @Override
  public void started(Context<Command> ctx) {
    ctx.timers().atFixedRate("beat", Duration.ofMinutes(1), new Command.Beat());
    ctx.receiveTimeout(Duration.ofSeconds(10), new Command.Silence());
  }

  @Override
  public void receive(Context<Command> ctx, Command command) {
    switch (command) {
      case Command.Reading(int value) -> {
        sum += value;
        ctx.timers().once("flush", Duration.ofSeconds(1), new Command.Flush());
      }
      case Command.Beat() -> beats += ctx.batch().map(ExecutionBatch::runs).orElse(1);
      case Command.Flush() -> {
        archive.tell("sum " + sum + ", beats " + beats);
        sum = 0;
      }
      case Command.Silence() -> archive.tell("silence");
    }
  }

  /// Settings with a dispatcher for actors that block.
  static SystemSettings withBlocking(SystemSettings settings) {
    return settings.withDispatcher("blocking", DispatcherSettings.virtualThreads());
  }

  /// An archive that may be slow: at most a hundred lines wait, on a dispatcher of its own.
  static Props<String> slow(Props<String> archive) {
    return archive
        .withMailbox(MailboxSettings.bounded(100, OverflowStrategy.BLOCK))
        .withDispatcher("blocking");
  }
}
