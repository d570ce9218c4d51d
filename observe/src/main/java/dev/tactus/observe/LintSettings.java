package dev.tactus.observe;

import java.util.function.Consumer;

/// When something counts as wrong. Start with [#DEFAULT] and change what you need.
///
/// @param growingLooks in how many looks in a row a mailbox has to grow
/// @param growingFloor up to how many messages in a mailbox are nobody's business
/// @param longTurnNanos how long a turn may take
/// @param firesPerSecondFloor up to how many timers in a second are no storm
/// @param firesFactor how many times the usual number of them is a storm
/// @param slotFloor up to how many timers in one slot are nobody's business
/// @param slotShare which share of the timers in the wheel may be in one slot
/// @param loopLooks in how many looks in a row an actor has to be busy with the same type of
///   message
/// @param loopTurnsPerSecond how many turns in a second its dispatcher has to begin meanwhile
/// @param blockedNanos how long a worker may be in one turn
/// @param catchUpShare which share of the tokens of a driver may make up for lost time
/// @param restartsPerSecond how many restarts in a second are too many
/// @param deadLettersPerSecond how many dead letters in a second are too many
/// @param sustainedLooks in how many looks in a row a driver has to be late, restarts and dead
///   letters too many
/// @param calmLooks after how many looks without a sign a finding goes away
/// @param pauseNanos after what time between two snapshots all begins anew
public record LintSettings(
    int growingLooks,
    int growingFloor,
    long longTurnNanos,
    double firesPerSecondFloor,
    double firesFactor,
    int slotFloor,
    double slotShare,
    int loopLooks,
    double loopTurnsPerSecond,
    long blockedNanos,
    double catchUpShare,
    double restartsPerSecond,
    double deadLettersPerSecond,
    int sustainedLooks,
    int calmLooks,
    long pauseNanos) {
  /// Loose enough for a busy but healthy system.
  public static final LintSettings DEFAULT =
      new LintSettings(
          5,
          1000,
          100_000_000,
          10_000,
          10,
          20_000,
          0.5,
          10,
          1_000,
          1_000_000_000,
          0.5,
          5,
          100,
          3,
          3,
          30_000_000_000L);

  /// Checks the values.
  public LintSettings {
    require(growingLooks >= 1, "growingLooks", growingLooks, "1 or more");
    require(growingFloor >= 1, "growingFloor", growingFloor, "1 or more");
    require(longTurnNanos > 0, "longTurnNanos", longTurnNanos, "more than 0");
    require(firesPerSecondFloor > 0, "firesPerSecondFloor", firesPerSecondFloor, "more than 0");
    require(firesFactor > 0, "firesFactor", firesFactor, "more than 0");
    require(slotFloor >= 1, "slotFloor", slotFloor, "1 or more");
    require(slotShare > 0 && slotShare <= 1, "slotShare", slotShare, "above 0 and at most 1");
    require(loopLooks >= 1, "loopLooks", loopLooks, "1 or more");
    require(loopTurnsPerSecond > 0, "loopTurnsPerSecond", loopTurnsPerSecond, "more than 0");
    require(blockedNanos > 0, "blockedNanos", blockedNanos, "more than 0");
    require(
        catchUpShare > 0 && catchUpShare <= 1,
        "catchUpShare",
        catchUpShare,
        "above 0 and at most 1");
    require(restartsPerSecond > 0, "restartsPerSecond", restartsPerSecond, "more than 0");
    require(deadLettersPerSecond > 0, "deadLettersPerSecond", deadLettersPerSecond, "more than 0");
    require(sustainedLooks >= 1, "sustainedLooks", sustainedLooks, "1 or more");
    require(calmLooks >= 1, "calmLooks", calmLooks, "1 or more");
    require(pauseNanos > 0, "pauseNanos", pauseNanos, "more than 0");
  }

  private static void require(boolean holds, String name, Number given, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          "The lints' " + name + " was " + given + "; allowed is " + allowed + ".");
    }
  }

  /// The same with another growingLooks.
  public LintSettings withGrowingLooks(int other) {
    return changed(draft -> draft.growingLooks = other);
  }

  /// The same with another growingFloor.
  public LintSettings withGrowingFloor(int other) {
    return changed(draft -> draft.growingFloor = other);
  }

  /// The same with another longTurnNanos.
  public LintSettings withLongTurnNanos(long other) {
    return changed(draft -> draft.longTurnNanos = other);
  }

  /// The same with another firesPerSecondFloor.
  public LintSettings withFiresPerSecondFloor(double other) {
    return changed(draft -> draft.firesPerSecondFloor = other);
  }

  /// The same with another firesFactor.
  public LintSettings withFiresFactor(double other) {
    return changed(draft -> draft.firesFactor = other);
  }

  /// The same with another slotFloor.
  public LintSettings withSlotFloor(int other) {
    return changed(draft -> draft.slotFloor = other);
  }

  /// The same with another slotShare.
  public LintSettings withSlotShare(double other) {
    return changed(draft -> draft.slotShare = other);
  }

  /// The same with another loopLooks.
  public LintSettings withLoopLooks(int other) {
    return changed(draft -> draft.loopLooks = other);
  }

  /// The same with another loopTurnsPerSecond.
  public LintSettings withLoopTurnsPerSecond(double other) {
    return changed(draft -> draft.loopTurnsPerSecond = other);
  }

  /// The same with another blockedNanos.
  public LintSettings withBlockedNanos(long other) {
    return changed(draft -> draft.blockedNanos = other);
  }

  /// The same with another catchUpShare.
  public LintSettings withCatchUpShare(double other) {
    return changed(draft -> draft.catchUpShare = other);
  }

  /// The same with another restartsPerSecond.
  public LintSettings withRestartsPerSecond(double other) {
    return changed(draft -> draft.restartsPerSecond = other);
  }

  /// The same with another deadLettersPerSecond.
  public LintSettings withDeadLettersPerSecond(double other) {
    return changed(draft -> draft.deadLettersPerSecond = other);
  }

  /// The same with another sustainedLooks.
  public LintSettings withSustainedLooks(int other) {
    return changed(draft -> draft.sustainedLooks = other);
  }

  /// The same with another calmLooks.
  public LintSettings withCalmLooks(int other) {
    return changed(draft -> draft.calmLooks = other);
  }

  /// The same with another pauseNanos.
  public LintSettings withPauseNanos(long other) {
    return changed(draft -> draft.pauseNanos = other);
  }

  private LintSettings changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /// What a copy is made of, so that each change names what it changes and nothing else.
  private static final class Draft {
    private int growingLooks;
    private int growingFloor;
    private long longTurnNanos;
    private double firesPerSecondFloor;
    private double firesFactor;
    private int slotFloor;
    private double slotShare;
    private int loopLooks;
    private double loopTurnsPerSecond;
    private long blockedNanos;
    private double catchUpShare;
    private double restartsPerSecond;
    private double deadLettersPerSecond;
    private int sustainedLooks;
    private int calmLooks;
    private long pauseNanos;

    Draft(LintSettings settings) {
      growingLooks = settings.growingLooks;
      growingFloor = settings.growingFloor;
      longTurnNanos = settings.longTurnNanos;
      firesPerSecondFloor = settings.firesPerSecondFloor;
      firesFactor = settings.firesFactor;
      slotFloor = settings.slotFloor;
      slotShare = settings.slotShare;
      loopLooks = settings.loopLooks;
      loopTurnsPerSecond = settings.loopTurnsPerSecond;
      blockedNanos = settings.blockedNanos;
      catchUpShare = settings.catchUpShare;
      restartsPerSecond = settings.restartsPerSecond;
      deadLettersPerSecond = settings.deadLettersPerSecond;
      sustainedLooks = settings.sustainedLooks;
      calmLooks = settings.calmLooks;
      pauseNanos = settings.pauseNanos;
    }

    LintSettings settings() {
      return new LintSettings(
          growingLooks,
          growingFloor,
          longTurnNanos,
          firesPerSecondFloor,
          firesFactor,
          slotFloor,
          slotShare,
          loopLooks,
          loopTurnsPerSecond,
          blockedNanos,
          catchUpShare,
          restartsPerSecond,
          deadLettersPerSecond,
          sustainedLooks,
          calmLooks,
          pauseNanos);
    }
  }
}
