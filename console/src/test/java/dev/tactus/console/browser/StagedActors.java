package dev.tactus.console.browser;

import dev.tactus.dispatch.Occupant;
import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The actors of the staged shop: a million of them, none of which exists before it is asked for.
/// One has a name that a careless page would run.
final class StagedActors {
  static final String HOSTILE = "<img src=x onerror=alert(1)>";
  static final String ROOT = "tactus://shop/";
  static final String USER = ROOT + "user/";
  static final String TILL = USER + "tills/till-3";
  static final String MAILER = USER + "mailer";
  static final int ITEMS = 1_000_000;

  private static final int SESSIONS = 24_000;
  private static final int TILLS = 12;
  private static final List<String> TYPES =
      List.of("PlaceOrder", "Reserve", "PaymentDone", "Tick", "Quote", "Restock");

  /// A group of actors with numbered names under one parent.
  private record Family(String parent, String name, int size) {
    String path(int index) {
      return parent + "/" + name + "-" + (index + 1);
    }
  }

  private static final List<Family> FAMILIES =
      List.of(
          new Family(USER + "tills", "till", TILLS),
          new Family(USER + "sessions", "session", SESSIONS),
          new Family(USER + "inventory", "item", ITEMS));

  private static final List<String> SINGLES =
      List.of(
          ROOT + "system",
          ROOT + "system/events",
          ROOT + "system/receptionist",
          ROOT + "user",
          USER + HOSTILE,
          USER + "audit",
          USER + "inventory",
          MAILER,
          USER + "orders",
          USER + "payments",
          USER + "search",
          USER + "sessions",
          USER + "tills");

  private StagedActors() {}

  static long total() {
    return SINGLES.size() + FAMILIES.stream().mapToLong(Family::size).sum();
  }

  static Optional<ActorInfo> find(String path, long step) {
    return pathExists(path) ? Optional.of(info(path, step)) : Optional.empty();
  }

  private static boolean pathExists(String path) {
    if (SINGLES.contains(path)) {
      return true;
    }
    return FAMILIES.stream()
        .filter(family -> path.startsWith(family.parent + "/" + family.name + "-"))
        .anyMatch(
            family -> {
              String number = path.substring(family.parent.length() + family.name.length() + 2);
              return number.matches("[1-9][0-9]{0,6}") && Integer.parseInt(number) <= family.size;
            });
  }

  /// A page of them; where it ends is the number of actors that were looked at.
  static Page<ActorInfo> page(ActorQuery query, long step) {
    int index = query.after().isEmpty() ? 0 : Integer.parseInt(query.after());
    List<ActorInfo> found = new ArrayList<>();
    for (; index < total(); index++) {
      String path = path(index);
      boolean isWanted =
          (query.parent().isEmpty() || parentOf(path).equals(query.parent()))
              && path.contains(query.text());
      if (isWanted && (!query.isStirringOnly() || isStirring(path, step))) {
        if (found.size() == query.max()) {
          return new Page<>(found, String.valueOf(index));
        }
        found.add(info(path, step));
      }
    }
    return new Page<>(found, "");
  }

  private static String path(int index) {
    int rest = index;
    if (rest < SINGLES.size()) {
      return SINGLES.get(rest);
    }
    rest -= SINGLES.size();
    for (Family family : FAMILIES) {
      if (rest < family.size) {
        return family.path(rest);
      }
      rest -= family.size;
    }
    throw new IndexOutOfBoundsException(index);
  }

  private static String parentOf(String path) {
    int cut = path.lastIndexOf('/');
    return cut < ROOT.length() ? ROOT : path.substring(0, cut);
  }

  private static boolean isStirring(String path, long step) {
    ActorInfo info = info(path, step);
    return info.state() == Occupant.Phase.RUNNING
        || info.state() == Occupant.Phase.SCHEDULED
        || info.depth() > 0
        || info.suspends() > 0;
  }

  static ActorInfo info(String path, long step) {
    double share = Wave.share(step / 4, path.hashCode());
    int depth = depth(path, step, share);
    Occupant.Phase state =
        depth == 0
            ? Occupant.Phase.IDLE
            : share < 0.3 ? Occupant.Phase.RUNNING : Occupant.Phase.SCHEDULED;
    if (path.equals(MAILER)) {
      state = Occupant.Phase.RUNNING;
    }
    String dispatcher = path.equals(MAILER) || path.endsWith("audit") ? "blocking" : "default";
    String worker =
        state == Occupant.Phase.RUNNING
            ? dispatcher + "-" + (path.equals(MAILER) ? 1 : Math.floorMod(path.hashCode(), 4))
            : "";
    return new ActorInfo(
        path,
        dispatcher,
        state,
        path.endsWith("search") ? 1 : 0,
        depth,
        depth < 10_000,
        0,
        worker,
        turnNanos(path, step),
        path.equals(MAILER)
            ? "SendInvoice"
            : TYPES.get(Math.floorMod(path.hashCode(), TYPES.size())),
        children(path));
  }

  private static int depth(String path, long step, double share) {
    if (path.equals(MAILER)) {
      return (int) (900 + 23 * step + new Wave(0, 0, 1).at(step));
    }
    if (path.startsWith(USER + "tills/")) {
      double base = 20 + Math.floorMod(path.hashCode(), 7) * 9;
      return (int) new Wave(base, 30, path.hashCode() % 7).at(step);
    }
    if (path.equals(USER + "orders")) {
      return (int) new Wave(160, 120, 2).at(step);
    }
    if (path.equals(USER + "payments")) {
      return (int) new Wave(48, 40, 5).at(step);
    }
    return share < 0.04 ? (int) (share * 100) : 0;
  }

  private static long turnNanos(String path, long step) {
    if (path.equals(MAILER)) {
      return 1_840_000_000L;
    }
    if (path.equals(USER + "audit")) {
      return (long) new Wave(38_000_000, 20_000_000, 1).at(step);
    }
    if (path.equals(USER + "payments")) {
      return (long) new Wave(4_100_000, 2_000_000, 3).at(step);
    }
    return path.length() % 5 == 0 ? -1 : (long) (1_200 + Wave.share(7, path.hashCode()) * 90_000);
  }

  private static int children(String path) {
    return switch (path.substring(ROOT.length())) {
      case "system" -> 2;
      case "user" -> 9;
      case "user/inventory" -> ITEMS;
      case "user/sessions" -> SESSIONS;
      case "user/tills" -> TILLS;
      default -> 0;
    };
  }

  /// Those with the longest mailboxes.
  static List<ActorInfo> deepest(long step) {
    return busyOnes(step).stream()
        .filter(actor -> actor.depth() > 0)
        .sorted((a, b) -> Integer.compare(b.depth(), a.depth()))
        .limit(10)
        .toList();
  }

  /// Those with the longest turns.
  static List<ActorInfo> slowest(long step) {
    return busyOnes(step).stream()
        .filter(actor -> actor.turnNanos() >= 0)
        .sorted((a, b) -> Long.compare(b.turnNanos(), a.turnNanos()))
        .limit(10)
        .toList();
  }

  private static List<ActorInfo> busyOnes(long step) {
    List<ActorInfo> actors = new ArrayList<>();
    for (String path : SINGLES) {
      actors.add(info(path, step));
    }
    for (int i = 0; i < TILLS; i++) {
      actors.add(info(FAMILIES.getFirst().path(i), step));
    }
    return actors;
  }

  static Map<Occupant.Phase, Long> byState(long step) {
    Map<Occupant.Phase, Long> states = new LinkedHashMap<>();
    long running = 3 + step % 3;
    long scheduled = (long) new Wave(420, 300, 1).at(step);
    states.put(Occupant.Phase.RUNNING, running);
    states.put(Occupant.Phase.SCHEDULED, scheduled);
    states.put(Occupant.Phase.CLOSED, 12L);
    states.put(Occupant.Phase.IDLE, total() - running - scheduled - 12);
    return states;
  }
}
