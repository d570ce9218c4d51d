package dev.tactus.actor.shutdown;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/// Something to do in a phase. Two of them are never equal, whatever they do.
final class PhaseTask {
  final String name;
  private final Supplier<? extends CompletionStage<?>> action;

  PhaseTask(String name, Supplier<? extends CompletionStage<?>> action) {
    this.name = name;
    this.action = action;
  }

  CompletionStage<?> start() {
    return action.get();
  }
}
