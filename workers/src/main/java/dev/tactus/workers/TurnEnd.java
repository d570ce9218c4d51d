package dev.tactus.workers;

import dev.tactus.time.host.HostProcessor;

/// Where a task says that its turn is about to end, so that its worker goes on to the next one
/// without an atomic step of its own: see [RunNext].
///
/// Most turns end in an atomic step by which the task gives itself up. Such a task calls
/// [#announce()] right before that step, a compare-and-set or an exchange of any variable. After it
/// there is nothing left to do but to return: no code of a user, nothing that blocks. Where the
/// step fails and the turn goes on, the task calls [#takeBack()] first. Who announces nothing loses
/// nothing but the time.
///
/// Threads: the one that runs the turn.
public abstract sealed class TurnEnd extends Apart permits RunNext {
  /// Asked for when the first worker is made: a turn may have no stack left to load a class.
  private static final boolean IS_A_STEP_A_FENCE = HostProcessor.IS_A_STEP_A_FENCE;

  /// Whether the last turn has ended, or is about to, and no other has begun. Written by the owner,
  /// through a handle where the processor allows it.
  volatile boolean announced;

  /// Only the workers of this package end turns.
  TurnEnd() {}

  /// Says that the turn ends by the next atomic step.
  public final void announce() {
    // Comes before the look at the thieves in RunNext.takeNext(), which needs a fence.
    if (IS_A_STEP_A_FENCE) {
      RunNext.ANNOUNCED.setRelease(this, true); // no compiler moves it behind the step
    } else {
      announced = true;
    }
  }

  /// Says that the turn goes on after all, or that another begins.
  public final void takeBack() {
    // release: pairs with the read in RunNext.stealNext(), which sees that the slot was emptied.
    RunNext.ANNOUNCED.setRelease(this, false);
  }
}
