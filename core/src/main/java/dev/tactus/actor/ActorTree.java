package dev.tactus.actor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The actors of a system, for those who look at them.
///
/// A walk shows parents before their children, and the children of one parent in the order in which
/// they were made. It takes a few siblings at a time under the lock of their parent and shows them
/// without it, so it neither copies the tree nor stops anybody. Who is made or ends meanwhile may
/// be shown or not; everybody else is shown once. A walk can pause, and go on later from its
/// [Position].
///
/// Threads: any.
public final class ActorTree {
  /// How many siblings are taken at a time.
  private static final int CHUNK = 64;

  private static final String SCHEME = "tactus://";

  private final ActorCell<?> root;

  ActorTree(ActorCell<?> root) {
    this.root = root;
  }

  /// Where a walk is: behind one actor.
  public static final class Position {
    /// What it does not go above.
    private final ActorCell<?> top;

    /// Whether it goes below the children of the top.
    private final boolean isDeep;

    /// The actor that was shown last; null before the first.
    private final @Nullable ActorCell<?> last;

    private Position(ActorCell<?> top, boolean isDeep, @Nullable ActorCell<?> last) {
      this.top = top;
      this.isDeep = isDeep;
      this.last = last;
    }

    private Position behind(ActorCell<?> shown) {
      return new Position(top, isDeep, shown);
    }
  }

  /// The siblings of one level of a walk.
  private static final class Level {
    private final ActorCell<?> parent;
    private @Nullable ActorCell<?> anchor;
    private List<ActorCell<?>> chunk = List.of();
    private int index;

    Level(ActorCell<?> parent, @Nullable ActorCell<?> anchor) {
      this.parent = parent;
      this.anchor = anchor;
    }

    @Nullable ActorCell<?> next() {
      if (index == chunk.size()) {
        Annex annex = parent.annexIfAny();
        chunk = annex == null ? List.of() : annex.children.behind(anchor, CHUNK);
        index = 0;
        if (chunk.isEmpty()) {
          return null;
        }
      }
      anchor = chunk.get(index);
      index++;
      return anchor;
    }
  }

  /// Before the first actor. The very root is not shown: it is nobody's child.
  public Position start() {
    return new Position(root, true, null);
  }

  /// Before the first child of an actor; the walk shows its children and nobody below them.
  ///
  /// @return empty when there is no such actor
  public Optional<Position> childrenOf(String path) {
    return Optional.ofNullable(cell(path)).map(found -> new Position(found, false, null));
  }

  /// Shows actors to the visitor until it has had enough.
  ///
  /// @param visitor gives whether it wants another one
  /// @return where the walk can go on; empty when there is nobody left
  public Optional<Position> walk(Position from, Predicate<? super ActorView> visitor) {
    Deque<Level> levels = levels(from);
    CellView view = new CellView(root);
    while (!levels.isEmpty()) {
      ActorCell<?> cell = levels.getLast().next();
      if (cell == null) {
        levels.removeLast();
        continue;
      }
      if (from.isDeep) {
        levels.add(new Level(cell, null));
      }
      if (!visitor.test(view.of(cell))) {
        return Optional.of(from.behind(cell));
      }
    }
    return Optional.empty();
  }

  private static Deque<Level> levels(Position from) {
    Deque<Level> levels = new ArrayDeque<>(); // not a recursion: a chain may be of any length
    ActorCell<?> shown = from.last;
    if (shown == null) {
      levels.add(new Level(from.top, null));
      return levels;
    }
    if (from.isDeep) {
      levels.add(new Level(shown, null));
    }
    while (shown != from.top) {
      ActorCell<?> parent = shown.parent;
      if (parent == null) {
        break;
      }
      levels.addFirst(new Level(parent, shown));
      shown = parent;
    }
    return levels;
  }

  /// Shows one actor.
  ///
  /// @param path whole, as in `tactus://shop/user/till`, or without the system, as in `/user/till`
  /// @return empty when there is none
  public Optional<ActorView> find(String path) {
    return Optional.ofNullable(cell(path)).map(CellView::new);
  }

  /// Shows the actor behind an address.
  ///
  /// @return empty for the address of an answer, behind which there is none
  public Optional<ActorView> find(ActorRef<?> actor) {
    return switch (actor) {
      case ActorCell<?> cell -> Optional.of(new CellView(cell));
      case AdapterRef<?> adapter -> Optional.of(new CellView(adapter.owner()));
      case AskRef<?> answer -> Optional.empty();
    };
  }

  private @Nullable ActorCell<?> cell(String path) {
    ActorCell<?> cell = root;
    for (String name : names(path)) {
      Annex annex = cell.annexIfAny();
      cell = annex == null ? null : annex.children.named(name);
      if (cell == null) {
        return null;
      }
    }
    return cell;
  }

  private List<String> names(String path) {
    String own = SCHEME + root.system.name();
    String below =
        path.startsWith(own + "/") || path.equals(own) ? path.substring(own.length()) : path;
    List<String> names = new ArrayList<>();
    for (String name : below.split("/", -1)) {
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }
}
