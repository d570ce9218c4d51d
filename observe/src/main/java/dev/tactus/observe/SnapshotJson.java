package dev.tactus.observe;

import com.fasterxml.jackson.annotation.Nulls;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Snapshots and what belongs to them as JSON, and back: a field for each component of a record, by
/// its name. Fields that a later version has added are passed over, and a number that an earlier
/// one did not have is 0; all else has to be there.
///
/// Threads: any.
public final class SnapshotJson {
  /// Jackson calls accessors by method handles. Between named modules these reach a public record
  /// only where access is forced, as it is by default, or where Jackson's module reads ours.
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  private SnapshotJson() {}

  /// As one line.
  public static String write(Object record) {
    return MAPPER.writeValueAsString(record);
  }

  /// As one line, to a stream that is left open.
  public static void write(Object record, OutputStream out) {
    MAPPER
        .writer()
        .without(tools.jackson.core.StreamWriteFeature.AUTO_CLOSE_TARGET)
        .writeValue(out, record);
  }

  /// Reads what was written.
  ///
  /// @throws IllegalArgumentException when it is not that; it says what is wrong
  public static <T> T read(String json, Class<T> type) {
    T found;
    try {
      found = MAPPER.readValue(json, type);
    } catch (JacksonException e) {
      throw notOne(type.getSimpleName(), e.getOriginalMessage(), e);
    }
    if (found == null) {
      throw notOne(type.getSimpleName(), "it is null", null);
    }
    return found;
  }

  /// Reads a page.
  ///
  /// @throws IllegalArgumentException when it is not one; it says what is wrong
  public static <T> Page<T> readPage(String json, Class<T> type) {
    String what = "page of " + type.getSimpleName();
    Page<T> found;
    try {
      found =
          MAPPER.readValue(json, MAPPER.getTypeFactory().constructParametricType(Page.class, type));
    } catch (JacksonException e) {
      throw notOne(what, e.getOriginalMessage(), e);
    }
    if (found == null) {
      throw notOne(what, "it is null", null);
    }
    return found;
  }

  private static IllegalArgumentException notOne(
      String what, @Nullable String why, @Nullable JacksonException e) {
    return new IllegalArgumentException(
        "This is not a "
            + what
            + " of version "
            + Snapshot.VERSION
            + ": "
            + why
            + ". Get it from a console or a recording of this version.",
        e);
  }
}
