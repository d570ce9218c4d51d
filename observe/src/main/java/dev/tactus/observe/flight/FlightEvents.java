package dev.tactus.observe.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/// The events as the flight recorder sees them. Their names and fields are what people search for:
/// `docs/observability.md` has them.
final class FlightEvents {
  private FlightEvents() {}

  /// What all of them have.
  @Category("Tactus")
  @StackTrace(false)
  abstract static class Told extends Event {
    @Label("System")
    String system = "";

    @Label("Suppressed")
    @Description("Events of this type that were left out since the one before, because of a flood")
    long suppressed;
  }

  @Name("tactus.MailboxPressure")
  @Label("Mailbox pressure")
  @Description("A bounded mailbox is nearly full, or has room again")
  static final class MailboxPressure extends Told {
    @Label("Actor")
    String actor = "";

    @Label("Pressed")
    boolean pressed;

    @Label("Depth")
    int depth;

    @Label("Capacity")
    int capacity;
  }

  @Name("tactus.LongTurn")
  @Label("Long turn")
  @Description("An actor held its worker for long")
  static final class LongTurn extends Told {
    @Label("Actor")
    String actor = "";

    @Label("Dispatcher")
    String dispatcher = "";

    @Label("Turn")
    @Timespan(Timespan.NANOSECONDS)
    long turn;

    @Label("Message type")
    String messageType = "";
  }

  @Name("tactus.TimerLate")
  @Label("Timer late")
  @Description("A tick began later than its budget allows")
  static final class TimerLate extends Told {
    @Label("Tick")
    long tick;

    @Label("Late")
    @Timespan(Timespan.NANOSECONDS)
    long late;

    @Label("Budget")
    @Timespan(Timespan.NANOSECONDS)
    long budget;
  }

  @Name("tactus.Starvation")
  @Label("Starvation")
  @Description("Turns wait at a dispatcher, and none has begun for too long")
  static final class Starvation extends Told {
    @Label("Dispatcher")
    String dispatcher = "";

    @Label("Waiting")
    long waiting;

    @Label("Without a turn")
    @Timespan(Timespan.NANOSECONDS)
    long without;

    @Label("Busy threads")
    String busyThreads = "";

    @Label("Spare worker started")
    boolean isHelped;
  }

  @Name("tactus.Restart")
  @Label("Restart")
  @Description("An actor goes on with a new instance")
  static final class Restart extends Told {
    @Label("Actor")
    String actor = "";

    @Label("Cause")
    String cause = "";
  }

  @Name("tactus.DeadLetter")
  @Label("Dead letter")
  @Description("A message that nobody handled")
  static final class DeadLetter extends Told {
    @Label("Recipient")
    String recipient = "";

    @Label("Message type")
    String messageType = "";

    @Label("Reason")
    String reason = "";
  }

  @Name("tactus.DriverCatchUp")
  @Label("Driver catch-up")
  @Description("The driver made up for lost time between two snapshots")
  static final class DriverCatchUp extends Told {
    @Label("Catch-ups")
    long catchUps;

    @Label("Tokens")
    long tokens;

    @Label("Mean jitter")
    @Timespan(Timespan.NANOSECONDS)
    long meanJitter;
  }
}
