package dev.tactus.event;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;

/// A subscriber threw, or its executor refused it. It stays subscribed; the publisher and the other
/// subscribers go on.
///
/// @param event what it was given
/// @param error what it threw
public record SubscriberFailed(RuntimeEvent event, Throwable error) implements RuntimeEvent, Coded {
  @Override
  public ErrorCode code() {
    return ErrorCode.SUBSCRIBER_FAILED;
  }
}
