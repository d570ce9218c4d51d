package dev.tactus.scheduler;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;

/// A scenario for the model checker, written down instead of drawn by lot.
///
/// All its interleavings with few switches are tried, so a small one finds what it was written for.
public final class Scenario {
  private final Class<?> calls;
  private final List<Actor> before = new ArrayList<>();
  private final List<List<Actor>> threads = new ArrayList<>();

  private Scenario(Class<?> calls) {
    this.calls = calls;
  }

  /// An empty scenario for a class whose operations have no arguments and that has a `check`.
  public static Scenario of(Class<?> calls) {
    return new Scenario(calls);
  }

  /// Operations that come first, one after another.
  public Scenario before(String... operations) {
    before.addAll(actors(operations));
    return this;
  }

  /// Operations of one more thread.
  public Scenario thread(String... operations) {
    threads.add(actors(operations));
    return this;
  }

  public ExecutionScenario build() {
    return new ExecutionScenario(before, threads, List.of(), actor("check"));
  }

  private List<Actor> actors(String... operations) {
    return Arrays.stream(operations).map(this::actor).toList();
  }

  private Actor actor(String name) {
    for (Method method : calls.getMethods()) {
      if (method.getName().equals(name)) {
        return new Actor(method, List.of());
      }
    }
    throw new IllegalArgumentException(calls + " has no operation " + name);
  }
}
