package dev.tactus.dispatch;

import dev.tactus.error.ErrorCode;
import dev.tactus.workers.ExecutorPool;
import dev.tactus.workers.FailureHandler;
import dev.tactus.workers.PoolSettings;
import dev.tactus.workers.Task;
import dev.tactus.workers.TaskPool;
import dev.tactus.workers.WorkerPool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// The dispatchers of one system, by id. Each is started when an actor asks for it first.
///
/// Threads: any.
public final class Dispatchers {
  /// The id of the dispatcher that actors run on unless they name another.
  public static final String DEFAULT_ID = "default";

  private final Map<String, DispatcherSettings> settings;
  private final DispatcherHost host;

  /// Written under the lock.
  private final Map<String, Dispatcher> started = new ConcurrentSkipListMap<>();

  private final Deque<Dispatcher> closing = new ArrayDeque<>();
  private volatile Census census = Census.NOBODY;
  private int pinnedCount;
  private boolean ended;
  private @Nullable Dispatcher standard;

  /// @param settings by id; it must have [#DEFAULT_ID]
  public Dispatchers(Map<String, DispatcherSettings> settings, DispatcherHost host) {
    this.settings = new TreeMap<>(settings);
    this.host = host;
    if (!settings.containsKey(DEFAULT_ID)) {
      throw new IllegalArgumentException(
          ErrorCode.NO_DEFAULT_DISPATCHER.mark(
              "No dispatcher is registered as '"
                  + DEFAULT_ID
                  + "', only "
                  + settings.keySet()
                  + "; a system needs one for actors that name none."));
    }
  }

  /// Says who knows the actors, and begins to publish samples to whoever subscribes. Threads: the
  /// one that starts the system, once.
  public void begin(Census actors) {
    census = actors;
    new Sampling(host, this::running, () -> census).start();
  }

  /// What they look like now. Threads: any.
  public DispatcherDump dump() {
    return DispatcherDump.of(running(), census);
  }

  /// The ids that are registered.
  public Collection<String> ids() {
    return List.copyOf(settings.keySet());
  }

  /// The dispatcher for one actor, started if need be.
  ///
  /// @throws UnknownDispatcherException when there is none of this id
  /// @throws RejectedExecutionException when it would have to be started after the end
  public Dispatcher lookup(String id) {
    Dispatcher present = started.get(id); // one that has started is there for good
    return present == null ? lookupOrStart(id) : present;
  }

  private synchronized Dispatcher lookupOrStart(String id) {
    DispatcherSettings found = settings.get(id);
    if (found == null) {
      throw new UnknownDispatcherException(id, settings.keySet());
    }
    if (found.host() instanceof DispatcherSettings.Host.Pinned) {
      return start(id, found);
    }
    Dispatcher dispatcher = started.get(id);
    if (dispatcher == null) {
      dispatcher = start(id, found);
      started.put(id, dispatcher);
    }
    return dispatcher;
  }

  /// Where everything runs that belongs to no actor, and actors that name no dispatcher unless each
  /// has its own. Threads: any.
  public synchronized Dispatcher standard() {
    Dispatcher present = standard;
    if (present == null) {
      present = lookup(DEFAULT_ID);
      standard = present;
    }
    return present;
  }

  /// The dispatchers that have been started, without those of single actors.
  public synchronized List<Dispatcher> started() {
    return new ArrayList<>(started.values());
  }

  /// All that have been started and not ended, in that order.
  private synchronized List<Dispatcher> running() {
    List<Dispatcher> all = new ArrayList<>();
    closing.descendingIterator().forEachRemaining(all::add);
    return all;
  }

  private Dispatcher start(String id, DispatcherSettings settings) {
    if (ended) {
      throw new RejectedExecutionException(
          ErrorCode.DISPATCHER_REFUSED.mark(
              "The dispatcher '"
                  + id
                  + "' was asked for when its system has ended, so that nobody would end its"
                  + " threads. Ask for it earlier."));
    }
    return switch (settings.host()) {
      case DispatcherSettings.Host.Workers(var poolSettings) -> {
        WorkerPool pool = WorkerPool.start(reporting(poolSettings));
        yield keep(
            new Dispatcher(
                id, pool, settings, host, () -> pool.shutdown(poolSettings.closeTimeout()).left()));
      }
      case DispatcherSettings.Host.VirtualThreads() -> {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        yield keep(new Dispatcher(id, on(id, threads), settings, host, () -> ended(threads)));
      }
      case DispatcherSettings.Host.OnExecutor(var executor) ->
          keep(
              new Dispatcher(
                  id, ExecutorPool.on(id, executor, host.failures()), settings, host, List::of));
      case DispatcherSettings.Host.Pinned() -> {
        pinnedCount++;
        String name = id + "-" + pinnedCount;
        ExecutorService thread =
            Executors.newSingleThreadExecutor(
                run -> {
                  Thread made = host.threads().newThread(run);
                  if (made == null) { // the executor would keep the turn, and run it never
                    throw new RejectedExecutionException("no thread was made for " + name);
                  }
                  made.setName(name);
                  return made;
                });
        yield keep(new Dispatcher(name, id, on(name, thread), settings, host, () -> ended(thread)));
      }
      case DispatcherSettings.Host.OnPool(TaskPool pool) ->
          keep(new Dispatcher(id, pool, settings, host, List::of));
    };
  }

  /// Lets failures go where those of the other dispatchers go, unless the user wants them.
  private PoolSettings reporting(PoolSettings pool) {
    boolean isOpen = pool.failures() == FailureHandler.UNCAUGHT;
    return isOpen ? pool.withFailures(host.failures()) : pool;
  }

  private TaskPool on(String name, ExecutorService executor) {
    return ExecutorPool.on(name, executor, host.failures());
  }

  /// Ends an executor, which runs what it has taken.
  private static List<Task> ended(ExecutorService executor) {
    executor.shutdown();
    return List.of();
  }

  private Dispatcher keep(Dispatcher dispatcher) {
    closing.push(dispatcher);
    return dispatcher;
  }

  /// Gives back a dispatcher that was looked up for an actor which has ended. Threads: any.
  public void release(Dispatcher dispatcher) {
    if (dispatcher.settings().host() instanceof DispatcherSettings.Host.Pinned) {
      synchronized (this) {
        closing.remove(dispatcher);
      }
      dispatcher.release();
    }
  }

  /// Ends all dispatchers, the latest first. Executors and pools of the user's are left alone.
  ///
  /// Threads: none of the dispatchers'.
  public void close() {
    List<Dispatcher> all;
    synchronized (this) {
      ended = true;
      all = new ArrayList<>(closing);
      closing.clear();
    }
    boolean isInterrupted = false;
    for (Dispatcher one : all) {
      one.close();
      isInterrupted |= Thread.interrupted(); // the wait for the next one is not cut short as well
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
