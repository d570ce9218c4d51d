package dev.tactus.cli.watch;

import java.util.List;

/// Where a view is shown, and from where its keys come.
interface Screen extends AutoCloseable {
  /// What was pressed: a character, or one of these names.
  String NOTHING = "";

  /// The keys cannot be read any more.
  String END = "end of input";

  /// Arrow left.
  String LEFT = "left";

  /// Arrow right.
  String RIGHT = "right";

  /// Enter.
  String ENTER = "enter";

  /// Backspace.
  String BACKSPACE = "backspace";

  /// Escape.
  String ESCAPE = "escape";

  /// The next key; [#NOTHING] when none was pressed for so long.
  String key(long millis);

  /// Shows these lines instead of the last ones, as many and as much of them as there is room for.
  void draw(List<String> lines);

  @Override
  void close();
}
