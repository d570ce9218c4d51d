package dev.tactus.process;

import dev.tactus.scheduler.Scheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Carries out the commands that every system knows.
final class BuiltIns {
  static final Set<String> IDS =
      Set.of(
          Commands.SEND,
          Commands.SPAWN,
          Commands.TERMINATE,
          Commands.CANCEL,
          Commands.MONITOR,
          Commands.UNMONITOR,
          Commands.LINK,
          Commands.UNLINK,
          Commands.DELAY);

  private final ProcessSystem system;
  private final ProcessTable table;

  private BuiltIns(ProcessSystem system, ProcessTable table) {
    this.system = system;
    this.table = table;
  }

  static Map<String, CommandHandler> of(
      ProcessSystem system, ProcessTable table, Scheduler scheduler) {
    BuiltIns builtIns = new BuiltIns(system, table);
    Map<String, CommandHandler> handlers = new HashMap<>();
    handlers.put(Commands.SEND, builtIns::send);
    handlers.put(Commands.SPAWN, builtIns::spawn);
    handlers.put(Commands.TERMINATE, builtIns::terminate);
    handlers.put(Commands.CANCEL, builtIns::cancel);
    handlers.put(Commands.MONITOR, builtIns::monitor);
    handlers.put(Commands.UNMONITOR, builtIns::unmonitor);
    handlers.put(Commands.LINK, builtIns::link);
    handlers.put(Commands.UNLINK, builtIns::unlink);
    handlers.put(
        Commands.DELAY,
        CommandHandler.async(
            call -> scheduler.delay(call.argument(Duration.class), Scheduler.DIRECT)));
    return handlers;
  }

  private void send(CommandCall call) {
    Commands.Send send = call.argument(Commands.Send.class);
    if (!system.offer(
        send.to(), new EventNode.Letter(new Event.Message(call.caller(), send.body())))) {
      throw table.unknown(send.to());
    }
    call.complete(null);
  }

  private void spawn(CommandCall call) {
    call.complete(system.spawn(call.argument(Commands.Spawn.class), null));
  }

  private void terminate(CommandCall call) {
    Commands.Ending ending = call.argument(Commands.Ending.class);
    system.terminate(ending.pid(), ending.reason());
    call.complete(null);
  }

  private void cancel(CommandCall call) {
    Commands.Ending ending = call.argument(Commands.Ending.class);
    system.cancel(ending.pid(), ending.reason());
    call.complete(null);
  }

  private void monitor(CommandCall call) {
    Pid target = call.argument(Pid.class);
    ProcessTask watcher = table.require(call.caller());
    ProcessTask watched = table.find(target);
    watcher.relations().add(target, Relations.WATCHES);
    if (watched == null || !watched.relations().add(call.caller(), Relations.WATCHED_BY)) {
      watcher.watchedEnded(target, new ExitReason.NoProcess());
    }
    call.complete(null);
  }

  private void unmonitor(CommandCall call) {
    Pid target = call.argument(Pid.class);
    table.require(call.caller()).relations().remove(target, Relations.WATCHES);
    ProcessTask watched = table.find(target);
    if (watched != null) {
      watched.relations().remove(call.caller(), Relations.WATCHED_BY);
    }
    call.complete(null);
  }

  private void link(CommandCall call) {
    Pid target = call.argument(Pid.class);
    ProcessTask other = table.require(target);
    ProcessTask caller = table.require(call.caller());
    if (other != caller) {
      caller.relations().add(target, Relations.LINKED);
      if (!other.relations().add(call.caller(), Relations.LINKED)) {
        caller.relations().remove(target, Relations.LINKED);
        throw table.unknown(target);
      }
    }
    call.complete(null);
  }

  private void unlink(CommandCall call) {
    Pid target = call.argument(Pid.class);
    table.require(call.caller()).relations().remove(target, Relations.LINKED);
    ProcessTask other = table.find(target);
    if (other != null) {
      other.relations().remove(call.caller(), Relations.LINKED);
    }
    call.complete(null);
  }
}
