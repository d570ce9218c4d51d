package dev.tactus.bench.processes;

import java.util.concurrent.CountDownLatch;

/// Something that runs very many small activities. Each method starts some and returns.
interface ProcessContender extends AutoCloseable {
  /// How many servers answer yields.
  int SERVERS = 4;

  /// Starts one that makes so many steps, as it does that by default, and then counts down.
  void startSteps(int steps, CountDownLatch ended);

  /// The same, but each step lets others go first.
  void startTurns(int turns, CountDownLatch ended);

  /// Starts one that asks a server so many times, waits for each answer, and then counts down.
  ///
  /// @param number decides which of the servers it asks
  void startYields(int number, int yields, CountDownLatch ended);

  /// Starts one that waits for messages.
  Waiting startWaiting(Receiver receiver);

  /// Starts one that sends to so many others and waits for their answers, again and again.
  void startFanOut(int others, int rounds, CountDownLatch ended);

  @Override
  void close();

  /// What runs when a message has come.
  interface Receiver {
    void received(Object message);
  }

  /// One that waits for messages.
  interface Waiting {
    void send(Object message);
  }
}
