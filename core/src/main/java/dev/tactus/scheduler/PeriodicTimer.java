package dev.tactus.scheduler;

import dev.tactus.event.VmErrors;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;

/// A timer that runs again and again.
///
/// ## State
///
/// As for [Timer], but: EXECUTING goes back to SCHEDULED when the run ends, any state goes to
/// CANCELLED, and COMPLETED does not occur. A fixed-rate timer waits in the wheel while its task
/// runs.
///
/// ## The word of owed runs
///
/// `owed` tells what its executor still has to do. The one who makes it non-zero gives the timer to
/// the executor, so it is there at most once, and its task never runs twice at the same time.
///
/// | bits | meaning | who adds | who takes |
/// |---|---|---|---|
/// | 0..31 | due times to fold into one run: the task is behind | ticking thread | runner, all |
/// | 32..62 | due times with a run each: the driver was behind | ticking thread | runner, one |
/// | 63 | the task runs | runner | runner |
///
/// Linearization points: a due time is the `getAndAdd` in [#owe]; the start of a run is the CAS in
/// [#take]; its end is the `getAndBitwiseAnd` in [#finish].
final class PeriodicTimer extends Timer {
  private static final long RUNNING = Long.MIN_VALUE;
  private static final long FOLDED = 0xFFFF_FFFFL;
  private static final long ONE_EACH = 1L << 32;
  private static final long ONE_EACH_MAX = Integer.MAX_VALUE;
  private static final long FOLDED_MAX = Integer.MAX_VALUE;

  /// While the runs of so many bursts are owed, it is the task that is behind.
  static final int BURSTS_OWED_MAX = 2;

  private static final VarHandle OWED;
  private static final VarHandle RETURNED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      OWED = lookup.findVarHandle(PeriodicTimer.class, "owed", long.class);
      RETURNED = lookup.findVarHandle(PeriodicTimer.class, "returned", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final ExecutionMode mode;
  final TimerPolicy policy;
  final long periodNanos;

  /// The time of the next run, not rounded to a tick. Written by the ticking thread; for fixed
  /// delay by the runner before it returns the timer.
  long dueNanos;

  @SuppressWarnings("unused") // accessed through OWED
  private volatile long owed;

  /// Whether the timer is on its way back to the ticking thread.
  @SuppressWarnings("unused") // accessed through RETURNED
  private volatile boolean returned;

  /// Whether the executor refused the timer although runs are owed.
  private volatile boolean refused;

  /// When it was handed over last; 0 before the first time.
  volatile long lastFireNanos;

  // Ticking thread only: what the present token brought.
  private long tokenSeen;
  private long lateInToken;

  // Ticking thread only: how many bursts came since none was owed, and whether what the present
  // token brings late folds for that.
  private int burstsOwed;
  private boolean foldsLate;

  // Ticking thread only: how many of the due times that wait to be folded came late.
  private long lateFolded;

  // Ticking thread only: the longest run there that was timed, of the last token with one.
  private long tokenTimed;
  private long timedNanos;

  PeriodicTimer(
      TickEngine engine,
      long deadlineTick,
      TimerPolicy policy,
      Runnable task,
      Executor executor,
      ExecutionMode mode,
      long dueNanos,
      long periodNanos) {
    super(engine, deadlineTick, policy.priority().rank(), task, executor);
    this.mode = mode;
    this.policy = policy;
    this.dueNanos = dueNanos;
    this.periodNanos = periodNanos;
  }

  @Override
  ExecutionMode mode() {
    return mode;
  }

  /// How many due times wait for a run. Threads: any.
  long backlog() {
    long word = owed;
    return (word & FOLDED) + oneEachRuns(word);
  }

  @Override
  boolean cancel(CancelReason reason) {
    while (true) {
      byte seen = state;
      if (seen == CANCELLED) {
        return false;
      }
      Runnable lost = task;
      if (STATE.compareAndSet(this, seen, CANCELLED)) {
        task = null;
        executor = null;
        try {
          leave(seen, reason);
        } finally {
          Diagnostics.tellGivenUp(this, lost, reason);
        }
        engine.tellCancelled(this, reason);
        return true;
      }
    }
  }

  /// Lets the cancelled timer be taken out and then counts it, whatever the one or the other throws
  /// for want of memory or of stack.
  private void leave(byte seen, CancelReason reason) {
    try {
      if (seen != PENDING) {
        giveBack();
      }
    } finally {
      engine.countCancelled(this, reason, seen == PENDING);
    }
  }

  /// Brings the timer back to the ticking thread, unless it is on its way already. Threads: any.
  void giveBack() {
    if (RETURNED.compareAndSet(this, false, true)) {
      engine.giveBack(this);
    }
  }

  /// The timer has come back. Threads: the ticking one, before it looks at the timer's state.
  void cameBack() {
    returned = false;
  }

  /// Notes that the timer is due. Threads: the ticking one.
  ///
  /// @return whether it was due before in the same token, so that the driver must have been late
  boolean isDueAgain(long token) {
    boolean again = tokenSeen == token;
    if (!again) {
      tokenSeen = token;
      lateInToken = 0;
      if (burstsOwed > 0 && oneEachRuns(owed) == 0) {
        burstsOwed = 0;
      }
      foldsLate = burstsOwed >= BURSTS_OWED_MAX;
    } else if (lateInToken == 0 && !foldsLate) {
      burstsOwed++;
    }
    return again;
  }

  private static long oneEachRuns(long word) {
    return (word & ~RUNNING) >>> 32;
  }

  /// Counts due times that the driver brought late. Threads: the ticking one.
  ///
  /// @return whether just now they became more than the policy allows without a warning
  boolean addLate(int count) {
    long before = lateInToken;
    lateInToken += count;
    return before <= policy.burstThreshold() && lateInToken > policy.burstThreshold();
  }

  /// How many due times of the present token were late.
  long lateInToken() {
    return lateInToken;
  }

  /// Notes how long a run on the ticking thread took. Threads: the ticking one.
  void timed(long token, long nanos) {
    timedNanos = tokenTimed == token ? Math.max(timedNanos, nanos) : nanos;
    tokenTimed = token;
  }

  /// Whether a run of it in this token was timed, and took longer than its period. Threads: the
  /// ticking one.
  boolean tookItsPeriod(long token) {
    return tokenTimed == token && timedNanos > periodNanos;
  }

  /// Whether its run in this token was timed, and took more periods than may wait for it. Threads:
  /// the ticking one.
  boolean overran(long token) {
    return tokenTimed == token && timedNanos / periodNanos > policy.backlogLimit();
  }

  /// Adds due times. Threads: the ticking one.
  ///
  /// @param isLate whether the driver brought them late
  /// @return whether the timer has to be given to its executor now
  boolean owe(int count, boolean isLate) {
    boolean oneEach = isLate && !foldsLate;
    // Nobody else adds, so there is at least this much room. Two billion are enough to make up for;
    // one more would be taken for RUNNING, or for runs one after another.
    long word = owed;
    long more =
        oneEach
            ? ONE_EACH * Math.min(count, ONE_EACH_MAX - oneEachRuns(word))
            : Math.min(count, FOLDED_MAX - (word & FOLDED));
    long before = (long) OWED.getAndAdd(this, more);
    if (!oneEach) {
      long lateBefore = (before & FOLDED) == 0 ? 0 : lateFolded; // otherwise a run has taken them
      lateFolded = isLate ? lateBefore + more : lateBefore;
    }
    if (refused) {
      refused = false; // also where nothing was owed: its executor ran it, and threw afterwards
      return true;
    }
    return before == 0;
  }

  /// How many due times would wait to be folded into one run with so many more, without those that
  /// the driver brought late: for these it is not the task that is behind. 0 when nothing is owed.
  /// Threads: the ticking one.
  long foldedWith(int count) {
    long word = owed;
    if (word == 0) {
      return 0;
    }
    long folded = word & FOLDED;
    return folded == 0 ? count : folded - lateFolded + count;
  }

  /// The executor refused the timer: the next due time tries again. Threads: whoever gave it.
  void executorRefused() {
    refused = true;
  }

  /// Whether runs are owed that the executor will do without being asked again. Threads: any.
  boolean isInExecutor() {
    return owed != 0 && !refused;
  }

  /// Forgets what is owed. Threads: the ticking one, when the executor does not have the timer.
  void oweNothing() {
    OWED.setVolatile(this, 0L);
  }

  @Override
  public void run() {
    BatchScope scope = BatchScope.ofThisThread();
    if (scope.resubmitting == this) {
      scope.runAgain = true; // the executor runs at once what it is given: the loop below goes on
      return;
    }
    Executor where = executor;
    boolean more = runOnce(scope);
    while (more && where != null) {
      Runnable outer = scope.resubmitting;
      boolean outerAgain = scope.runAgain;
      boolean again = false;
      scope.resubmitting = this;
      scope.runAgain = false;
      try {
        boolean unused = engine.firing.submit(this, where);
      } finally {
        again = scope.runAgain;
        scope.resubmitting = outer;
        scope.runAgain = outerAgain; // the executor may have run others here, which ask for it, too
      }
      more = again && runOnce(scope);
    }
  }

  /// Does one of the runs that are owed.
  ///
  /// @return whether more are owed, so that the timer has to go to its executor again
  private boolean runOnce(BatchScope scope) {
    // Before a run is claimed: what is thrown here is the executor's refusal.
    boolean isTickingHere = engine.isTickingHere(); // the executor runs at once what it is given
    long begin = isTickingHere ? engine.clock.nanos() : 0;
    int runs = take();
    if (runs == 0) {
      return false;
    }
    Runnable running = task;
    if (running == null || !STATE.compareAndSet(this, SCHEDULED, EXECUTING)) {
      oweNothing(); // cancelled: when it is due again it is passed over
      return false;
    }
    boolean more = false;
    try {
      countAndExecute(scope, running, runs);
    } finally {
      if (isTickingHere) {
        engine.firing.timed(this, engine.clock.nanos() - begin);
      }
      more = finish();
    }
    return more;
  }

  /// The adder may find no memory for a stripe of its own: the run that it counts is done all the
  /// same.
  private void countAndExecute(BatchScope scope, Runnable running, int runs) {
    try {
      engine.counters.ranElsewhere.increment();
    } finally {
      execute(scope, running, runs);
    }
  }

  /// Runs the task on the ticking thread, for this many due times.
  void runDirect(BatchScope scope, int runs) {
    Runnable running = task;
    if (running != null && STATE.compareAndSet(this, SCHEDULED, EXECUTING)) {
      engine.counters.addRanDirect();
      execute(scope, running, runs);
    }
  }

  /// Claims due times for one run.
  ///
  /// @return for how many the run stands; 0 when there is nothing to run, or it runs already
  private int take() {
    while (true) {
      long word = owed;
      if (word <= 0) {
        return 0;
      }
      long folded = word & FOLDED;
      long left = folded > 0 ? word - folded : word - ONE_EACH;
      if (OWED.compareAndSet(this, word, left | RUNNING)) {
        return folded > 0 ? (int) folded : 1;
      }
    }
  }

  /// Ends a run.
  ///
  /// @return whether more is owed, so that the timer has to go to its executor again
  private boolean finish() {
    long word = (long) OWED.getAndBitwiseAnd(this, ~RUNNING) & ~RUNNING;
    if (word != 0) {
      return state != CANCELLED;
    }
    engine.ranOut(this);
    return false;
  }

  private void execute(BatchScope scope, Runnable running, int runs) {
    int stoodFor = mode == ExecutionMode.FIXED_RATE ? runs : 1;
    long outer = scope.enter(BatchScope.packed(mode, stoodFor));
    try {
      running.run();
    } catch (Throwable error) {
      boolean ended = cancel(CancelReason.FAILED);
      assert ended || isCancelled();
      engine.handlerFailed(this, error, new ExecutionBatch(stoodFor, mode));
      VmErrors.throwIfFatal(error);
    } finally {
      scope.leave(outer);
      boolean goesOn = STATE.compareAndSet(this, EXECUTING, SCHEDULED);
      if (goesOn && mode == ExecutionMode.FIXED_DELAY) {
        dueNanos = engine.scale.later(engine.clock.nanos(), periodNanos);
        giveBack();
      }
    }
  }
}
