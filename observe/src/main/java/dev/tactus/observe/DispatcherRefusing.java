package dev.tactus.observe;

import java.util.List;

/// A dispatcher whose pool has refused actors that wait to be tried again.
final class DispatcherRefusing implements Lint {
  @Override
  public FindingKind kind() {
    return FindingKind.DISPATCHER_REFUSING;
  }

  @Override
  public List<Sign> look(Look look) {
    return look.now().dispatchers().stream()
        .filter(dispatcher -> dispatcher.refused() > 0)
        .map(
            dispatcher ->
                Sign.of(
                    dispatcher.id(),
                    "Its pool, "
                        + dispatcher.host()
                        + ", has refused "
                        + Look.count(dispatcher.refused())
                        + " actors; their messages wait."))
        .toList();
  }
}
