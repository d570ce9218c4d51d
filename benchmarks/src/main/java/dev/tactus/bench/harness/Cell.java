package dev.tactus.bench.harness;

import java.util.List;
import java.util.Optional;

/// One contender in one row.
///
/// @param contender its name
/// @param summary its figures; empty if it reported none
/// @param marks what to know beside them
/// @param coresApart how many times as far the cores were apart as in our turns; 1 where that makes
///   no difference
/// @param disturbed whether other programs took too much of the machine meanwhile
/// @param failure why a turn failed; empty if none did
/// @param ineligible why it cannot be the best peer; empty if it can
public record Cell(
    String contender,
    Optional<Summary> summary,
    List<Mark> marks,
    double coresApart,
    boolean disturbed,
    Optional<String> failure,
    Optional<String> ineligible) {
  public Cell {
    marks = List.copyOf(marks);
  }
}
