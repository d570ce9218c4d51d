package dev.tactus.scheduler.log;

import java.util.Objects;

/// Does a recording again in virtual time, and says where the outcome differs.
///
/// Every recorded registration and cancellation is done at its time and in its order, on a new
/// scheduler with the same ticks and the same numbers of timers, with tasks that do nothing. Fires
/// happen by themselves and have to be the recorded ones.
///
/// ## What is compared
///
/// A recording of virtual time that one thread made is compared exactly ([Comparison#EXACT]): every
/// entry in its order with every time. Any other is compared by ticks ([Comparison#TICKS]): timer,
/// kind, deadline tick, number of runs, reason, and the order of the fires.
///
/// Some things cannot come out of a replay, because they came from outside of the scheduler. They
/// are done again as recorded, and so cannot differ:
/// - cancellations because a task failed or did not keep up, or because there was no room;
/// - that an executor refused a one-shot: its next fire is compared again;
/// - the end of each run of a timer with fixed delay, unless it ran on the ticking thread in
///   virtual time. The log does not hold it. The replay ends the run as late as the recorded next
///   fire allows, so that the tick of this fire is taken over; its place among the other fires is
///   compared;
/// - that the driver was held up: a fire later than its tick is taken for the driver's doing, and
///   then everything that was due meanwhile has to be late in the same way.
///
/// In which order the close of a scheduler cancels timers is not compared. Tasks that move virtual
/// time themselves are seen only where the log shows it.
///
/// In a recording of real time, timers may be left out of the comparison ([ReplayResult#leftOut]):
/// those that reached the wheel after their first tick because their thread was held up while it
/// registered them, those with runs folded by a task that held up the ticking thread, and one-shots
/// that their executor refused while the driver made up for lost ticks.
///
/// A number of a timer that no entry mentions is taken for that of a refused registration, and is
/// used up.
public final class LogReplay {
  private LogReplay() {}

  /// Replays a recording.
  ///
  /// Threads: any; everything happens on the caller's, and no real time is involved.
  ///
  /// @throws LogReplayRefusedException when the recording lacks what a replay needs: its beginning,
  ///   or times that can be
  public static ReplayResult replay(LogRecording recording) {
    ReplayPlan plan = ReplayPlan.of(Objects.requireNonNull(recording, "recording"));
    LogDifference difference = new ReplayRun(plan).run();
    return difference == null
        ? new ReplayResult.Same(plan.comparison, plan.steps.size(), plan.leftOut)
        : new ReplayResult.Different(plan.comparison, difference, plan.leftOut);
  }
}
