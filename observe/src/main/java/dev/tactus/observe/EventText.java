package dev.tactus.observe;

import dev.tactus.actor.ActorEvent;
import dev.tactus.actor.DeadLetter;
import dev.tactus.dispatch.DispatcherEvent;
import dev.tactus.event.RuntimeEvent;
import dev.tactus.event.SubscriberFailed;
import dev.tactus.mailbox.MailboxPressure;
import dev.tactus.process.ProcessWarning;
import dev.tactus.scheduler.SchedulerWarning;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts events into words. Messages are named by their types, and errors by theirs, unless their
/// contents may be shown.
final class EventText {
  private static final int CONTENTS_MAX = 500;

  private final boolean showsContents;

  EventText(boolean showsContents) {
    this.showsContents = showsContents;
  }

  /// What is told of an event.
  ///
  /// @param subject whom it concerns
  /// @param text what happened
  /// @param isWarning whether somebody should look at it
  record Words(String subject, String text, boolean isWarning) {}

  Words of(RuntimeEvent event) {
    return switch (event) {
      case ActorEvent actor -> ofActor(actor);
      case DeadLetter letter ->
          warning(
              letter.recipient().path().toString(),
              "Nobody handled a "
                  + contents(letter.message())
                  + letter.sender().map(sender -> " of " + sender.path()).orElse("")
                  + ": "
                  + letter.reason());
      case DispatcherEvent dispatcher -> ofDispatcher(dispatcher);
      case MailboxPressure mailbox ->
          new Words(
              mailbox.actor(),
              "Its mailbox "
                  + (mailbox.pressed() ? "is nearly full: " : "has room again: ")
                  + mailbox.depth()
                  + " of "
                  + mailbox.capacity(),
              mailbox.pressed());
      case SchedulerWarning warning -> ofScheduler(warning);
      case ProcessWarning warning -> ofProcess(warning);
      case SubscriberFailed failed ->
          warning(
              "event stream",
              "A subscriber of "
                  + failed.event().getClass().getSimpleName()
                  + " failed with "
                  + error(failed.error()));
      default -> new Words("", event.getClass().getSimpleName(), false);
    };
  }

  private Words ofActor(ActorEvent event) {
    String path = event.actor().path().toString();
    return switch (event) {
      case ActorEvent.Failed failed ->
          warning(
              path,
              "It failed"
                  + (failed.message().isEmpty() ? "" : " on " + failed.message())
                  + " with "
                  + error(failed.cause())
                  + "; supervision decided: "
                  + failed.directive());
      case ActorEvent.Restarted restarted ->
          new Words(
              path, "It goes on with a new instance after " + error(restarted.cause()), false);
      case ActorEvent.HookFailed hook ->
          warning(path, "Its hook " + hook.hook() + " failed with " + error(hook.cause()));
      case ActorEvent.Started started -> new Words(path, "It has begun", false);
      case ActorEvent.Stopped stopped -> new Words(path, "It has ended", false);
    };
  }

  private static Words ofDispatcher(DispatcherEvent event) {
    String id = event.dispatcher();
    return switch (event) {
      case DispatcherEvent.TurnRefused refused ->
          warning(
              id,
              "Its pool refused a turn " + refused.attempts() + " times; it is tried again later");
      case DispatcherEvent.Recovered recovered ->
          new Words(
              id,
              "Its pool takes turns again; " + recovered.retried() + " actors were made ready",
              false);
      case DispatcherEvent.Starvation starvation ->
          warning(
              id,
              starvation.waiting()
                  + " turns wait, and none was taken for "
                  + millis(starvation.forNanos())
                  + (starvation.isHelped() ? "; a spare worker was started" : ""));
      case DispatcherEvent.Load load -> new Words(id, "A sample of its load", false);
      case DispatcherEvent.Depth depth -> new Words(id, "A sample of a mailbox", false);
    };
  }

  private Words ofScheduler(SchedulerWarning event) {
    return switch (event) {
      case SchedulerWarning.DriftExceeded drift ->
          warning(
              "scheduler",
              "Tick "
                  + drift.tick()
                  + " began "
                  + millis(drift.observedNanos())
                  + " late; the budget is "
                  + millis(drift.budgetNanos()));
      case SchedulerWarning.BurstFire burst ->
          warning(
              timer(burst.timerId()), burst.missedRuns() + " runs came late, one after another");
      case SchedulerWarning.BacklogExceeded backlog ->
          warning(
              timer(backlog.timerId()),
              "It was cancelled: " + backlog.pendingRuns() + " of its runs were waiting");
      case SchedulerWarning.QuotaReached quota ->
          warning(
              "scheduler",
              "A timer was refused: "
                  + quota.limit()
                  + " may be active"
                  + (quota.adaptive() ? " under pressure" : ""));
      case SchedulerWarning.BackpressureState state ->
          new Words(
              "scheduler",
              (state.engaged() ? "The system is under pressure" : "The system is relieved")
                  + "; "
                  + state.quotaLimit()
                  + " timers may be active",
              state.engaged());
      case SchedulerWarning.DroppedLowPriority dropped ->
          warning(
              timer(dropped.timerId()),
              "It was cancelled for want of room; its priority is " + dropped.priority());
      case SchedulerWarning.OverflowNearCapacity overflow ->
          warning(
              "scheduler",
              overflow.size() + " of " + overflow.capacity() + " places for far timers are taken");
      case SchedulerWarning.DriverRetried retried ->
          warning(
              "driver",
              "The "
                  + name(retried.kind())
                  + " driver failed with "
                  + error(retried.error())
                  + " and is started again, attempt "
                  + retried.attempt());
      case SchedulerWarning.DriverStopped stopped ->
          warning(
              "driver",
              "The "
                  + name(stopped.kind())
                  + " driver failed for good with "
                  + error(stopped.error())
                  + "; no timer fires any more");
      case SchedulerWarning.DriverFallback fallback ->
          warning(
              "driver",
              "The host driver serves instead of "
                  + fallback.wanted()
                  + ": "
                  + fallback.obstacle());
      case SchedulerWarning.HandlerFailed failed ->
          warning(timer(failed.timerId()), "Its task failed with " + error(failed.error()));
      case SchedulerWarning.TaskRunFailed failed ->
          warning(
              "scheduler",
              "On-close task "
                  + failed.order()
                  + " of priority "
                  + failed.priority()
                  + " failed with "
                  + error(failed.error()));
      case SchedulerWarning.ExecutorRejected rejected ->
          warning(
              timer(rejected.timerId()),
              rejected.executor()
                  + " did not take its task: "
                  + error(rejected.error())
                  + (rejected.givenUp() ? "; it was cancelled" : "; it is tried again"));
    };
  }

  private Words ofProcess(ProcessWarning event) {
    return switch (event) {
      case ProcessWarning.StepFailed failed ->
          warning(failed.pid().toString(), "Its step failed with " + error(failed.error()));
      case ProcessWarning.CloseFailed failed ->
          warning(failed.pid().toString(), "Its close failed with " + error(failed.error()));
      case ProcessWarning.HandlerFailed failed ->
          warning(
              failed.pid().toString(),
              "The handler of its command "
                  + failed.command()
                  + " failed with "
                  + error(failed.error()));
      case ProcessWarning.PostFailed failed ->
          warning(
              failed.pid().toString(),
              "Its command "
                  + failed.command()
                  + " failed with "
                  + error(failed.error())
                  + ", and nobody awaits the answer");
      case ProcessWarning.UnknownTag tag ->
          warning(tag.pid().toString(), "An answer came by a tag that no yield has");
      case ProcessWarning.AnsweredTwice twice ->
          warning(twice.pid().toString(), "Its command " + twice.command() + " was answered twice");
      case ProcessWarning.MessagesLost lost ->
          warning(
              lost.pid().toString(),
              "It ended with " + lost.count() + " messages that it had not taken");
      case ProcessWarning.LimitReached limit ->
          warning("processes", "A start was refused: " + limit.limit() + " may be alive");
      case ProcessWarning.StopForced forced ->
          warning("processes", "A stop had to end processes: " + forced.report());
      case ProcessWarning.TurnRefused refused ->
          warning(
              refused.pid().toString(),
              "The pool refused to run it; it and those after it are offered again");
    };
  }

  private static Words warning(String subject, String text) {
    return new Words(subject, text, true);
  }

  private static String timer(long id) {
    return "timer " + id;
  }

  private static String name(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  private String error(Throwable error) {
    return named(error, ": ", error::getMessage);
  }

  private String contents(Object message) {
    return named(message, " ", message::toString);
  }

  /// The type of something, and its text where that may be shown. The text comes from code of the
  /// user; where that fails, what happened is told without it.
  private String named(Object what, String separator, Supplier<@Nullable String> text) {
    String type = what.getClass().getSimpleName();
    if (!showsContents) {
      return type;
    }
    try {
      String shown = text.get();
      return shown == null ? type : type + separator + shortened(shown);
    } catch (RuntimeException | StackOverflowError e) {
      return type;
    }
  }

  private static String shortened(String text) {
    if (text.length() <= CONTENTS_MAX) {
      return text;
    }
    boolean isInsidePair = Character.isHighSurrogate(text.charAt(CONTENTS_MAX - 1));
    return text.substring(0, isInsidePair ? CONTENTS_MAX - 1 : CONTENTS_MAX) + "…";
  }
}
