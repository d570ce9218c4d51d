package dev.tactus.scheduler.log;

import dev.tactus.event.EventStream;
import dev.tactus.event.Subscription;
import dev.tactus.scheduler.TimerDiagnostic;
import dev.tactus.scheduler.WheelScheduler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/// Keeps what timers did last: every schedule, fire and cancel, in a ring of fixed size.
///
/// ```java
/// try (var log = DeterministicLog.attach(scheduler, 10_000)) {
///   // ... schedule, run, cancel ...
///   log.snapshot().save(Path.of("timers.log"));
/// }
/// ```
///
/// Attach it before the first timer is scheduled: a recording without its beginning can be read and
/// compared, but not replayed.
///
/// ## Algorithm
///
/// One lock guards the ring and its counter. A writer holds it to store one reference: the event
/// itself, which is immutable. A reader holds it to copy the references, at most
/// [LogRecording#ENTRIES_MAX] of them in one block copy, and does everything else after that; so a
/// slow reader delays writers by one block copy, never by its own work.
///
/// A ring that writers fill by an atomic counter would do without the lock, but then a reader may
/// find that a number was taken and its entry is not there yet. It would have to wait for a thread
/// that may not run, or to give a recording with a hole. Under the lock a snapshot is always a
/// piece of one order, without holes, and a log is for tests and diagnosis, where that is worth
/// more than the last nanoseconds.
///
/// Threads: any writes (the stream calls it on the publishing thread), any takes snapshots.
public final class DeterministicLog implements AutoCloseable {
  private final LogHeader header;
  private final Object lock = new Object();

  /// Guarded by the lock: entry `n`, counted from 0, is at `n % length`.
  private final TimerDiagnostic[] ring;

  /// Guarded by the lock: how many entries were ever written.
  private long written;

  private final Subscription subscription;

  private DeterministicLog(EventStream events, LogHeader header, int capacity) {
    if (capacity < 1 || capacity > LogRecording.ENTRIES_MAX) {
      throw new IllegalArgumentException(
          "A log was given a capacity of "
              + capacity
              + " entries; allowed are 1 to "
              + LogRecording.ENTRIES_MAX
              + ".");
    }
    this.header = Objects.requireNonNull(header, "header");
    this.ring = new TimerDiagnostic[capacity];
    this.subscription = events.subscribe(TimerDiagnostic.class, this::write);
  }

  /// Starts to log what this scheduler's timers do.
  ///
  /// @param capacity how many entries are kept; older ones are overwritten
  public static DeterministicLog attach(WheelScheduler scheduler, int capacity) {
    return new DeterministicLog(scheduler.events(), LogHeader.of(scheduler), capacity);
  }

  /// Starts to log what is published on this stream, which has to be that of one scheduler only:
  /// several have timers of the same numbers. For a stream whose scheduler is not started yet.
  ///
  /// @param header what the entries mean; the stream does not know
  /// @param capacity how many entries are kept; older ones are overwritten
  public static DeterministicLog attach(EventStream events, LogHeader header, int capacity) {
    return new DeterministicLog(events, header, capacity);
  }

  private void write(TimerDiagnostic event) {
    synchronized (lock) {
      ring[(int) (written % ring.length)] = event;
      written++;
    }
  }

  /// How many entries were overwritten so far.
  public long overwritten() {
    synchronized (lock) {
      return Math.max(0, written - ring.length);
    }
  }

  /// What the log holds now.
  public LogRecording snapshot() {
    TimerDiagnostic[] events;
    long before;
    synchronized (lock) {
      before = Math.max(0, written - ring.length);
      events = new TimerDiagnostic[(int) (written - before)];
      int first = (int) (before % ring.length);
      int untilEnd = Math.min(events.length, ring.length - first);
      System.arraycopy(ring, first, events, 0, untilEnd);
      System.arraycopy(ring, 0, events, untilEnd, events.length - untilEnd);
    }
    List<LogEntry> entries = entries(events);
    LogHeader complete = header;
    if (header.originNanos().isEmpty()) {
      OptionalLong fitting = OriginFit.of(header.resolution(), entries);
      complete = fitting.isPresent() ? header.withOriginNanos(fitting.getAsLong()) : header;
    }
    return new LogRecording(complete, before, entries);
  }

  private static List<LogEntry> entries(TimerDiagnostic[] events) {
    Map<Long, Long> scheduledAt = new HashMap<>();
    for (TimerDiagnostic event : events) {
      if (event instanceof TimerDiagnostic.Scheduled s) {
        scheduledAt.put(s.timerId(), s.atNanos());
      }
    }
    List<LogEntry> entries = new ArrayList<>(events.length);
    for (TimerDiagnostic event : events) {
      Long at = scheduledAt.get(event.timerId());
      entries.add(entry(event, at == null ? OptionalLong.empty() : OptionalLong.of(at)));
    }
    return entries;
  }

  /// The entry that stands for an event.
  static LogEntry entry(TimerDiagnostic event, OptionalLong scheduledAt) {
    return switch (event) {
      case TimerDiagnostic.Scheduled s ->
          new LogEntry.Scheduled(
              s.timerId(),
              s.atNanos(),
              s.mode(),
              s.delayNanos(),
              s.periodNanos(),
              s.deadlineTick(),
              s.priority(),
              LogEntry.shortened(s.executor()));
      case TimerDiagnostic.Fired f ->
          new LogEntry.Fired(
              f.timerId(),
              f.atNanos(),
              scheduledAt,
              f.deadlineTick(),
              f.runs(),
              LogEntry.shortened(f.executor()));
      case TimerDiagnostic.Cancelled c ->
          new LogEntry.Cancelled(c.timerId(), c.atNanos(), scheduledAt, c.reason());
    };
  }

  /// Stops logging; what was logged can still be had.
  @Override
  public void close() {
    subscription.close();
  }
}
