package dev.tactus.bench.actors.contenders;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.Supplier;

/// A virtual thread an actor, which takes its messages from a queue of the JDK.
final class VirtualThreadContender implements ActorContender<LinkedTransferQueue<Object>> {
  private static final Object STOP = new Object();

  /// Those started from outside, which are few, to be ended by [#close].
  private final Set<LinkedTransferQueue<Object>> outermost = ConcurrentHashMap.newKeySet();

  @Override
  public LinkedTransferQueue<Object> spawn(Supplier<Handler<LinkedTransferQueue<Object>>> handler) {
    LinkedTransferQueue<Object> queue = start(handler);
    outermost.add(queue);
    return queue;
  }

  private static LinkedTransferQueue<Object> start(
      Supplier<Handler<LinkedTransferQueue<Object>>> handler) {
    Loop loop = new Loop(handler.get());
    Thread.startVirtualThread(loop);
    return loop.queue;
  }

  @Override
  public void tell(LinkedTransferQueue<Object> actor, Object message) {
    actor.put(message);
  }

  @Override
  public LinkedTransferQueue<Object> spawnEcho() {
    return spawn(Question::echo);
  }

  @Override
  public CompletionStage<Object> ask(LinkedTransferQueue<Object> echo, Object content) {
    Question question = Question.of(content);
    echo.put(question);
    return question.answer();
  }

  @Override
  public void close() {
    outermost.forEach(queue -> queue.put(STOP));
  }

  private static final class Loop implements Runnable, Self<LinkedTransferQueue<Object>> {
    private final LinkedTransferQueue<Object> queue = new LinkedTransferQueue<>();
    private final Handler<LinkedTransferQueue<Object>> handler;
    private boolean stopped;

    Loop(Handler<LinkedTransferQueue<Object>> handler) {
      this.handler = handler;
    }

    @Override
    public void run() {
      try {
        while (!stopped) {
          Object message = queue.take();
          if (message == STOP) {
            return;
          }
          handler.receive(this, message);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // nobody does, and it would be the end
      }
    }

    @Override
    public LinkedTransferQueue<Object> address() {
      return queue;
    }

    @Override
    public LinkedTransferQueue<Object> spawn(Supplier<Handler<LinkedTransferQueue<Object>>> child) {
      return start(child);
    }

    @Override
    public void end() {
      stopped = true;
    }
  }
}
