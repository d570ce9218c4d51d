package dev.tactus.time.driver;

import dev.tactus.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// Offers a driver that not every machine has; found by `ServiceLoader`.
public interface TickDriverProvider {
  /// The name to choose it by.
  String name();

  /// What keeps this driver from working here; empty when it works.
  Optional<String> obstacle();

  /// A clock that fits the driver. Only where there is no obstacle.
  Clock clock();

  /// A new driver. Only where there is no obstacle.
  LoopingTickDriver create();

  /// All providers on the class path or module path.
  static List<TickDriverProvider> all() {
    return ServiceLoader.load(TickDriverProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }
}
