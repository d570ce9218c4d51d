package dev.tactus.process;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The yields of one process that are not answered yet, by tag.
///
/// A list through the calls themselves; from [#INDEX_FROM] on also a map, so that a process may
/// wait for thousands of answers. It exists only while there are any.
///
/// Threads: the worker.
final class OpenCalls {
  private static final int INDEX_FROM = 17;

  private @Nullable CommandCall newest;
  private @Nullable Map<Long, CommandCall> index;
  private int count;

  int count() {
    return count;
  }

  @Nullable CommandCall find(long tag) {
    if (index != null) {
      return index.get(tag);
    }
    CommandCall call = newest;
    while (call != null && call.tag() != tag) {
      call = call.older;
    }
    return call;
  }

  void add(CommandCall call) {
    assert !call.isOpen && find(call.tag()) == null;
    call.isOpen = true;
    call.older = newest;
    if (newest != null) {
      newest.newer = call;
    }
    newest = call;
    count++;
    if (index != null) {
      index.put(call.tag(), call);
    } else if (count == INDEX_FROM) {
      buildIndex();
    }
  }

  private void buildIndex() {
    Map<Long, CommandCall> built = new HashMap<>();
    for (CommandCall call = newest; call != null; call = call.older) {
      built.put(call.tag(), call);
    }
    index = built;
  }

  void remove(CommandCall call) {
    assert call.isOpen;
    CommandCall older = call.older;
    CommandCall newer = call.newer;
    if (older != null) {
      older.newer = newer;
    }
    if (newer != null) {
      newer.older = older;
    } else {
      newest = older;
    }
    call.isOpen = false;
    call.older = null;
    call.newer = null;
    count--;
    if (index != null) {
      index.remove(call.tag());
    }
  }

  /// The one that was opened last; null when there is none.
  @Nullable CommandCall newest() {
    return newest;
  }
}
