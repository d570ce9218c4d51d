package dev.tactus.paging;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/// Finds the elements with the lowest numbers above a given one.
public final class NextByNumber {
  private NextByNumber() {}

  /// One page of a list by numbers.
  ///
  /// @param all in any order; it may change meanwhile
  /// @param after only elements with a higher number than this
  /// @param max how many at most
  /// @return the lowest first
  public static <T> List<T> of(
      Iterable<? extends T> all, ToLongFunction<? super T> number, long after, int max) {
    Comparator<T> highestFirst = Comparator.<T>comparingLong(number).reversed();
    PriorityQueue<T> lowest = new PriorityQueue<>(highestFirst);
    for (T element : all) {
      if (number.applyAsLong(element) > after) {
        lowest.add(element);
        if (lowest.size() > max) {
          T unused = lowest.remove();
        }
      }
    }
    List<T> page = new ArrayList<>(lowest);
    page.sort(highestFirst);
    Collections.reverse(page);
    return page;
  }
}
