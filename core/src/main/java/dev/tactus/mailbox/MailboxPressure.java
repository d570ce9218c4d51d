package dev.tactus.mailbox;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import dev.tactus.event.RuntimeEvent;

/// A bounded mailbox came under pressure, or is relieved of it. Very small ones never are: see
/// [dev.tactus.actor.PressureSettings#capacityMin].
///
/// @param actor the path of the actor
/// @param pressed whether it is under pressure now: that begins above three quarters of the
///   capacity, and ends at a half
/// @param capacity how many messages it holds
/// @param depth how many are in it
/// @param handled how many have gone through it so far; the difference of two events is its
///   throughput between them
public record MailboxPressure(String actor, boolean pressed, int capacity, int depth, long handled)
    implements RuntimeEvent, Coded {
  @Override
  public ErrorCode code() {
    return ErrorCode.MAILBOX_PRESSURE;
  }
}
