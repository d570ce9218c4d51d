package dev.tactus.actor;

import dev.tactus.dispatch.Occupant;
import dev.tactus.event.VmErrors;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.scheduler.Cancellable;
import dev.tactus.scheduler.Scheduler;
import dev.tactus.scheduler.SchedulerException;
import dev.tactus.time.InvalidDelayException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How actors begin, fail, restart and end. It has no state: all of it is in the cell and its
/// [Annex].
///
/// ## The story of a failure
///
/// 1. The handler throws. The actor suspends itself and its children, and tells its parent.
/// 2. The parent decides by the [Supervision] of the child, and tells the child: resume, restart,
///    stop; or it fails itself, for the same reason.
/// 3. A child that restarts tells its old instance, stops its own children, waits until they have
///    ended, makes a new instance, and goes on with the message after the one that failed.
///
/// ## The story of an end
///
/// An actor that is to stop suspends itself, stops its children and waits until they have ended.
/// Then its hook is called, its mailbox is closed and drained to dead letters, and only then its
/// watchers and its parent are told. So when a parent ends, all below it has ended; and who learns
/// of an end learns of it after the last dead letter.
///
/// Threads: the turn of the cell that is named first.
final class Lifecycle {
  private Lifecycle() {}

  static void begin(ActorCell<?> cell) {
    try {
      cell.system.began(cell); // first: one whose factory fails has an end as well
      cell.instantiate();
    } catch (Throwable e) {
      failedToStart(cell, e);
    }
  }

  private static void failedToStart(ActorCell<?> cell, Throwable cause) {
    cell.annex().isHalfMade = true;
    failed(cell, null, cause);
  }

  static void handle(ActorCell<?> cell, CellMessage message) {
    switch (message) {
      case CellMessage.Stop stop -> stop(cell);
      case CellMessage.Suspend suspend -> suspendWithChildren(cell);
      case CellMessage.Resume resume -> resumed(cell, resume.failure);
      case CellMessage.AwaitRestart await -> awaitRestart(cell, await.failure);
      case CellMessage.PauseOver over -> restartTogether(cell, over);
      case CellMessage.Restart restart -> restart(cell, restart);
      case CellMessage.ChildFailed failure -> childFailed(cell, failure);
      case CellMessage.Watch watch -> cell.annex().watches().addWatcher(watch.watcher);
      case CellMessage.Unwatch unwatch -> cell.annex().watches().removeWatcher(unwatch.watcher);
      case CellMessage.Ended ended -> otherEnded(cell, ended.actor);
      case CellMessage.ChildrenLeft left -> childrenLeft(cell);
    }
  }

  /// Answers for an actor that has ended, after all that [#ended] tells. Threads: its last turn.
  static void refused(ActorCell<?> cell, CellMessage message) {
    if (message instanceof CellMessage.Watch watch) {
      watch.watcher.enqueueSystem(new CellMessage.Ended(cell));
    }
  }

  private static List<ActorCell<?>> children(ActorCell<?> cell) {
    Annex annex = cell.annexIfAny();
    return annex == null ? List.of() : annex.children.all();
  }

  private static boolean hasNoChildren(ActorCell<?> cell) {
    Annex annex = cell.annexIfAny();
    return annex == null || annex.children.isEmpty();
  }

  private static void suspendWithChildren(ActorCell<?> cell) {
    cell.suspendMessages();
    for (ActorCell<?> child : children(cell)) {
      child.enqueueSystem(new CellMessage.Suspend());
    }
  }

  private static void resumeWithChildren(ActorCell<?> cell) {
    cell.resumeMessages();
    for (ActorCell<?> child : children(cell)) {
      child.enqueueSystem(new CellMessage.Resume(CellMessage.OF_ANOTHER));
    }
  }

  /// Reports a failure to the parent, and waits for its decision.
  ///
  /// @param message what it was handling; null when it was none
  static void failed(ActorCell<?> cell, @Nullable Object message, Throwable cause) {
    failed(cell, message, message, cause);
  }

  /// The same for something that was to become a message.
  static void failedToTranslate(ActorCell<?> cell, Object input, Throwable cause) {
    failed(cell, null, input, cause);
  }

  private static void failed(
      ActorCell<?> cell, @Nullable Object message, @Nullable Object named, Throwable cause) {
    if (VmErrors.isFatal(cause)) {
      VmErrors.report(cause);
    }
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    Annex annex = cell.annex();
    if (!annex.stopping) {
      annex.failedMessage = message;
      passUp(cell, named, cause);
    }
  }

  private static void passUp(ActorCell<?> cell, @Nullable Object message, Throwable cause) {
    Annex annex = cell.annex();
    if (!annex.failing) {
      annex.failing = true;
      suspendWithChildren(cell);
    }
    ActorCell<?> parent = cell.parent;
    if (parent != null) {
      int number = annex.numberFailure();
      parent.enqueueSystem(
          new CellMessage.ChildFailed(cell, number, canResume(cell), cause, message));
    }
  }

  private static void childFailed(ActorCell<?> cell, CellMessage.ChildFailed failure) {
    ActorCell<?> child = failure.child;
    Annex annex = cell.annex();
    if (!annex.children.contains(child)) {
      return;
    }
    Supervision supervision = child.settings.supervision();
    Supervision.Directive directive = decide(cell, failure);
    String type = failure.message == null ? "" : Messages.type(failure.message);
    cell.system.failed(new ActorEvent.Failed(child, failure.cause, type, directive));
    Duration pause =
        directive == Supervision.Directive.RESTART
            ? restarts(cell, child).pause(supervision.backoff(), cell.system.random())
            : Duration.ZERO;
    if (directive == Supervision.Directive.ESCALATE) {
      if (annex.escalated == null) {
        annex.escalated = new ArrayList<>();
      }
      annex.escalated.add(failure);
      passUp(cell, failure.message, failure.cause);
    } else if (!supervision.allForOne()
        || directive == Supervision.Directive.RESUME
        || annex.wasStoppedTogether(child)) {
      carryOut(directive, child, failure, pause);
    } else if (!pause.isZero()) {
      pauseAll(cell, failure, pause);
    } else {
      annex.cancelPause(); // nobody waits any longer
      if (directive == Supervision.Directive.STOP) {
        annex.stopTogether(); // before the look at who they are: guardians get more at any time
      }
      for (ActorCell<?> each : annex.children.all()) {
        carryOut(directive, each, failure, pause);
      }
    }
  }

  private static Supervision.Directive decide(ActorCell<?> cell, CellMessage.ChildFailed failure) {
    ActorCell<?> child = failure.child;
    Annex annex = cell.annex();
    Supervision supervision = child.settings.supervision();
    Supervision.Directive directive = supervision.decide(failure.cause);
    if (annex.stopping || annex.restartCause != null || annex.wasStoppedTogether(child)) {
      return Supervision.Directive.STOP; // as it is all over for the child
    }
    boolean isPossible =
        switch (directive) {
          case RESUME -> failure.canResume;
          case RESTART -> restarts(cell, child).count(supervision, cell.system.nowNanos());
          case ESCALATE -> !cell.isGuardian(); // above whom nobody could decide better
          case STOP -> true;
        };
    return isPossible ? directive : Supervision.Directive.STOP;
  }

  /// Lets all children stand still, and restarts them together when the pause is over. If they wait
  /// for an earlier one already, they wait for this one instead.
  private static void pauseAll(ActorCell<?> cell, CellMessage.ChildFailed failure, Duration pause) {
    Annex annex = cell.annex();
    for (ActorCell<?> each : annex.children.all()) {
      int number = each == failure.child ? failure.number : CellMessage.OF_ANOTHER;
      each.enqueueSystem(new CellMessage.AwaitRestart(number));
    }
    CellMessage.PauseOver over = new CellMessage.PauseOver(failure.cause);
    annex.beginPause(over);
    try {
      annex.pauseUntil(tellLater(cell, over, pause));
    } catch (InvalidDelayException e) {
      // Longer than any timer can wait: then they stay suspended, until somebody stops them.
    } catch (SchedulerException e) {
      restartTogether(cell, over); // as in restartLater()
    }
  }

  private static void restartTogether(ActorCell<?> cell, CellMessage.PauseOver over) {
    Annex annex = cell.annex();
    if (annex.endPause(over)) {
      for (ActorCell<?> each : annex.children.all()) {
        each.enqueueSystem(new CellMessage.Restart(over.cause, CellMessage.AWAITED, true));
      }
    }
  }

  /// What counts the restarts of a child: its own, or one for all that are restarted together, each
  /// of which is restarted when any of them fails.
  private static Restarts restarts(ActorCell<?> cell, ActorCell<?> child) {
    boolean isTogether = child.settings.supervision().allForOne();
    return isTogether ? cell.annex().restartsTogether() : child.annex().restarts();
  }

  /// Whether there is anything to go on with in an actor that has failed: it has an instance, and
  /// that has started.
  private static boolean canResume(ActorCell<?> cell) {
    return cell.behavior() != null && !cell.annex().isHalfMade;
  }

  private static void carryOut(
      Supervision.Directive directive,
      ActorCell<?> child,
      CellMessage.ChildFailed failure,
      Duration pause) {
    switch (directive) {
      case RESUME -> child.enqueueSystem(new CellMessage.Resume(failure.number));
      case STOP -> child.enqueueSystem(new CellMessage.Stop());
      case RESTART -> {
        int number = child == failure.child ? failure.number : CellMessage.OF_ANOTHER;
        boolean isOfAll = failure.child.settings.supervision().allForOne();
        CellMessage restart = new CellMessage.Restart(failure.cause, number, isOfAll);
        if (pause.isZero()) {
          child.enqueueSystem(restart);
        } else {
          restartLater(child, restart, pause);
        }
      }
      case ESCALATE -> throw new AssertionError("escalation is not carried out on a child");
    }
  }

  private static void restartLater(ActorCell<?> child, CellMessage restart, Duration pause) {
    try {
      Cancellable timer = tellLater(child, restart, pause);
      child.annex().pendingRestart = timer;
      if (child.phase() == Occupant.Phase.CLOSED) {
        boolean unused = timer.cancel(); // its end came too early to do that
      }
    } catch (InvalidDelayException e) {
      // Longer than any timer can wait: then it stays suspended, until somebody stops it.
    } catch (SchedulerException e) {
      child.enqueueSystem(restart); // too many timers, or the end: better at once than never
    }
  }

  private static Cancellable tellLater(ActorCell<?> cell, CellMessage message, Duration pause) {
    // Not through the dispatcher: one that refuses would leave an actor suspended for ever.
    return cell.system
        .scheduler()
        .scheduleOnce(
            pause, new SoonerThanNever(() -> cell.enqueueSystem(message)), Scheduler.DIRECT);
  }

  private static void resumed(ActorCell<?> cell, int failure) {
    Annex annex = cell.annex();
    if (failure == CellMessage.OF_ANOTHER) {
      resumeWithChildren(cell);
    } else if (failure > annex.settled && !annex.stopping && --annex.undecided == 0) {
      // A restart has settled what it ends; and one that is forgiven waits for the others.
      if (!canResume(cell)) {
        stop(cell); // its parent was forgiven, and knows nothing of it
        return;
      }
      annex.settleFailures();
      annex.failing = false;
      annex.failedMessage = null;
      resumeWithChildren(cell);
      List<CellMessage.ChildFailed> forgiven = annex.escalated;
      if (forgiven != null) {
        annex.escalated = null;
        for (CellMessage.ChildFailed each : forgiven) {
          each.child.enqueueSystem(new CellMessage.Resume(each.number));
        }
      }
    }
  }

  /// Stands still until all siblings are restarted, whatever becomes of a failure of its own. One
  /// that is being restarted already waits with its next instance.
  private static void awaitRestart(ActorCell<?> cell, int failure) {
    Annex annex = cell.annex();
    boolean isOver = failure != CellMessage.OF_ANOTHER && failure <= annex.settled;
    if (!isOver && !annex.awaitsRestart && !annex.stopping) {
      annex.awaitsRestart = true;
      suspendWithChildren(cell);
    }
  }

  /// Whether an actor that does not end has to be restarted. If it has been restarted since its
  /// failure, for a sibling or for another child that failed, it has not.
  private static boolean isToRestart(Annex annex, CellMessage.Restart restart) {
    boolean isOpen = restart.failure == CellMessage.OF_ANOTHER || restart.failure > annex.settled;
    return annex.awaitsRestart ? restart.isOfAll : isOpen;
  }

  @SuppressWarnings("unchecked") // the message is one that the actor was handling
  private static <M> void restart(ActorCell<M> cell, CellMessage.Restart restart) {
    Annex annex = cell.annex();
    if (annex.stopping || !isToRestart(annex, restart)) {
      return;
    }
    if (annex.restartCause != null) {
      if (annex.awaitsRestart) { // and this is it: the one under way does for both
        annex.awaitsRestart = false;
        cell.resumeMessages();
      }
      return;
    }
    Throwable cause = restart.cause;
    if (annex.failing && annex.awaitsRestart) {
      cell.resumeMessages(); // it was suspended for both
    } else if (!annex.failing && !annex.awaitsRestart) {
      cell.suspendMessages(); // a sibling has failed, and all are restarted for it
    }
    annex.failing = true;
    annex.awaitsRestart = false;
    Actor<M> instance = cell.instance();
    if (instance != null) {
      M message = (M) annex.failedMessage;
      hook(cell, "restarting", () -> instance.restarting(cell.context, cause, message));
    }
    annex.settleFailures();
    annex.failedMessage = null;
    annex.escalated = null;
    annex.restartCause = cause;
    annex.cancelPause();
    annex.children.close();
    Watches watches = annex.watchesIfAny();
    if (watches != null) {
      watches.forgetChildrenOf(cell); // the next instance makes its own, and knows nothing of these
    }
    stopChildren(cell);
    restartIfReady(cell);
  }

  private static void restartIfReady(ActorCell<?> cell) {
    Annex annex = cell.annex();
    Throwable cause = annex.restartCause;
    if (cause == null || annex.stopping || !annex.children.isEmpty()) {
      return;
    }
    annex.restartCause = null;
    annex.behaviors = null;
    annex.children.open();
    annex.endTimers();
    cell.system.receptionist().endSubscriptions(cell);
    unstashAll(annex);
    annex.failing = false;
    annex.isHalfMade = false;
    annex.forgetRestartsTogether();
    cell.resumeMessages();
    try {
      cell.instantiate();
    } catch (Throwable e) {
      failedToStart(cell, e);
      return;
    }
    cell.system.publish(new ActorEvent.Restarted(cell, cause));
  }

  /// Lets the messages that were set aside go back to the very front, behind those that were on
  /// their way there when it failed.
  private static void unstashAll(Annex annex) {
    Stash stash = annex.stash;
    if (stash != null) {
      for (Object next = stash.takeFirst(); next != null; next = stash.takeFirst()) {
        annex.unstash(next);
      }
    }
  }

  /// Begins to end an actor.
  static void stop(ActorCell<?> cell) {
    Annex annex = cell.annexIfAny();
    if (annex != null && annex.stopping) {
      return;
    }
    cell.suspendMessages();
    if (annex != null) {
      annex.stopping = true;
      annex.cancelPause();
      annex.children.close();
    }
    if (hasNoChildren(cell)) {
      finish(cell);
    } else {
      stopChildren(cell);
    }
  }

  private static void stopChildren(ActorCell<?> cell) {
    for (ActorCell<?> child : children(cell)) {
      child.enqueueSystem(new CellMessage.Stop());
    }
  }

  private static <M> void finish(ActorCell<M> cell) {
    cell.beginEnd();
    Actor<M> instance = cell.instance();
    if (instance != null) {
      hook(cell, "stopped", () -> instance.stopped(cell.context));
    }
    cell.behavior(null);
    Annex annex = cell.annexIfAny();
    if (annex != null) {
      annex.behaviors = null; // somebody may keep the reference of this actor for long
      annex.failedMessage = null;
      annex.escalated = null;
      annex.endTimers();
      Stash stash = annex.stash;
      if (stash != null) {
        for (Object left = stash.takeFirst(); left != null; left = stash.takeFirst()) {
          cell.deadLetter(left, DeadLetterReason.SHUTDOWN);
        }
      }
    }
    cell.closeMailbox();
  }

  /// Tells everyone, when the mailbox is drained. A parent that watches may end as soon as it is
  /// told, so all that is not for actors comes before.
  static void ended(ActorCell<?> cell) {
    ActorCell<?> parent = cell.parent;
    String name = cell.givenName();
    if (parent != null && name != null) {
      parent.annex().children.freeName(cell, name);
    }
    cell.system.finished(cell);
    Annex annex = cell.annexIfAny();
    if (annex != null) {
      Cancellable restart = annex.pendingRestart;
      if (restart != null) {
        boolean unused = restart.cancel();
      }
      Watches watches = annex.watchesIfAny();
      if (watches != null) {
        tellWatches(cell, watches);
      }
    }
    if (parent != null) {
      leave(parent, cell);
    }
    cell.system.ended(cell);
  }

  private static void tellWatches(ActorCell<?> cell, Watches watches) {
    for (ActorCell<?> other : watches.takeWatched()) {
      other.enqueueSystem(new CellMessage.Unwatch(cell));
    }
    for (ActorCell<?> watcher : watches.takeWatchers()) {
      watcher.enqueueSystem(new CellMessage.Ended(cell));
    }
  }

  private static void leave(ActorCell<?> parent, ActorCell<?> cell) {
    Annex annex = cell.annexIfAny();
    // What was said of its failures has to be read first: only messages keep their order.
    boolean hasFailed = annex != null && annex.failures > 0;
    Leavers<ActorCell<?>> leavers = hasFailed ? null : parent.annex().leavers();
    if (leavers == null) {
      parent.enqueueSystem(new CellMessage.Ended(cell));
    } else if (leavers.add(cell)) {
      parent.enqueueSystem(new CellMessage.ChildrenLeft());
    }
  }

  private static void childrenLeft(ActorCell<?> cell) {
    if (cell.annex().letLeaversGo()) {
      cell.enqueueSystem(new CellMessage.ChildrenLeft()); // the others have another turn
    }
    goOnWithoutChildren(cell);
  }

  private static void otherEnded(ActorCell<?> cell, ActorCell<?> other) {
    Annex annex = cell.annex();
    Watches watches = annex.watchesIfAny();
    if (watches != null) {
      for (Watches.Watch watch : watches.of(other)) {
        cell.sendNotice(new CellEnvelope.WatchNotice(watch));
      }
    }
    if (other.parent == cell && annex.children.remove(other)) {
      goOnWithoutChildren(cell);
    }
  }

  /// Does what had to wait until the children have ended, if they have.
  private static void goOnWithoutChildren(ActorCell<?> cell) {
    Annex annex = cell.annex();
    if (annex.children.isEmpty()) {
      annex.cancelPause();
      annex.forgetRestartsTogether();
    }
    if (annex.stopping && annex.children.isEmpty()) {
      finish(cell);
    } else {
      restartIfReady(cell);
    }
  }

  private interface Hook {
    void call() throws Exception;
  }

  private static void hook(ActorCell<?> cell, String name, Hook hook) {
    try {
      hook.call();
    } catch (Throwable e) {
      if (VmErrors.isFatal(e)) {
        VmErrors.report(e);
      }
      cell.system.failed(new ActorEvent.HookFailed(cell, name, e));
    }
  }
}
