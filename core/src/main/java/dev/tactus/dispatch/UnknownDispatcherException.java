package dev.tactus.dispatch;

import dev.tactus.error.Coded;
import dev.tactus.error.ErrorCode;
import java.util.Collection;

/// Says that no dispatcher is registered under an id.
public final class UnknownDispatcherException extends RuntimeException implements Coded {
  private static final long serialVersionUID = 1L;

  /// @param id what was asked for
  /// @param known the ids that are registered
  public UnknownDispatcherException(String id, Collection<String> known) {
    super(
        ErrorCode.UNKNOWN_DISPATCHER.mark(
            "No dispatcher is registered as '"
                + id
                + "'. Known are "
                + known
                + "; register it in the settings of the system, or name one of these."));
  }

  @Override
  public ErrorCode code() {
    return ErrorCode.UNKNOWN_DISPATCHER;
  }
}
