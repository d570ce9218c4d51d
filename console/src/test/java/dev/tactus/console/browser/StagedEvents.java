package dev.tactus.console.browser;

import dev.tactus.observe.EventEntry;
import java.util.List;
import java.util.stream.LongStream;

/// The events of the staged shop: three in two steps.
final class StagedEvents {
  private static final int KEPT = 500;

  private StagedEvents() {}

  static long latest(long step) {
    return 240 + step * 3 / 2;
  }

  static List<EventEntry> after(long after, String subject, int max, long step) {
    long latest = latest(step);
    return LongStream.rangeClosed(Math.max(after, latest - KEPT) + 1, latest)
        .mapToObj(StagedEvents::event)
        .filter(event -> subject.isEmpty() || event.subject().equals(subject))
        .limit(max)
        .toList();
  }

  private static EventEntry event(long number) {
    long millis = StagedFigures.START_MILLIS + (number - 240) * 2_000 / 3;
    String till = StagedActors.USER + "tills/till-" + (1 + number / 8 % 12);
    return switch ((int) (number % 8)) {
      case 0, 4 ->
          new EventEntry(
              number,
              millis,
              "DeadLetter",
              true,
              StagedActors.MAILER,
              "Nobody handled a SendInvoice: OVERFLOW",
              "TAC-0304");
      case 1 ->
          new EventEntry(
              number,
              millis,
              "Failed",
              true,
              till,
              "It failed on Charge with PaymentRefused; supervision decided: RESTART",
              "TAC-0211");
      case 2 ->
          new EventEntry(
              number,
              millis,
              "Restarted",
              false,
              till,
              "It goes on with a new instance after PaymentRefused",
              "");
      case 3 ->
          new EventEntry(
              number,
              millis,
              "DeadLetter",
              true,
              StagedActors.USER + "sessions/session-" + number,
              "Nobody handled a Quote: NO_RECIPIENT",
              "TAC-0302");
      case 5 ->
          new EventEntry(
              number,
              millis,
              "Stopped",
              false,
              StagedActors.USER + "sessions/session-" + number,
              "It has ended",
              "");
      case 6 ->
          new EventEntry(
              number,
              millis,
              "DriftExceeded",
              true,
              "scheduler",
              "A tick began 1.9 ms late; the budget is 0.5 ms",
              "TAC-0104");
      default ->
          new EventEntry(
              number,
              millis,
              "Started",
              false,
              StagedActors.USER + "sessions/session-" + number,
              "It has begun",
              "");
    };
  }
}
