package dev.tactus.time.driver;

import dev.tactus.time.Clock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/// Offers a driver that not every machine has; found by `ServiceLoader`.
public interface TickDriverProvider {
  /// How many providers are looked at.
  int LOOKED_AT_MAX = 64;

  /// The name to choose it by.
  String name();

  /// What keeps this driver from working here; empty when it works.
  Optional<String> obstacle();

  /// A clock that fits the driver. Only where there is no obstacle.
  Clock clock();

  /// A new driver. Only where there is no obstacle.
  LoopingTickDriver create();

  /// All providers on the class path or module path. One that cannot be loaded, because it is made
  /// for a later Java for example, is listed with that as its obstacle.
  static List<TickDriverProvider> all() {
    List<TickDriverProvider> found = new ArrayList<>();
    Iterator<TickDriverProvider> providers =
        ServiceLoader.load(TickDriverProvider.class).iterator();
    while (found.size() < LOOKED_AT_MAX) { // a broken path could fail without end
      try {
        if (!providers.hasNext()) {
          break;
        }
        found.add(providers.next());
      } catch (ServiceConfigurationError | LinkageError error) {
        found.add(new UnloadableProvider(error));
      }
    }
    return List.copyOf(found);
  }
}
