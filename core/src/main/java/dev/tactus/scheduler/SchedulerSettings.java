package dev.tactus.scheduler;

import dev.tactus.error.ErrorCode;
import dev.tactus.time.Resolution;
import dev.tactus.time.wheel.WheelSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;

/// How a scheduler is set up. Start with [#defaults()] and change what you need.
///
/// @param name names its threads
/// @param resolution the length of a tick
/// @param wheel how large the wheel is
/// @param policies how timers are treated, by affinity
/// @param systemQuota how many timers may be active
/// @param adaptiveQuotaShare which share of that is left while the system is under pressure
/// @param driftBudget which share of a tick a tick may be late; when absent, what the kind of clock
///   allows
/// @param driver how often, and when, a driver that failed is started again
/// @param shutdownTimeout how long closing waits for the ticking thread
/// @param delayExecutor where futures of [DelayProvider#delay(Duration)] complete
/// @param kind which scheduler [SystemScheduler#start] starts
public record SchedulerSettings(
    String name,
    Resolution resolution,
    WheelSettings wheel,
    PolicyRegistry policies,
    int systemQuota,
    double adaptiveQuotaShare,
    OptionalDouble driftBudget,
    DriverRetry driver,
    Duration shutdownTimeout,
    Executor delayExecutor,
    SchedulerKind kind) {
  /// How a driver that failed is started again.
  ///
  /// @param attempts how often, before it is given up
  /// @param pause how long after the failure
  public record DriverRetry(int attempts, Duration pause) {
    /// Three times, 50 milliseconds apart.
    public static final DriverRetry DEFAULT = new DriverRetry(3, Duration.ofMillis(50));

    /// Checks the values.
    public DriverRetry {
      require(attempts >= 0, "driver.attempts", attempts, "0 or more");
      require(!pause.isNegative(), "driver.pause", pause, "zero or more");
    }
  }

  /// In a class of its own: settings and the records inside of them need each other's constructors,
  /// so none of them may wait for this one.
  private static final class Defaults {
    static final SchedulerSettings ALL =
        new SchedulerSettings(
            "tactus",
            Resolution.DEFAULT,
            WheelSettings.DEFAULT,
            PolicyRegistry.DEFAULT,
            1 << 22,
            0.5,
            OptionalDouble.empty(),
            DriverRetry.DEFAULT,
            Duration.ofSeconds(5),
            ForkJoinPool.commonPool(),
            SchedulerKind.WHEEL);
  }

  /// Checks the values.
  public SchedulerSettings {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(resolution, "resolution");
    Objects.requireNonNull(wheel, "wheel");
    Objects.requireNonNull(policies, "policies");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(delayExecutor, "delayExecutor");
    Objects.requireNonNull(kind, "kind");
    require(systemQuota >= 1, "systemQuota", systemQuota, "1 or more");
    require(
        adaptiveQuotaShare > 0 && adaptiveQuotaShare <= 1,
        "adaptiveQuotaShare",
        adaptiveQuotaShare,
        "above 0 and at most 1");
    if (driftBudget.isPresent()) {
      require(driftBudget.getAsDouble() >= 0, "driftBudget", driftBudget, "0 or more");
    }
    require(!shutdownTimeout.isNegative(), "shutdownTimeout", shutdownTimeout, "zero or more");
  }

  private static void require(boolean holds, String name, Object given, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          ErrorCode.INVALID_SCHEDULER_SETTING.mark(
              "The scheduler's " + name + " was " + given + "; allowed is " + allowed + "."));
    }
  }

  /// Ticks of 10 milliseconds, 512 slots, room for four million timers.
  public static SchedulerSettings defaults() {
    return Defaults.ALL;
  }

  /// The same under another name.
  public SchedulerSettings withName(String other) {
    return changed(draft -> draft.name = other);
  }

  /// The same with another length of a tick.
  public SchedulerSettings withResolution(Duration tick) {
    return changed(draft -> draft.resolution = Resolution.of(tick));
  }

  /// The same with another wheel.
  public SchedulerSettings withWheel(WheelSettings other) {
    return changed(draft -> draft.wheel = other);
  }

  /// The same with other policies.
  public SchedulerSettings withPolicies(PolicyRegistry other) {
    return changed(draft -> draft.policies = other);
  }

  /// The same with another quota.
  public SchedulerSettings withSystemQuota(int limit) {
    return changed(draft -> draft.systemQuota = limit);
  }

  /// The same with another share of the quota under pressure.
  public SchedulerSettings withAdaptiveQuotaShare(double share) {
    return changed(draft -> draft.adaptiveQuotaShare = share);
  }

  /// The same with a drift budget, as a share of a tick.
  public SchedulerSettings withDriftBudget(double share) {
    return changed(draft -> draft.driftBudget = OptionalDouble.of(share));
  }

  /// The same with other attempts to start a failed driver again.
  public SchedulerSettings withDriverRetry(DriverRetry other) {
    return changed(draft -> draft.driver = other);
  }

  /// The same with another bound on closing.
  public SchedulerSettings withShutdownTimeout(Duration timeout) {
    return changed(draft -> draft.shutdownTimeout = timeout);
  }

  /// The same with another executor for delays.
  public SchedulerSettings withDelayExecutor(Executor executor) {
    return changed(draft -> draft.delayExecutor = executor);
  }

  /// The same for another scheduler.
  public SchedulerSettings withKind(SchedulerKind other) {
    return changed(draft -> draft.kind = other);
  }

  private SchedulerSettings changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /// What a copy is made of, so that each change names what it changes and nothing else.
  private static final class Draft {
    private String name;
    private Resolution resolution;
    private WheelSettings wheel;
    private PolicyRegistry policies;
    private int systemQuota;
    private double adaptiveQuotaShare;
    private OptionalDouble driftBudget;
    private DriverRetry driver;
    private Duration shutdownTimeout;
    private Executor delayExecutor;
    private SchedulerKind kind;

    Draft(SchedulerSettings settings) {
      name = settings.name;
      resolution = settings.resolution;
      wheel = settings.wheel;
      policies = settings.policies;
      systemQuota = settings.systemQuota;
      adaptiveQuotaShare = settings.adaptiveQuotaShare;
      driftBudget = settings.driftBudget;
      driver = settings.driver;
      shutdownTimeout = settings.shutdownTimeout;
      delayExecutor = settings.delayExecutor;
      kind = settings.kind;
    }

    SchedulerSettings settings() {
      return new SchedulerSettings(
          name,
          resolution,
          wheel,
          policies,
          systemQuota,
          adaptiveQuotaShare,
          driftBudget,
          driver,
          shutdownTimeout,
          delayExecutor,
          kind);
    }
  }
}
