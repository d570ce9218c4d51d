package dev.tactus.actor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What happens when an actor fails. Its parent carries it out.
///
/// @param directive what to do about failures without a rule of their own
/// @param rules what to do about certain failures; the first that fits counts
/// @param allForOne whether the same is done to all children of the parent. Their restarts are
///   counted together, and during a pause all of them stand still
/// @param restartsMax how many restarts there are within the window; one more stops the actor
/// @param window in which restarts count
/// @param backoff how long to wait before a restart
public record Supervision(
    Directive directive,
    List<Rule> rules,
    boolean allForOne,
    int restartsMax,
    Duration window,
    Backoff backoff) {
  /// Any number of restarts.
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final int RESTARTS_MAX = 10;
  private static final Duration WINDOW = Duration.ofMinutes(1);

  /// What to do.
  public enum Directive {
    /// Go on with the next message, the state as it is. An actor whose factory or hook `started`
    /// has failed has none, and is ended instead.
    RESUME,
    /// Go on with the next message and a new instance.
    RESTART,
    /// End the actor.
    STOP,
    /// Let the parent fail with the same cause.
    ESCALATE
  }

  /// What to do about failures of one type.
  ///
  /// @param type of the failure
  /// @param directive what to do
  public record Rule(Class<? extends Throwable> type, Directive directive) {
    /// Checks that both are there.
    public Rule {
      Objects.requireNonNull(type, "type: name the failures");
      Objects.requireNonNull(directive, "directive: say what to do about them");
    }
  }

  /// How long to wait before a restart: `min` at first, each time twice as long, up to `max`; and
  /// at random longer by up to `jitter` of that, so that many do not come back at once. It begins
  /// with `min` again after a window without a failure.
  ///
  /// @param min the first pause; zero for none
  /// @param max the longest pause
  /// @param jitter from 0 to 1
  public record Backoff(Duration min, Duration max, double jitter) {
    /// No pause.
    public static final Backoff NONE = new Backoff(Duration.ZERO, Duration.ZERO, 0);

    /// Checks the values.
    public Backoff {
      if (min.isNegative() || max.compareTo(min) < 0 || !(jitter >= 0 && jitter <= 1)) {
        throw new IllegalArgumentException(
            "A backoff from "
                + min
                + " to "
                + max
                + " with jitter "
                + jitter
                + " is not possible; give 0 <= min <= max and a jitter from 0 to 1.");
      }
    }
  }

  /// Checks the values and copies the list.
  public Supervision {
    Objects.requireNonNull(directive, "directive");
    Objects.requireNonNull(backoff, "backoff");
    rules = List.copyOf(rules);
    if (restartsMax < 0 || window.isNegative() || window.isZero()) {
      throw new IllegalArgumentException(
          "A limit of "
              + restartsMax
              + " restarts within "
              + window
              + " is not possible; give 0 or more, and a window longer than zero.");
    }
  }

  /// Restarts, at most 10 times a minute. This is the default.
  public static Supervision restart() {
    return of(Directive.RESTART);
  }

  /// Goes on with the next message.
  public static Supervision resume() {
    return of(Directive.RESUME);
  }

  /// Stops.
  public static Supervision stop() {
    return of(Directive.STOP);
  }

  /// Lets the parent fail.
  public static Supervision escalate() {
    return of(Directive.ESCALATE);
  }

  private static Supervision of(Directive directive) {
    return new Supervision(directive, List.of(), false, RESTARTS_MAX, WINDOW, Backoff.NONE);
  }

  /// The same with something else for failures of this type. Rules that were added earlier go
  /// first.
  public Supervision on(Class<? extends Throwable> type, Directive other) {
    List<Rule> longer = new ArrayList<>(rules);
    longer.add(new Rule(type, other));
    return new Supervision(directive, longer, allForOne, restartsMax, window, backoff);
  }

  /// The same for all children of the parent.
  public Supervision withAllForOne() {
    return new Supervision(directive, rules, true, restartsMax, window, backoff);
  }

  /// The same with another limit.
  public Supervision withLimit(int restarts, Duration within) {
    return new Supervision(directive, rules, allForOne, restarts, within, backoff);
  }

  /// The same with pauses before restarts.
  public Supervision withBackoff(Duration min, Duration max, double jitter) {
    return new Supervision(
        directive, rules, allForOne, restartsMax, window, new Backoff(min, max, jitter));
  }

  /// What to do about this failure.
  Directive decide(Throwable cause) {
    for (Rule rule : rules) {
      if (rule.type().isInstance(cause)) {
        return rule.directive();
      }
    }
    return directive;
  }
}
