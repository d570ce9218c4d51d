package dev.tactus.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Decides who runs a process: one word, changed by CAS only.
///
/// ## The word
///
/// | bits | meaning |
/// |---|---|
/// | 0 to 2 | READY, RUNNING, BLOCKED, IDLE, COMPLETE |
/// | 3, WAKE | something was pushed while the process was RUNNING |
/// | 4, TERMINATE | it must not step again |
///
/// | from | to | who | when |
/// |---|---|---|---|
/// | RUNNING | READY | starter | `init` has returned; submits |
/// | READY | RUNNING, no WAKE | worker | its turn begins |
/// | RUNNING | RUNNING + WAKE | anybody | after a push |
/// | RUNNING + WAKE | RUNNING | worker | before it takes the queue again |
/// | RUNNING | BLOCKED, IDLE | worker | the step said so, and neither bit is set |
/// | RUNNING | READY | worker | the turn is used up; the pool queues it again |
/// | BLOCKED, IDLE | READY | anybody | after a push; who wins submits |
/// | BLOCKED, IDLE | READY + TERMINATE | anybody | who wins submits |
/// | READY, RUNNING | the same + TERMINATE | anybody | |
/// | RUNNING | COMPLETE | worker | it is done, has failed or must end |
///
/// A process starts RUNNING, in the hands of its starter.
///
/// ## Why no wake-up is lost and none runs it twice
///
/// Whoever pushes looks at the word after the push. READY: the worker will take the queue after its
/// transition to RUNNING, so after the push. RUNNING: the bit makes the transition to BLOCKED or
/// IDLE fail, and the worker clears it *before* it takes the queue. BLOCKED, IDLE: exactly one CAS
/// leaves that state, and its winner submits. So between two turns there is exactly one submission,
/// which is what a [dev.tactus.workers.Task] asks for.
///
/// A transition of the worker that fails only because somebody set a bit is tried again with it.
abstract class StateWord extends EventQueue {
  // Of the handle's type, which it insists on: it would convert others, many times slower.
  static final int READY = 0;
  static final int RUNNING = 1;
  static final int BLOCKED = 2;
  static final int IDLE = 3;
  static final int COMPLETE = 4;

  private static final int STATES = 7;
  private static final int WAKE = 8;
  private static final int TERMINATE = 16;

  private static final ProcessState[] NAMES = ProcessState.values();
  private static final VarHandle WORD;

  static {
    try {
      WORD =
          MethodHandles.lookup()
              .findVarHandle(StateWord.class, "word", int.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// What came of a wish to end a process.
  enum Ending {
    /// The caller has to submit it.
    SUBMIT,
    /// Somebody will see it soon.
    NOTED,
    /// It has ended, or somebody else wished it before.
    TOO_LATE
  }

  private volatile int word = RUNNING;

  /// Tells of a push. Threads: any; never blocks.
  ///
  /// @return whether the caller has to submit the process
  final boolean wake() {
    while (true) {
      int seen = word;
      switch (seen & STATES) {
        case RUNNING -> {
          if ((seen & WAKE) != 0 || WORD.compareAndSet(this, seen, seen | WAKE)) {
            return false;
          }
        }
        case BLOCKED, IDLE -> {
          if (WORD.compareAndSet(this, seen, READY)) {
            return true;
          }
        }
        default -> {
          return false;
        }
      }
    }
  }

  /// Forbids further steps. Threads: any; never blocks.
  final Ending forbidSteps() {
    while (true) {
      int seen = word;
      int state = seen & STATES;
      if (state == COMPLETE || (seen & TERMINATE) != 0) {
        return Ending.TOO_LATE;
      }
      boolean rests = state == BLOCKED || state == IDLE;
      if (WORD.compareAndSet(this, seen, (rests ? READY : seen) | TERMINATE)) {
        return rests ? Ending.SUBMIT : Ending.NOTED;
      }
    }
  }

  /// Begins a turn. Threads: the worker that got it, or who holds it in its place.
  ///
  /// @return whether it may step
  final boolean beginTurn() {
    while (true) {
      int seen = word;
      assert (seen & STATES) == READY : "a turn begins in the state " + seen;
      if (WORD.compareAndSet(this, seen, RUNNING | (seen & TERMINATE))) {
        return (seen & TERMINATE) == 0;
      }
    }
  }

  /// Goes to rest. After true the process belongs to whoever wakes it, and the worker must not
  /// touch it any more. Threads: the worker.
  ///
  /// @param state BLOCKED or IDLE
  /// @return false when there is a reason to go on
  final boolean rest(int state) {
    while (true) {
      int seen = word;
      if (seen != RUNNING) {
        return false;
      }
      if (WORD.compareAndSet(this, RUNNING, state)) {
        return true;
      }
    }
  }

  /// Says that the queue is about to be taken again. Threads: the worker.
  ///
  /// @return whether it may step
  final boolean goOn() {
    while (true) {
      int seen = word;
      if ((seen & TERMINATE) != 0) {
        return false;
      }
      if ((seen & WAKE) == 0 || WORD.compareAndSet(this, seen, seen & ~WAKE)) {
        return true;
      }
    }
  }

  /// Makes it ready again. Threads: its worker or its starter, who must submit it or ask the pool
  /// for another turn.
  final void backToReady() {
    while (true) {
      int seen = word;
      assert (seen & STATES) == RUNNING : "made ready in the state " + seen;
      if (WORD.compareAndSet(this, seen, READY | (seen & TERMINATE))) {
        return;
      }
    }
  }

  /// Ends it for good. Threads: its worker, its starter, or who holds it in their place.
  final void end() {
    assert (word & STATES) == RUNNING : "ended in the state " + word;
    // release: nobody waits for it; whoever has pushed before has been told by the closed queue.
    WORD.setRelease(this, COMPLETE);
  }

  /// The present state. Threads: any.
  final ProcessState state() {
    return NAMES[word & STATES];
  }
}
