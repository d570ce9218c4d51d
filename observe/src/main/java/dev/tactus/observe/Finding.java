package dev.tactus.observe;

import java.util.List;

/// Something that looks wrong.
///
/// @param code the code under which `tactus explain` tells more, such as `TAC-0901`
/// @param kind what kind of thing, such as `MAILBOX_GROWING`
/// @param subject what it concerns: the path of an actor, a worker, a scheduler
/// @param text what was seen, with its figures
/// @param remedy what to do about it
/// @param stack where a thread is, the innermost frame first; empty where that is not known
/// @param sinceMillis the wall clock's time when it was seen first
public record Finding(
    String code,
    String kind,
    String subject,
    String text,
    String remedy,
    List<String> stack,
    long sinceMillis) {
  /// Copies the list.
  public Finding {
    stack = List.copyOf(stack);
  }
}
