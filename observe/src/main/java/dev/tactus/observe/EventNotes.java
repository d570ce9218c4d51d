package dev.tactus.observe;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.DeadLetter;
import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.error.Coded;
import dev.tactus.event.EventStream;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.event.SubscriberFailed;
import dev.tactus.event.Subscription;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.observe.flood.FloodLimit;
import dev.tactus.process.ProcessWarning;
import dev.tactus.scheduler.SchedulerWarning;
import dev.tactus.time.host.HostClock;
import dev.tactus.time.host.HostWallClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Remembers the latest events that somebody may want to know of, and counts all of them.
///
/// It listens to failures and warnings only, never to what happens with every message or actor. A
/// flood of one type costs a counter for each: only so many of a second are put into words.
///
/// Threads: any.
final class EventNotes implements AutoCloseable {
  /// Everything that goes wrong, and nothing that happens all the time.
  private static final List<Class<? extends RuntimeEvent>> TYPES =
      List.of(
          ActorEvent.Failed.class,
          ActorEvent.Restarted.class,
          ActorEvent.HookFailed.class,
          DeadLetter.class,
          DispatcherEvent.TurnRefused.class,
          DispatcherEvent.Recovered.class,
          DispatcherEvent.Starvation.class,
          MailboxPressure.class,
          ProcessWarning.class,
          SchedulerWarning.class,
          SubscriberFailed.class);

  private final ObservatorySettings settings;
  private final EventText text;
  private final Map<Class<?>, Tally> tallies = new ConcurrentHashMap<>();
  private final List<Subscription> subscriptions = new ArrayList<>();
  private final Deque<EventEntry> entries = new ArrayDeque<>();
  private long number;

  EventNotes(ObservatorySettings settings) {
    this.settings = settings;
    this.text = new EventText(settings.showsContents());
  }

  /// How many events of a type there were, and how many of a second are put into words.
  private record Tally(LongAdder count, FloodLimit limit) {
    static Tally of(int perSecond) {
      return new Tally(new LongAdder(), new FloodLimit(perSecond, HostClock.instance()::nanos));
    }

    /// Counts one.
    ///
    /// @return whether it is one of the first of its second
    boolean add() {
      count.increment();
      return limit.admit();
    }
  }

  void follow(EventStream stream) {
    for (Class<? extends RuntimeEvent> type : TYPES) {
      subscriptions.add(stream.subscribe(type, this::note));
    }
  }

  private void note(RuntimeEvent event) {
    Tally tally =
        tallies.computeIfAbsent(event.getClass(), type -> Tally.of(settings.eventsPerSecond()));
    if (tally.add()) {
      String code = event instanceof Coded coded ? coded.code().code() : "";
      add(HostWallClock.millis(), event.getClass().getSimpleName(), text.of(event), code);
    }
  }

  private synchronized void add(long millis, String type, EventText.Words words, String code) {
    number++;
    entries.add(
        new EventEntry(
            number, millis, type, words.isWarning(), words.subject(), words.text(), code));
    if (entries.size() > settings.eventsKept()) {
      EventEntry unused = entries.removeFirst();
    }
  }

  synchronized List<EventEntry> after(long after, String subject, int max) {
    return entries.stream()
        .filter(entry -> entry.number() > after)
        .filter(entry -> subject.isEmpty() || entry.subject().equals(subject))
        .limit(max)
        .toList();
  }

  synchronized long latest() {
    return number;
  }

  /// By name; those of timers and of processes share some, such as `HandlerFailed`.
  Map<String, Long> counts() {
    Map<String, Long> counts = new HashMap<>();
    tallies.forEach(
        (type, tally) -> counts.merge(type.getSimpleName(), tally.count().sum(), Long::sum));
    return counts;
  }

  @Override
  public void close() {
    subscriptions.forEach(Subscription::close);
  }
}
