package dev.tactus.observe;

import java.util.Map;

/// The event stream.
///
/// @param published events that were handed to the stream
/// @param failed how many times a subscriber failed
/// @param subscribers how many there are
/// @param noted how many events of each type the observatory has noted, by the name of the type
/// @param latest the number of the latest event that it has noted; 0 when there was none
public record EventFigures(
    long published, long failed, int subscribers, Map<String, Long> noted, long latest) {
  /// Copies the map.
  public EventFigures {
    noted = Map.copyOf(noted);
  }
}
