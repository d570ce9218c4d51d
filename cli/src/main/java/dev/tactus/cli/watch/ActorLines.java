package dev.tactus.cli.watch;

import dev.tactus.cli.demo.Figures;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.Page;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.Source;
import java.io.PrintWriter;
import java.util.Locale;

/// Actors as lines, written page by page: a million of them take no more memory than a few.
public final class ActorLines {

  private ActorLines() {}

  /// Writes all actors that are asked for.
  ///
  /// @throws RemoteConsoleException when the console stops answering; what came before is written
  public static void print(Source source, ActorQuery query, boolean isJson, PrintWriter out) {
    Page<ActorInfo> page = source.actors(query);
    out.println(isJson ? "[" : line("STATE", "DEPTH", "TURN", "TYPE", "DISPATCHER", "PATH"));
    long count = 0;
    while (true) {
      for (ActorInfo actor : page.items()) {
        out.println(isJson ? (count == 0 ? " " : ",") + SnapshotJson.write(actor) : line(actor));
        count++;
      }
      if (!page.hasNext() || out.checkError()) {
        break;
      }
      page = source.actors(query.after(page.next()));
    }
    out.println(isJson ? "]" : Figures.count(count) + " actors");
    out.flush();
  }

  private static String line(ActorInfo actor) {
    return line(
        TopTable.state(actor),
        TopTable.depth(actor),
        actor.turnNanos() < 0 ? "-" : Figures.time(actor.turnNanos()),
        actor.latestType().isEmpty() ? "-" : actor.latestType(),
        actor.dispatcher(),
        actor.path());
  }

  private static String line(
      String state, String depth, String turn, String type, String dispatcher, String path) {
    return String.format(
        Locale.ROOT, "%-9s %8s %9s  %-24s  %-12s  %s", state, depth, turn, type, dispatcher, path);
  }
}
