package dev.tactus.time.wheel;

/// Writes the numbers of the entries that it gets one after another, as the digits of one number:
/// entry 1 and then entry 2 make 12. So one figure shows what came, in which order, and how often.
final class OrderDigits implements EntryConsumer {
  int digits;

  @Override
  public void accept(WheelEntry entry) {
    digits = digits * 10 + (int) entry.order;
  }
}
