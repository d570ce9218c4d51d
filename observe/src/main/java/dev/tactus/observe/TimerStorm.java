package dev.tactus.observe;

import java.util.List;

/// Many timers fire in a second, compared with what is usual; or most timers of the wheel are in
/// one slot, and so will fire at once.
///
/// What is usual is a mean of the looks so far in which the latest count most. It follows slowly,
/// so that a storm is seen for a while, and a load that stays is usual in the end. In the first
/// looks nothing is usual yet.
final class TimerStorm implements Lint {
  static final int LOOKS_BEFORE_USUAL = 10;
  private static final double WEIGHT_OF_ONE_LOOK = 1.0 / 30;

  private final LintSettings settings;
  private double usualPerSecond;
  private int looks;

  TimerStorm(LintSettings settings) {
    this.settings = settings;
  }

  @Override
  public FindingKind kind() {
    return FindingKind.TIMER_STORM;
  }

  @Override
  public List<Sign> look(Look look) {
    if (look.before() == null) {
      return crowdedSlot(look.now().timers());
    }
    double rate = look.perSecond(snapshot -> snapshot.timers().metrics().fired());
    double usual = usualPerSecond;
    boolean isUsualKnown = looks >= LOOKS_BEFORE_USUAL;
    looks++;
    usualPerSecond += (rate - usual) * Math.max(WEIGHT_OF_ONE_LOOK, 1.0 / looks);
    if (isUsualKnown
        && rate >= settings.firesPerSecondFloor()
        && rate > usual * settings.firesFactor()) {
      return List.of(
          Sign.of(
              look.now().timers().name(),
              Look.count(rate)
                  + " timers fired in a second; usual were "
                  + Look.count(usual)
                  + "."));
    }
    return crowdedSlot(look.now().timers());
  }

  private List<Sign> crowdedSlot(TimerFigures timers) {
    long all = 0;
    int fullest = 0;
    for (int slot = 0; slot < timers.slots().size(); slot++) {
      int size = timers.slots().get(slot);
      all += size;
      if (size > timers.slots().get(fullest)) {
        fullest = slot;
      }
    }
    int most = all == 0 ? 0 : timers.slots().get(fullest);
    return most < settings.slotFloor() || most < all * settings.slotShare()
        ? List.of()
        : List.of(
            Sign.of(
                timers.name(),
                "Slot "
                    + fullest
                    + " holds "
                    + Look.count(most)
                    + " of the "
                    + Look.count(all)
                    + " timers in the wheel; they will fire in one tick."));
  }
}
