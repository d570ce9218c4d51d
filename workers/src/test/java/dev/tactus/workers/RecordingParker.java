package dev.tactus.workers;

import dev.tactus.time.Parker;
import dev.tactus.time.host.HostParker;
import java.util.concurrent.atomic.AtomicInteger;

/// A parker of the machine that counts.
final class RecordingParker implements Parker {
  private final HostParker parker = new HostParker();
  final AtomicInteger parks = new AtomicInteger();
  final AtomicInteger endlessParks = new AtomicInteger();
  final AtomicInteger unparks = new AtomicInteger();

  @Override
  public boolean park(long nanos) {
    parks.incrementAndGet();
    if (nanos == Long.MAX_VALUE) {
      endlessParks.incrementAndGet();
    }
    return parker.park(nanos);
  }

  @Override
  public void unpark() {
    unparks.incrementAndGet();
    parker.unpark();
  }
}
