package dev.tactus.observe;

/// Which actors are wanted.
///
/// @param parent only children of the actor with this path; empty for all actors of the tree,
///   parents before their children
/// @param text only actors whose path holds this text; empty for all
/// @param isStirringOnly only actors that run, wait for a turn, are suspended or have messages
/// @param after where the last page ended, as it said itself; empty for the first
/// @param max how many are wanted at most
public record ActorQuery(
    String parent, String text, boolean isStirringOnly, String after, int max) {
  /// The longest page.
  public static final int MAX = 1_000;

  /// All actors, from the first.
  public static final ActorQuery ALL = new ActorQuery("", "", false, "", 100);

  /// Checks the length of the page.
  public ActorQuery {
    if (max < 1 || max > MAX) {
      throw new IllegalArgumentException(
          "A page of "
              + max
              + " actors was asked for; it has 1 to "
              + MAX
              + ". Ask for the next"
              + " page by what the last one gave as its end.");
    }
  }

  /// The same, after another page.
  public ActorQuery after(String end) {
    return new ActorQuery(parent, text, isStirringOnly, end, max);
  }
}
