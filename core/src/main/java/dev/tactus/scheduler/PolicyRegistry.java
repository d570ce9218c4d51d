package dev.tactus.scheduler;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// Knows the policy of every affinity. Immutable.
public final class PolicyRegistry {
  /// Every affinity has the default policy.
  public static final PolicyRegistry DEFAULT = new PolicyRegistry(TimerPolicy.DEFAULT, Map.of());

  private final TimerPolicy fallback;
  private final Map<Affinity, TimerPolicy> policies;

  private PolicyRegistry(TimerPolicy fallback, Map<Affinity, TimerPolicy> policies) {
    this.fallback = fallback;
    this.policies = policies;
  }

  /// The same with this policy for what has no policy of its own.
  public PolicyRegistry withDefault(TimerPolicy policy) {
    return new PolicyRegistry(Objects.requireNonNull(policy, "policy"), policies);
  }

  /// The same with a policy for this affinity.
  public PolicyRegistry with(Affinity affinity, TimerPolicy policy) {
    Map<Affinity, TimerPolicy> more = new HashMap<>(policies);
    more.put(
        Objects.requireNonNull(affinity, "affinity"), Objects.requireNonNull(policy, "policy"));
    return new PolicyRegistry(fallback, Map.copyOf(more));
  }

  /// The policy for timers without affinity.
  public TimerPolicy defaultPolicy() {
    return fallback;
  }

  /// Whether every affinity has the same policy.
  public boolean isUniform() {
    return policies.isEmpty();
  }

  /// Whether this affinity has a policy of its own.
  public boolean knows(Affinity affinity) {
    return policies.containsKey(affinity);
  }

  /// The policy of an affinity. The runtime's own timers have high priority, unless they have a
  /// policy of their own.
  public TimerPolicy policyOf(Affinity affinity) {
    TimerPolicy own = policies.get(affinity);
    if (own != null) {
      return own;
    }
    return affinity.equals(Affinity.RUNTIME) ? fallback.withPriority(Priority.HIGH) : fallback;
  }
}
