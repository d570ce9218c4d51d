package dev.tactus.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The handlers of commands, by id. It is filled before a system starts with it and never changes
/// after.
///
/// Threads: one fills it; after that any.
public final class CommandRegistry {
  private final Map<String, CommandHandler> handlers = new HashMap<>();
  private boolean frozen;

  /// What it extends; null for nothing.
  private final @Nullable CommandRegistry origin;

  private CommandRegistry(@Nullable CommandRegistry origin) {
    this.origin = origin;
  }

  /// A registry that has the built-in commands only.
  public static CommandRegistry create() {
    return new CommandRegistry(null);
  }

  /// Registers a handler.
  ///
  /// @return this
  /// @throws ProcessException.DuplicateCommand when the id is taken, or that of a built-in command
  /// @throws ProcessException.RegistryFrozen when a system has started with this registry
  public synchronized CommandRegistry register(String id, CommandHandler handler) {
    Objects.requireNonNull(id, "id: name the command");
    Objects.requireNonNull(handler, "handler: say what carries it out");
    if (frozen) {
      throw new ProcessException.RegistryFrozen(id);
    }
    boolean isBuiltIn = BuiltIns.IDS.contains(id);
    if (isBuiltIn || handlers.putIfAbsent(id, handler) != null) {
      throw new ProcessException.DuplicateCommand(id, isBuiltIn);
    }
    return this;
  }

  /// The ids that have a handler, the built-in ones included.
  public synchronized List<String> ids() {
    List<String> ids = new ArrayList<>(handlers.keySet());
    ids.addAll(BuiltIns.IDS);
    ids.sort(null);
    return ids;
  }

  /// Another registry with the same handlers, to which more can be added: for who starts systems
  /// with commands of its own beside those of users. When a system starts with that one, this one
  /// changes no more either.
  public synchronized CommandRegistry extension() {
    CommandRegistry wider = new CommandRegistry(this);
    wider.handlers.putAll(handlers);
    return wider;
  }

  /// Refuses changes from now on, and gives what there is, with the built-in commands.
  synchronized Frozen freeze(Map<String, CommandHandler> builtIns) {
    freeze();
    Map<String, CommandHandler> all = new HashMap<>(handlers);
    all.putAll(builtIns);
    return new Frozen(Map.copyOf(all));
  }

  private synchronized void freeze() {
    frozen = true;
    if (origin != null) {
      origin.freeze();
    }
  }

  /// What a system looks its handlers up in.
  static final class Frozen {
    private final Map<String, CommandHandler> handlers;

    private Frozen(Map<String, CommandHandler> handlers) {
      this.handlers = handlers;
    }

    @Nullable CommandHandler find(String id) {
      return handlers.get(id);
    }

    ProcessException unknown(String id) {
      return new ProcessException.UnknownCommand(id, handlers.keySet());
    }
  }
}
