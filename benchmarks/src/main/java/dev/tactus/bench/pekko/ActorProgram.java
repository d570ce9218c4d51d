package dev.tactus.bench.pekko;

import dev.tactus.bench.harness.Baton;
import dev.tactus.bench.harness.HostTime;
import dev.tactus.bench.harness.Mode;
import dev.tactus.bench.harness.Results;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;

/// A program of actors that sends a known number of messages and then is done.
interface ActorProgram {
  /// The metric of its messages a second.
  String metric();

  /// Starts it once: makes its actors and sends the first messages.
  ///
  /// @param done to be opened when the last message was handled
  /// @return how many messages that will be
  long start(ActorSystem system, CountDownLatch done);

  /// Runs a program until it is warm, and then once for each sample, and once before it: others had
  /// the machine meanwhile.
  static void measure(
      ActorSystem system, ActorProgram program, Mode mode, Baton baton, Results results)
      throws Exception {
    baton.station(
        program.metric(),
        () -> {
          long warm = HostTime.nanos() + mode.pick(1_500, 4_000) * 1_000_000L;
          while (HostTime.nanos() < warm) {
            double _ = millionsPerSecond(system, program);
          }
          return program;
        },
        (warm, _) -> {
          double _ = millionsPerSecond(system, warm);
          results.sample(warm.metric(), millionsPerSecond(system, warm));
        });
  }

  private static double millionsPerSecond(ActorSystem system, ActorProgram program)
      throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    long begin = HostTime.nanos();
    long messages = program.start(system, done);
    if (!done.await(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          program.metric() + ": " + messages + " messages were not handled within 30 s");
    }
    return messages * 1e3 / (HostTime.nanos() - begin);
  }
}
