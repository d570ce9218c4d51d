package dev.tactus.cli.demo;

import java.time.Duration;

/// The timeout of a request: cancelled when the answer comes, which it mostly does, and then there
/// is the next request.
final class Request extends LoadTimer {
  /// How long it takes until all requests have been looked at once; see [Load#answer].
  static final Duration ROUND = Duration.ofSeconds(2);

  /// Longer than a round, so that an answer comes first, unless it does not come at all.
  private static final Duration TIMEOUT_MIN = Duration.ofSeconds(3);

  private static final Duration TIMEOUT_MAX = Duration.ofSeconds(5);

  /// One request of that many gets no answer.
  private static final int UNANSWERED_ONE_OF = 20;

  Request(Load load, int number) {
    super(load, number);
  }

  @Override
  void register() {
    Duration timeout = load.stretched(draw(TIMEOUT_MIN.toNanos(), TIMEOUT_MAX.toNanos()));
    note(timeout.toNanos(), () -> load.scheduler.scheduleOnce(timeout, this, load.executor));
  }

  /// Its answer comes now, or it has no luck.
  synchronized void answer() {
    if (draw(0, UNANSWERED_ONE_OF) != 0 && cancel()) {
      load.counts.answered.increment();
      register();
    }
  }

  @Override
  public synchronized void run() {
    load.ran(dueNanos);
    load.counts.completed.increment();
    load.counts.timedOut.increment();
    register();
  }
}
