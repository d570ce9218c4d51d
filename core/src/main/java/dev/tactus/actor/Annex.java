package dev.tactus.actor;

import dev.tactus.mailbox.inbox.Envelope;
import dev.tactus.scheduler.Cancellable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What most actors do not need: a cell gets it with its first child, watch, failure or stash.
///
/// Threads: the turns of the actor, unless a field says otherwise.
final class Annex {
  /// How often somebody looks for children that have ended while others are made.
  private static final int LOOK_EVERY = 64;

  /// How many children are let go at once, so that a turn does not take too long.
  private static final int LEAVERS_MAX = 1_000;

  final Children children;

  /// Null before the first watch; most parents watch nobody and are watched by nobody.
  private @Nullable Watches watches;

  /// Children that have ended, where there were many; null where each sends a message of its own.
  /// It is here and not in the list of children, which whoever makes them writes all the time.
  private volatile @Nullable Leavers<ActorCell<?>> leavers;

  /// Written by the parent, while this actor is suspended; null before the first failure.
  private @Nullable Restarts restarts;

  /// The same for those of its children that are restarted together; null before the first failure.
  private @Nullable Restarts restartsTogether;

  /// The number of the last of its children that were told to end together: their failures count no
  /// more.
  private long lastStoppedTogether;

  /// What brings the restart of all its children after a pause; null while none is due.
  private @Nullable CellMessage pauseOfAll;

  /// The timer of that; null where no timer can wait as long.
  private @Nullable Cancellable pauseTimer;

  /// Null when the actor has no stash.
  @Nullable Stash stash;

  /// Null before the first timer.
  @Nullable ActorTimers<?> timers;

  /// Null when the actor waits for its messages as long as it takes.
  @Nullable ReceiveTimeout receiveTimeout;

  /// What lies below the present behavior, the instance as the last; null or empty while that is in
  /// charge.
  @Nullable Deque<Actor<?>> behaviors;

  /// Who sent the present message.
  @Nullable ActorRef<?> sender;

  /// The present message, where there is a stash.
  @Nullable Object current;

  /// Whether the present message was set aside.
  boolean stashed;

  /// Whether the actor has logged in its present turn, so that the MDC has to be cleared.
  boolean logged;

  /// Whether the hook `started` of its present instance has failed, or its factory.
  boolean isHalfMade;

  boolean failing;
  boolean stopping;

  /// Whether it stands still, besides, until it is restarted together with its siblings.
  boolean awaitsRestart;

  /// How many failures the parent was told of, which is the number of the last one.
  int failures;

  /// Failures up to this number have no say any more: they were forgiven, or it was restarted
  /// since.
  int settled;

  /// How many of the others wait for a decision that lets it go on.
  int undecided;

  /// What brings a restart after a pause; null for none. Written by the parent.
  volatile @Nullable Cancellable pendingRestart;

  /// Why it restarts, while it waits for its children to end; null otherwise.
  @Nullable Throwable restartCause;

  /// What it was handling when it failed.
  @Nullable Object failedMessage;

  /// Children that have failed and whose failure this actor has passed on; null for none. They wait
  /// for the decision about this actor.
  @Nullable List<CellMessage.ChildFailed> escalated;

  /// Messages on their way from the stash to the front of the mailbox, the oldest first; null for
  /// none.
  @Nullable Deque<Object> unstashed;

  /// @param isOfGuardian whether any thread makes children of the actor
  Annex(boolean isOfGuardian) {
    children = new Children(isOfGuardian);
  }

  /// Its watches, made where there are none.
  Watches watches() {
    Watches present = watches;
    if (present == null) {
      present = new Watches();
      watches = present;
    }
    return present;
  }

  /// Its watches; null where there are none.
  @Nullable Watches watchesIfAny() {
    return watches;
  }

  /// Where children go that have ended; null when each has to say so itself. Threads: any.
  @Nullable Leavers<ActorCell<?>> leavers() {
    return leavers;
  }

  /// Looks after those that have ended, now and then while children are made. Threads: who makes
  /// this child.
  void childMade(ActorCell<?> child) {
    if (child.number % LOOK_EVERY == 0) {
      synchronized (children) {
        if (leavers == null) {
          leavers = new Leavers<>();
        } else {
          boolean unused = letLeaversGo();
        }
      }
    }
  }

  /// Lets children go that have ended, but not too many at once. Threads: any.
  ///
  /// @return whether there are more
  boolean letLeaversGo() {
    Leavers<ActorCell<?>> present = leavers;
    return present != null && children.removeAll(present, LEAVERS_MAX);
  }

  /// Notes what is being handled, if it may be set aside.
  void beginMessage(Object message) {
    if (stash != null) {
      // Without its timer, watch or translation: these have done their part.
      current = sender == null ? message : new CellEnvelope.Sent(message, sender);
      stashed = false;
    }
  }

  /// Forgets what belongs to one message or hook.
  ///
  /// @param message null for a hook
  void endMessage(ActorCell<?> cell, @Nullable Object message) {
    current = null;
    if (receiveTimeout != null && message != null && Envelope.payload(message) != receiveTimeout) {
      receiveTimeout.touch();
    }
    if (logged) {
      logged = false;
      ActorLog.clear();
    }
    Deque<Object> leaving = unstashed;
    // After a failure it waits for what becomes of the stash, which has to come behind it.
    if (leaving != null && (!failing || cell.isEnding())) {
      while (!leaving.isEmpty()) {
        cell.lastToFront(leaving);
      }
      unstashed = null; // not before: after an error the next message tries again
    }
  }

  /// Cancels what the actor has scheduled, so that nothing of an earlier instance arrives.
  void endTimers() {
    if (timers != null) {
      timers.cancelAll();
    }
    if (receiveTimeout != null) {
      receiveTimeout.cancel();
      receiveTimeout = null;
    }
  }

  /// Gives the next failure a number.
  int numberFailure() {
    undecided++;
    return ++failures;
  }

  /// Lets no decision count any more about failures until now.
  void settleFailures() {
    settled = failures;
    undecided = 0;
  }

  /// Lets a message leave the stash when the present one is over, behind those that leave already.
  void unstash(Object message) {
    Deque<Object> leaving = unstashed;
    if (leaving == null) {
      leaving = new ArrayDeque<>();
      unstashed = leaving;
    }
    leaving.addLast(message);
  }

  /// How often it was restarted. Threads: the turns of the parent.
  Restarts restarts() {
    Restarts present = restarts;
    if (present == null) {
      present = new Restarts();
      restarts = present;
    }
    return present;
  }

  /// How often its children were restarted together. Threads: the turns of the actor.
  Restarts restartsTogether() {
    Restarts present = restartsTogether;
    if (present == null) {
      present = new Restarts();
      restartsTogether = present;
    }
    return present;
  }

  /// Notes that all its children wait for a restart; what they waited for before is over.
  ///
  /// @param over what ends the pause
  void beginPause(CellMessage over) {
    cancelPause();
    pauseOfAll = over;
  }

  /// Notes the timer of the pause that has begun.
  void pauseUntil(Cancellable timer) {
    pauseTimer = timer;
  }

  /// Ends the pause of its children.
  ///
  /// @return false when it has been cancelled, or another one has begun since
  boolean endPause(CellMessage over) {
    if (pauseOfAll != over) {
      return false;
    }
    cancelPause();
    return true;
  }

  /// Lets nobody be restarted by the pause of its children, if there is one.
  void cancelPause() {
    pauseOfAll = null;
    Cancellable timer = pauseTimer;
    if (timer != null) {
      pauseTimer = null;
      boolean unused = timer.cancel();
    }
  }

  /// Begins to count anew, for other children.
  void forgetRestartsTogether() {
    restartsTogether = null;
  }

  /// Notes that all its present children are told to end.
  void stopTogether() {
    lastStoppedTogether = children.lastNumber();
    forgetRestartsTogether();
  }

  /// Whether this child was told to end with its siblings.
  boolean wasStoppedTogether(ActorCell<?> child) {
    return child.number <= lastStoppedTogether;
  }

  Deque<Actor<?>> behaviors() {
    Deque<Actor<?>> stack = behaviors;
    if (stack == null) {
      stack = new ArrayDeque<>();
      behaviors = stack;
    }
    return stack;
  }
}
