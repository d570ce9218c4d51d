package dev.tactus.console;

import dev.tactus.observe.Snapshot;
import dev.tactus.observe.Source;
import dev.tactus.observe.Viewing;
import dev.tactus.time.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Passes each snapshot on to all who follow the stream.
///
/// The source is looked at while somebody follows, and only then: it samples nothing for an empty
/// room. A snapshot comes in on a thread of the system, which only leaves it in a slot. One thread
/// of the hub takes it from there, encodes it once, and leaves the same bytes in the slot of each
/// client. The thread of the client's request writes them. So nobody waits for anybody: a client
/// that does not read is late alone, and sees the latest snapshot when it reads again.
///
/// The lock is held while clients come and go, and never while a snapshot is passed on: a source
/// may hold a lock of its own when it shows one.
final class SseHub implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SseHub.class);
  private static final long HEARTBEAT_NANOS = Duration.ofSeconds(15).toNanos();

  private final Source source;
  private final Clock clock;
  private final int clientsMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Client> clients = ConcurrentHashMap.newKeySet();
  private final LatestSlot<Snapshot> incoming = new LatestSlot<>();
  private final LongAdder encoded = new LongAdder();
  private final LongAdder begun = new LongAdder();

  private @Nullable Viewing viewing; // guarded by lock
  private boolean isClosed; // guarded by lock

  /// The frame that newcomers get at once; null while nobody follows.
  private volatile @Nullable SseFrame latest;

  /// When all clients were last given something.
  private volatile long spokeNanos;

  SseHub(Source source, Clock clock, int clientsMax) {
    this.source = source;
    this.clock = clock;
    this.clientsMax = clientsMax;
    this.spokeNanos = clock.nanos();
  }

  /// One who follows.
  final class Client implements Answer.Writer {
    private final LatestSlot<SseFrame> slot = new LatestSlot<>();

    @Override
    public void writeTo(OutputStream out) throws IOException {
      SseFrame.RETRY.writeTo(out); // goes out with the first frame
      try {
        for (SseFrame frame = slot.take(); frame != null; frame = slot.take()) {
          begun.increment();
          frame.writeTo(out);
          out.flush();
        }
      } catch (InterruptedException e) {
        throw new InterruptedIOException("The console was closed while a client followed.");
      }
    }

    @Override
    public void close() {
      leave(this);
    }
  }

  /// Starts to pass on.
  void start() {
    RequestThreads.threads("tactus-console-hub-").newThread(this::passOn).start();
  }

  /// Lets one more follow; it is to be closed when it does no longer.
  Client join() {
    Client client = new Client();
    lock.lock();
    try {
      if (isClosed) {
        throw Refusal.ending();
      }
      if (clients.size() >= clientsMax) {
        throw Refusal.tooManyConnections("streams", clientsMax);
      }
      if (viewing == null) {
        viewing = source.view(incoming::put);
      }
      clients.add(client);
    } finally {
      lock.unlock();
    }
    try {
      SseFrame present = latest;
      client.slot.putIfEmpty(present != null ? present : encode(source.snapshot()));
      return client;
    } catch (RuntimeException e) {
      leave(client);
      throw e;
    }
  }

  private void leave(Client client) {
    lock.lock();
    try {
      if (clients.remove(client) && clients.isEmpty()) {
        endViewing();
      }
    } finally {
      lock.unlock();
    }
  }

  private void endViewing() {
    Viewing ending = viewing;
    viewing = null;
    latest = null;
    if (ending != null) {
      ending.close();
    }
  }

  private void passOn() {
    try {
      for (Snapshot next = incoming.take(); next != null; next = incoming.take()) {
        passOn(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does that; it ends the thread
    }
  }

  private void passOn(Snapshot next) {
    try {
      SseFrame frame = encode(next);
      spokeNanos = clock.nanos();
      clients.forEach(client -> client.slot.put(frame));
      keep(frame);
    } catch (RuntimeException e) {
      LOG.error("Snapshot {} could not be passed on; the next one may be", next.number(), e);
    }
  }

  /// Keeps a frame for newcomers, unless the last client has left meanwhile.
  private void keep(SseFrame frame) {
    lock.lock();
    try {
      latest = viewing == null ? null : frame;
    } finally {
      lock.unlock();
    }
  }

  private SseFrame encode(Snapshot snapshot) {
    encoded.increment();
    return SseFrame.of(snapshot);
  }

  /// Lets all know that the stream is alive, when they have not had anything for a while. Threads:
  /// the pulse.
  void beat() {
    long now = clock.nanos();
    if (now - spokeNanos >= HEARTBEAT_NANOS) {
      spokeNanos = now;
      clients.forEach(client -> client.slot.putIfEmpty(SseFrame.HEARTBEAT));
    }
  }

  /// How many follow.
  int size() {
    return clients.size();
  }

  /// How many snapshots were encoded.
  long encoded() {
    return encoded.sum();
  }

  /// How many times a frame was begun to be written to a client.
  long begun() {
    return begun.sum();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      endViewing();
    } finally {
      lock.unlock();
    }
    incoming.close();
    clients.forEach(client -> client.slot.close());
  }
}
