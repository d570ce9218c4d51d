package dev.tactus.event;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/// Hands events to subscribers, by type.
///
/// ## Algorithm
///
/// The subscribers are an immutable array behind one volatile field, replaced as a whole under a
/// lock. A publisher reads the field once and walks the array, so it never waits. Parts that would
/// have to build an event only for nobody ask [#wants] first, or keep the answer and ask again when
/// [#onChange] tells.
public final class EventStream {
  private static final class Subscriber<E extends RuntimeEvent> implements Subscription {
    private final EventStream stream;
    private final Class<E> type;
    private final Executor executor;
    private final Consumer<? super E> consumer;
    private volatile boolean isClosed;

    Subscriber(EventStream stream, Class<E> type, Executor executor, Consumer<? super E> consumer) {
      this.stream = stream;
      this.type = type;
      this.executor = executor;
      this.consumer = consumer;
    }

    boolean wants(RuntimeEvent event) {
      return type.isInstance(event);
    }

    void deliver(RuntimeEvent event) {
      executor.execute(() -> receive(type.cast(event)));
    }

    private void receive(E event) {
      if (isClosed) {
        return; // since the event was published
      }
      try {
        consumer.accept(event);
      } catch (Throwable error) {
        stream.subscriberFailed(this, event, error);
      }
    }

    @Override
    public void close() {
      isClosed = true;
      stream.remove(this);
    }
  }

  private static final Subscriber<?>[] NOBODY = {};

  private volatile Subscriber<?>[] subscribers = NOBODY;

  private final CopyOnWriteArrayList<Watch> watches = new CopyOnWriteArrayList<>();

  /// Held while watchers are called. One that looked before the last change has then stored its
  /// answer before the look after it.
  private final Object watching = new Object();

  private final LongAdder published = new LongAdder();
  private final LongAdder failures = new LongAdder();

  /// Creates a stream without subscribers.
  public EventStream() {}

  /// Subscribes to all events of this type, on the thread that publishes. The consumer must be
  /// quick and must not block: that thread may be the one that fires timers.
  ///
  /// Threads: any.
  public <E extends RuntimeEvent> Subscription subscribe(
      Class<E> type, Consumer<? super E> consumer) {
    return subscribe(type, Runnable::run, consumer);
  }

  /// Subscribes to all events of this type, on this executor.
  ///
  /// Threads: any.
  public <E extends RuntimeEvent> Subscription subscribe(
      Class<E> type, Executor executor, Consumer<? super E> consumer) {
    Objects.requireNonNull(type, "type: name the events that you want");
    Objects.requireNonNull(executor, "executor: say where the consumer runs");
    Objects.requireNonNull(consumer, "consumer: say what takes the events");
    Subscriber<E> added = new Subscriber<>(this, type, executor, consumer);
    synchronized (this) {
      Subscriber<?>[] longer = Arrays.copyOf(subscribers, subscribers.length + 1);
      longer[longer.length - 1] = added;
      subscribers = longer;
    }
    changed();
    return added;
  }

  private void remove(Subscriber<?> gone) {
    synchronized (this) {
      subscribers = Arrays.stream(subscribers).filter(s -> s != gone).toArray(Subscriber<?>[]::new);
    }
    changed();
  }

  private void changed() {
    synchronized (watching) {
      for (Watch watch : watches) {
        try {
          watch.watcher.run();
        } catch (Throwable e) {
          VmErrors.report(e); // whoever subscribes or leaves has done so, and the others are told
        }
      }
    }
  }

  /// Calls this now and whenever somebody subscribed or left, one call after another. For parts
  /// that keep the answer of [#wants]. What the first call throws comes to the caller, and nobody
  /// watches then; what a later one throws goes to the handler of uncaught exceptions.
  ///
  /// @return what a part closes that ends before the stream does; it is kept by the stream until
  ///   then
  public Subscription onChange(Runnable watcher) {
    Objects.requireNonNull(watcher, "watcher: say what is to be called");
    Watch watch = new Watch(this, watcher);
    synchronized (watching) {
      watches.add(watch);
      try {
        watcher.run();
      } catch (Throwable e) {
        watches.remove(watch);
        throw e;
      }
    }
    return watch;
  }

  /// By identity, so that the same watcher may be there twice.
  private static final class Watch implements Subscription {
    private final EventStream stream;
    private final Runnable watcher;

    Watch(EventStream stream, Runnable watcher) {
      this.stream = stream;
      this.watcher = watcher;
    }

    @Override
    public void close() {
      stream.watches.remove(this);
    }
  }

  /// Whether somebody subscribed to events of this type, or of one of its supertypes. Threads: any.
  public boolean wants(Class<? extends RuntimeEvent> type) {
    for (Subscriber<?> s : subscribers) {
      if (s.type.isAssignableFrom(type)) {
        return true;
      }
    }
    return false;
  }

  /// Whether somebody subscribed to events of exactly this type. For events that are made only for
  /// those who ask for them, as samples are; who listens to everything does not ask for anything.
  /// Threads: any.
  public boolean wantsInParticular(Class<? extends RuntimeEvent> type) {
    for (Subscriber<?> s : subscribers) {
      if (s.type == type) {
        return true;
      }
    }
    return false;
  }

  /// How many events were handed to it. Threads: any.
  public long published() {
    return published.sum();
  }

  /// How many times a subscriber has failed. Threads: any.
  public long failures() {
    return failures.sum();
  }

  /// How many subscribers there are. Threads: any.
  public int subscribers() {
    return subscribers.length;
  }

  /// Hands the event to everyone who wants it. A failing subscriber disturbs nobody; errors of the
  /// virtual machine are passed on.
  ///
  /// Threads: any; never blocks by itself.
  public void publish(RuntimeEvent event) {
    Objects.requireNonNull(event, "event: say what has happened");
    published.increment();
    for (Subscriber<?> s : subscribers) {
      if (s.wants(event)) {
        try {
          s.deliver(event);
        } catch (Throwable error) {
          subscriberFailed(s, event, error);
        }
      }
    }
  }

  private void subscriberFailed(Subscriber<?> failed, RuntimeEvent event, Throwable error) {
    VmErrors.throwIfFatal(error);
    failures.increment();
    if (event instanceof SubscriberFailed) {
      return; // one report is enough: a subscriber that fails on failures would never end
    }
    SubscriberFailed report = new SubscriberFailed(event, error);
    for (Subscriber<?> s : subscribers) {
      if (s != failed && s.wants(report)) {
        try {
          s.deliver(report);
        } catch (Throwable again) {
          VmErrors.throwIfFatal(again);
        }
      }
    }
  }
}
