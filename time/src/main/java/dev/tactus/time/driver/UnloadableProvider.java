package dev.tactus.time.driver;

import dev.tactus.time.Clock;
import java.util.Optional;

/// Stands for a provider that was found and could not be loaded.
///
/// @param error why
record UnloadableProvider(Error error) implements TickDriverProvider {
  @Override
  public String name() {
    return "unloadable";
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.of("a driver was found and could not be loaded: " + error);
  }

  @Override
  public Clock clock() {
    throw new IllegalStateException("There is no clock: " + obstacle().orElseThrow());
  }

  @Override
  public LoopingTickDriver create() {
    throw new IllegalStateException("There is no driver: " + obstacle().orElseThrow());
  }
}
