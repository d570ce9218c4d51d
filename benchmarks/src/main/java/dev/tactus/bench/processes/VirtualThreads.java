package dev.tactus.bench.processes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedTransferQueue;

/// Virtual threads of the JDK: a queue where a process has its events, a future where it has a
/// yield.
final class VirtualThreads implements ProcessContender {
  private static final Object END = new Object();

  private final List<BlockingQueue<CompletableFuture<Object>>> servers = new ArrayList<>();
  private final List<Thread> serverThreads = new ArrayList<>();

  VirtualThreads() {
    for (int i = 0; i < SERVERS; i++) {
      BlockingQueue<CompletableFuture<Object>> queue = new LinkedTransferQueue<>();
      servers.add(queue);
      serverThreads.add(start(() -> serve(queue)));
    }
  }

  /// Something that may wait; an interrupt ends it.
  private interface Body {
    void run() throws InterruptedException;
  }

  private static Thread start(Body body) {
    return Thread.startVirtualThread(
        () -> {
          try {
            body.run();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private static void serve(BlockingQueue<CompletableFuture<Object>> queue)
      throws InterruptedException {
    while (true) {
      CompletableFuture<Object> question = queue.take();
      question.complete(question);
    }
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // to let others go first is what is measured
  public void startSteps(int steps, CountDownLatch ended) {
    start(
        () -> {
          for (int i = 1; i < steps; i++) {
            Thread.yield();
          }
          ended.countDown();
        });
  }

  @Override
  public void startTurns(int turns, CountDownLatch ended) {
    startSteps(turns, ended);
  }

  @Override
  public void startYields(int number, int yields, CountDownLatch ended) {
    BlockingQueue<CompletableFuture<Object>> server = servers.get(number % SERVERS);
    start(
        () -> {
          for (int i = 0; i < yields; i++) {
            CompletableFuture<Object> question = new CompletableFuture<>();
            server.add(question);
            question.join();
          }
          ended.countDown();
        });
  }

  @Override
  public Waiting startWaiting(Receiver receiver) {
    BlockingQueue<Object> queue = new LinkedTransferQueue<>();
    start(
        () -> {
          while (true) {
            Object message = queue.take();
            if (message == END) {
              return;
            }
            receiver.received(message);
          }
        });
    return queue::add;
  }

  @Override
  public void startFanOut(int others, int rounds, CountDownLatch ended) {
    BlockingQueue<Object> answers = new LinkedTransferQueue<>();
    List<Waiting> children = new ArrayList<>();
    for (int i = 0; i < others; i++) {
      children.add(startWaiting(answers::add));
    }
    start(
        () -> {
          for (int round = 0; round < rounds; round++) {
            for (Waiting child : children) {
              child.send(child);
            }
            for (int i = 0; i < others; i++) {
              Object _ = answers.take();
            }
          }
          children.forEach(child -> child.send(END));
          ended.countDown();
        });
  }

  @Override
  public void close() {
    serverThreads.forEach(Thread::interrupt);
  }
}
