package dev.tactus.bench.harness;

import java.util.Map;

/// What a row of the table shows and what it asks for.
///
/// @param workload the id that the user may choose
/// @param metric the metric that the turns report
/// @param title what is measured, in words
/// @param unit the unit of the metric
/// @param better which end is the good one
/// @param target the ratio to the best peer that ours must reach
/// @param floor values below count as this when the ratio is formed; 0 for none. With the target 1
///   it is a bound, within which ours must lie
/// @param note what a reader must know; may be empty
/// @param ineligible peers that are shown but cannot be the best peer, each with the reason
/// @param subject the contender that the others are compared with; nearly always [Suite#OURS]
public record RowSpec(
    String workload,
    String metric,
    String title,
    String unit,
    Better better,
    double target,
    double floor,
    String note,
    Map<String, String> ineligible,
    String subject) {
  public RowSpec {
    ineligible = Map.copyOf(ineligible);
  }

  /// A row of ours without floor, note or peers that are not eligible.
  public static RowSpec of(
      String workload, String metric, String title, String unit, Better better, double target) {
    return new RowSpec(workload, metric, title, unit, better, target, 0, "", Map.of(), Suite.OURS);
  }

  /// Whether ours has to lie within a bound, whatever the others reach.
  public boolean isBound() {
    return floor > 0 && target == 1 && better == Better.LOWER;
  }

  /// The same row with another target.
  public RowSpec withTarget(double newTarget) {
    return new RowSpec(
        workload, metric, title, unit, better, newTarget, floor, note, ineligible, subject);
  }

  /// The same row with a floor.
  public RowSpec withFloor(double newFloor) {
    return new RowSpec(
        workload, metric, title, unit, better, target, newFloor, note, ineligible, subject);
  }

  /// The same row with a note.
  public RowSpec withNote(String newNote) {
    return new RowSpec(
        workload, metric, title, unit, better, target, floor, newNote, ineligible, subject);
  }

  /// The same row with other peers not eligible.
  public RowSpec withIneligible(Map<String, String> newIneligible) {
    return new RowSpec(
        workload, metric, title, unit, better, target, floor, note, newIneligible, subject);
  }

  /// The same row about another contender: one that stands for ours in it.
  public RowSpec withSubject(String newSubject) {
    return new RowSpec(
        workload, metric, title, unit, better, target, floor, note, ineligible, newSubject);
  }
}
