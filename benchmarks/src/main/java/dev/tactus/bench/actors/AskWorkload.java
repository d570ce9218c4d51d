package dev.tactus.bench.actors;

import dev.tactus.bench.actors.contenders.ActorContender;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/// A thread outside asks an actor: one question at a time, each answer waited for, or 1,000
/// questions at once and then all their answers. An operation is a question with its answer.
///
/// Hypothesis: one at a time, the two wake-ups are all that counts, and a worker that looks around
/// for a while before it sleeps saves one; at once, the reply's object and its timeout.
final class AskWorkload<A> implements Workload {
  private static final int PIPELINE = 1_000;

  private final ActorContender<A> contender;
  private final A echo;
  private final int depth;

  private AskWorkload(ActorContender<A> contender, int depth) {
    this.contender = contender;
    this.depth = depth;
    echo = contender.spawnEcho();
  }

  static <A> Workload oneAtATime(ActorContender<A> contender) {
    return new AskWorkload<>(contender, 1);
  }

  static <A> Workload pipelined(ActorContender<A> contender) {
    return new AskWorkload<>(contender, PIPELINE);
  }

  /// @param size how many questions
  @Override
  public long run(int size) throws Exception {
    if (depth == 1) {
      for (int i = 0; i < size; i++) {
        check(i, contender.askAndWait(echo, i));
      }
    } else {
      for (int asked = 0; asked < size; asked += depth) {
        askAtOnce(Math.min(depth, size - asked));
      }
    }
    return size;
  }

  private void askAtOnce(int count) throws Exception {
    List<CompletionStage<Object>> answers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      answers.add(contender.ask(echo, i));
    }
    for (int i = 0; i < count; i++) {
      check(
          i,
          answers
              .get(i)
              .toCompletableFuture()
              .get(ActorContender.ASK_TIMEOUT_SECONDS, TimeUnit.SECONDS));
    }
  }

  private static void check(int question, Object answer) {
    if (!answer.equals(question)) {
      throw new IllegalStateException("asked " + question + ", got " + answer);
    }
  }
}
