package dev.tactus.observe;

import java.util.List;
import java.util.Locale;

/// The driver makes up for lost time in most of its tokens, cannot hand over ticks, or has stopped
/// for good.
///
/// How far the wheel stands behind the clock says nothing: while nothing is due, the driver sleeps
/// and the wheel stands still. A driver that was late now and then is no sign either; it has to be
/// so in several looks in a row.
final class DriverBehind implements Lint {
  /// With fewer tokens between two looks a share of them tells nothing.
  static final long TOKENS_MIN = 10;

  private final LintSettings settings;
  private int looks;

  DriverBehind(LintSettings settings) {
    this.settings = settings;
  }

  @Override
  public FindingKind kind() {
    return FindingKind.DRIVER_BEHIND;
  }

  @Override
  public List<Sign> look(Look look) {
    Snapshot now = look.now();
    String subject = now.timers().name();
    if (now.events().noted().getOrDefault("DriverStopped", 0L) > 0) {
      return List.of(
          Sign.of(
              subject, "Its driver has failed for good: no timer fires any more, none is taken."));
    }
    long tokens = look.growth(snapshot -> snapshot.timers().driverStats().tokens());
    long catchUps = look.growth(snapshot -> snapshot.timers().driverStats().catchUps());
    boolean isLate = tokens >= TOKENS_MIN && catchUps >= tokens * settings.catchUpShare();
    boolean isHeldUp =
        now.timers().driverStatus().toLowerCase(Locale.ROOT).startsWith("backpressured");
    looks = isLate || isHeldUp ? looks + 1 : 0;
    if (looks < settings.sustainedLooks()) {
      return List.of();
    }
    return List.of(
        Sign.of(
            subject,
            isLate
                ? "In "
                    + looks
                    + " looks in a row its driver was late; at last "
                    + Look.count(catchUps)
                    + " of "
                    + Look.count(tokens)
                    + " tokens made up for lost time. The mean delay of a wake-up is "
                    + Look.time(now.timers().driverStats().meanJitterNanos())
                    + "."
                : "In "
                    + looks
                    + " looks in a row its driver could not hand over ticks: "
                    + now.timers().driverStatus()
                    + "."));
  }
}
