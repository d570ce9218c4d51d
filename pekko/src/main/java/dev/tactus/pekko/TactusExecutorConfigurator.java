package dev.tactus.pekko;

import com.typesafe.config.Config;
import java.util.concurrent.ThreadFactory;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.ExecutorServiceConfigurator;
import org.apache.pekko.dispatch.ExecutorServiceFactory;
import org.apache.pekko.dispatch.MonitorableThreadFactory;

/// Runs a Pekko dispatcher on our workers.
///
/// ```hocon
/// pekko.actor.default-dispatcher.executor = "dev.tactus.pekko.TactusExecutorConfigurator"
/// ```
///
/// The same line works in the section of any dispatcher of the type `Dispatcher` or
/// `BalancingDispatcher`. The number of workers is that of the section's `fork-join-executor`,
/// unless a section `tactus-executor` says otherwise.
public final class TactusExecutorConfigurator extends ExecutorServiceConfigurator {
  private final ExecutorConfig config;
  private final Parts parts;

  /// Made by Pekko.
  ///
  /// @param config the section of the dispatcher
  /// @param prerequisites what the actor system has
  public TactusExecutorConfigurator(Config config, DispatcherPrerequisites prerequisites) {
    super(config, prerequisites);
    this.config = ExecutorConfig.of(config, Runtime.getRuntime().availableProcessors());
    this.parts = Parts.of(prerequisites.eventStream());
  }

  /// Makes the factory of a dispatcher. Each call of the factory starts workers anew: a dispatcher
  /// that nobody uses shuts its executor down, and asks for another when it is used again.
  @Override
  public ExecutorServiceFactory createExecutorServiceFactory(
      String id, ThreadFactory threadFactory) {
    ThreadFactory named =
        threadFactory instanceof MonitorableThreadFactory known
            ? known.withName(known.name() + "-" + id)
            : threadFactory;
    return () -> {
      TactusExecutor executor = TactusExecutor.start(id, config, named);
      parts.add(executor);
      return executor;
    };
  }
}
