package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.actor.router.Routers;
import dev.tactus.actor.router.Routing;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Routers: pools and groups, and whom a message goes to.
@Requirement("A9")
final class RouterTest {
  /// Who got what, by the name of the routee.
  private final Map<String, List<String>> got = new TreeMap<>();

  private Props<String> routee() {
    return Props.of(
        () ->
            (ctx, text) -> {
              if (text.equals("stop")) {
                ctx.stop();
              } else {
                got.computeIfAbsent(ctx.path().name(), any -> new ArrayList<>()).add(text);
              }
            });
  }

  private ActorRef<String> routee(SteppedSystem t, String name) {
    return t.system.spawn(name, routee());
  }

  private static void tellAll(ActorRef<String> router, String... texts) {
    for (String text : texts) {
      router.tell(text);
    }
  }

  @Test
  void pool_roundRobin_takesTurns() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> router =
          t.system.spawn("pool", Routers.pool(3, routee(), Routing.roundRobin()));
      tellAll(router, "a", "b", "c", "d");
      t.run();
      assertThat(got)
          .isEqualTo(
              Map.of(
                  "routee-1", List.of("a", "d"),
                  "routee-2", List.of("b"),
                  "routee-3", List.of("c")));
    }
  }

  @Test
  void pool_broadcast_tellsAll() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> router =
          t.system.spawn("pool", Routers.pool(3, routee(), Routing.broadcast()));
      tellAll(router, "a", "b");
      t.run();
      assertThat(got)
          .hasSize(3)
          .allSatisfy((name, texts) -> assertThat(texts).containsExactly("a", "b"));
    }
  }

  @Test
  void pool_routeeEnds_othersGoOnAndTheLastEndsThePool() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> router =
          t.system.spawn("pool", Routers.pool(2, routee(), Routing.roundRobin()));
      tellAll(router, "stop");
      t.run();
      tellAll(router, "a", "b");
      t.run();
      assertThat(got).isEqualTo(Map.of("routee-2", List.of("a", "b")));
      tellAll(router, "stop");
      t.run();
      assertThat(t.hasEnded(router)).isTrue();
    }
  }

  @Test
  void pool_stopped_endsItsRouteesFirst() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> router =
          t.system.spawn("pool", Routers.pool(3, routee(), Routing.roundRobin()));
      t.run();
      t.system.stop(router);
      t.run();
      List<ActorEvent.Stopped> ends = t.events(ActorEvent.Stopped.class);
      assertThat(ends).hasSize(4);
      assertThat(ends.getLast().actor()).isEqualTo(router);
    }
  }

  @Test
  void pool_withoutRoutees_isRefused() {
    assertThatThrownBy(() -> Routers.pool(0, routee(), Routing.roundRobin()))
        .hasMessageContaining("A pool of 0 routees");
  }

  @Test
  void group_sender_isPassedOn() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Object> senders = new ArrayList<>();
      ActorRef<Act> from = t.puppet("from");
      ActorRef<String> one =
          t.system.spawn("one", () -> (ctx, text) -> senders.add(ctx.sender().orElseThrow()));
      ActorRef<String> router =
          t.system.spawn("group", Routers.group(List.of(one), Routing.roundRobin()));
      router.tell("hello", from);
      t.run();
      assertThat(senders).containsExactly(from);
    }
  }

  @Test
  void group_allEnded_messagesAreDeadLetters() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> one = routee(t, "one");
      ActorRef<String> router =
          t.system.spawn("group", Routers.group(List.of(one), Routing.roundRobin()));
      t.run();
      t.system.stop(one);
      t.run();
      router.tell("lost");
      t.run();
      assertThat(t.deadLetters(DeadLetterReason.NO_RECIPIENT)).containsExactly("lost");
      assertThat(t.system.deadLetters(DeadLetterReason.NO_RECIPIENT)).isEqualTo(1);
    }
  }

  @Test
  void group_byKey_followsTheReceptionist() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ServiceKey<String> key = ServiceKey.of(String.class, "printers");
      ActorRef<String> router = t.system.spawn("group", Routers.group(key, Routing.broadcast()));
      ActorRef<String> one = routee(t, "one");
      ActorRef<String> two = routee(t, "two");
      t.system.receptionist().register(key, one);
      t.run();
      router.tell("a");
      t.run();
      t.system.receptionist().register(key, two);
      t.run();
      router.tell("b");
      t.run();
      t.system.stop(one);
      t.run();
      router.tell("c");
      t.run();
      assertThat(got).isEqualTo(Map.of("one", List.of("a", "b"), "two", List.of("b", "c")));
    }
  }

  @Test
  void group_byKey_knowsWhoWasRegisteredBeforeItsFirstMessage() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ServiceKey<String> key = ServiceKey.of(String.class, "printers");
      t.system.receptionist().register(key, routee(t, "one"));
      ActorRef<String> router = t.system.spawn("group", Routers.group(key, Routing.broadcast()));
      router.tell("a");
      t.run();
      assertThat(got).isEqualTo(Map.of("one", List.of("a")));
    }
  }

  @Test
  void consistentHash_sameKey_sameRoutee() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> router =
          t.system.spawn(
              "pool", Routers.pool(5, routee(), Routing.consistentHash(text -> text.charAt(0))));
      for (int round = 0; round < 3; round++) {
        for (char key = 'a'; key <= 'z'; key++) {
          router.tell(key + "-" + round);
        }
      }
      t.run();
      Map<Character, String> owners = new HashMap<>();
      got.forEach(
          (name, texts) ->
              texts.forEach(
                  text -> {
                    String before = owners.put(text.charAt(0), name);
                    assertThat(before).isIn(null, name);
                  }));
      assertThat(owners).hasSize(26);
      assertThat(got).as("routees in use").hasSizeGreaterThan(2);
    }
  }

  @Test
  void consistentHash_routeeEnds_onlyItsKeysMove() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> router =
          t.system.spawn("pool", Routers.pool(5, routee(), Routing.consistentHash(text -> text)));
      Map<String, String> before = owners(t, router);
      assertThat(got.values()).allSatisfy(keys -> assertThat(keys).hasSizeBetween(100, 320));
      String ended = "routee-1";
      ActorRef<?> first = ((ActorCell<?>) router).annex().children.all().getFirst();
      assertThat(first.path().name()).isEqualTo(ended);
      t.system.stop(first);
      t.run();
      Map<String, String> after = owners(t, router);
      before.forEach(
          (k, owner) -> {
            if (!owner.equals(ended)) {
              assertThat(after.get(k)).isEqualTo(owner);
            } else {
              assertThat(after.get(k)).isNotEqualTo(ended);
            }
          });
    }
  }

  private Map<String, String> owners(SteppedSystem t, ActorRef<String> router) {
    got.clear();
    for (int i = 0; i < 1_000; i++) {
      router.tell("key " + i);
    }
    t.run();
    Map<String, String> owners = new HashMap<>();
    got.forEach((name, keys) -> keys.forEach(key -> owners.put(key, name)));
    assertThat(owners).hasSize(1_000);
    return owners;
  }

  @Test
  void smallestMailbox_busyRoutee_isSpared() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> busy = routee(t, "busy");
      ActorRef<String> idle = routee(t, "idle");
      ActorRef<String> router =
          t.system.spawn("group", Routers.group(List.of(busy, idle), Routing.smallestMailbox()));
      t.run();
      ActorCell<?> cell = (ActorCell<?>) busy;
      boolean isTold = cell.enqueueSystem(new CellMessage.Suspend());
      assertThat(isTold).isTrue();
      tellAll(busy, "1", "2", "3");
      t.run();
      assertThat(t.system.mailboxDepth(busy)).isEqualTo(3);
      tellAll(router, "a", "b");
      t.run();
      assertThat(got).isEqualTo(Map.of("idle", List.of("a", "b")));
      boolean isResumed = cell.enqueueSystem(new CellMessage.Resume(CellMessage.OF_ANOTHER));
      assertThat(isResumed).isTrue();
      t.run();
      assertThat(got.get("busy")).containsExactly("1", "2", "3");
    }
  }

  /// An actor that is suspended, with so many messages in its mailbox.
  private ActorRef<String> stuck(SteppedSystem t, String name, int waiting) {
    ActorRef<String> made = routee(t, name);
    t.run();
    boolean isTold = ((ActorCell<?>) made).enqueueSystem(new CellMessage.Suspend());
    assertThat(isTold).isTrue();
    for (int i = 0; i < waiting; i++) {
      made.tell("before");
    }
    return made;
  }

  @Test
  void smallestMailbox_longMailboxesEverywhere_takesTurnsWithoutCountingThem() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> one = stuck(t, "one", 200);
      ActorRef<String> two = stuck(t, "two", 64);
      ActorRef<String> three = stuck(t, "three", 100);
      ActorRef<String> router =
          t.system.spawn(
              "group", Routers.group(List.of(one, two, three), Routing.smallestMailbox()));
      tellAll(router, "a", "b", "c", "d");
      t.run();
      assertThat(List.of(one, two, three))
          .extracting(t.system::mailboxDepth)
          .containsExactly(202, 65, 101);
      assertThat(t.system.mailboxDepth(one, 5)).isEqualTo(5);
    }
  }

  @Test
  void smallestMailbox_emptyMailboxes_takeTurns() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> router =
          t.system.spawn("pool", Routers.pool(2, routee(), Routing.smallestMailbox()));
      for (String text : List.of("a", "b", "c")) {
        router.tell(text);
        t.run();
      }
      assertThat(got).isEqualTo(Map.of("routee-1", List.of("a", "c"), "routee-2", List.of("b")));
    }
  }

  @Test
  void smallestMailbox_fewerThanTheLimit_isFoundWhereverTheLookBegins() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> one = stuck(t, "one", 9);
      ActorRef<String> two = stuck(t, "two", 3);
      ActorRef<String> three = stuck(t, "three", 7);
      ActorRef<String> router =
          t.system.spawn(
              "group", Routers.group(List.of(one, two, three), Routing.smallestMailbox()));
      tellAll(router, "a", "b", "c", "d");
      t.run();
      assertThat(List.of(one, two, three))
          .extracting(t.system::mailboxDepth)
          .containsExactly(9, 7, 7);
    }
  }

  @Test
  void route_keyFails_routerAndRouteesGoOn() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> router =
          t.system.spawn(
              "pool", Routers.pool(2, routee(), Routing.consistentHash(text -> text.charAt(3))));
      tellAll(router, "abc", "abcd");
      t.run();
      assertThat(t.events(ActorEvent.Failed.class)).hasSize(1);
      assertThat(got.values()).containsExactly(List.of("abcd"));
      assertThat(t.events(ActorEvent.Stopped.class)).isEmpty();
    }
  }

  @Test
  @Requirement("M3.2")
  void broadcast_toARouteeThatIsFullAndFails_reachesTheOthers() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> full =
          t.system.spawn(
              "full", routee().withMailbox(MailboxSettings.bounded(1, OverflowStrategy.FAIL)));
      t.run();
      List<String> heard = new ArrayList<>();
      ActorRef<String> other = t.collector("other", heard);
      ActorRef<String> router =
          t.system.spawn("router", Routers.group(List.of(full, other), Routing.broadcast()));
      tellAll(router, "a", "b", "c", "d");
      t.run();
      assertThat(heard).containsExactly("a", "b", "c", "d");
      List<Object> all = new ArrayList<>(t.deadLetters(DeadLetterReason.OVERFLOW));
      assertThat(all).as("there was no room for some").isNotEmpty();
      all.addAll(got.getOrDefault("full", List.of()));
      assertThat(all).containsExactlyInAnyOrder("a", "b", "c", "d");
      assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
    }
  }

  @Test
  void group_withARouteeNamedTwice_leavesItOutAltogetherWhenItEnds() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> twice = routee(t, "twice");
      ActorRef<String> once = routee(t, "once");
      ActorRef<String> router =
          t.system.spawn("r", Routers.group(List.of(twice, twice, once), Routing.roundRobin()));
      t.run();
      t.system.stop(twice);
      t.run();
      tellAll(router, "a", "b", "c");
      t.run();
      assertThat(got).isEqualTo(Map.of("once", List.of("a", "b", "c")));
    }
  }

  @Test
  void consistentHash_pathsWithTheSameHashCode_allGetKeys() {
    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    try (SteppedSystem t = SteppedSystem.start()) {
      List<ActorRef<String>> routees = List.of(routee(t, "Aa"), routee(t, "BB"));
      ActorRef<String> router =
          t.system.spawn("r", Routers.group(routees, Routing.consistentHash(text -> text)));
      Map<String, String> unused = owners(t, router);
      assertThat(got).hasSize(2);
      assertThat(got.values()).allSatisfy(keys -> assertThat(keys).hasSizeBetween(400, 600));
    }
  }

  @Test
  void consistentHash_manyRoutees_allGetKeys() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<ActorRef<String>> routees = new ArrayList<>();
      for (int i = 0; i < 600; i++) {
        routees.add(t.system.spawn(routee()));
      }
      ActorRef<String> router =
          t.system.spawn("r", Routers.group(routees, Routing.consistentHash(text -> text)));
      for (int i = 0; i < 60_000; i++) {
        router.tell("key " + i);
      }
      t.run();
      assertThat(got).hasSize(600);
    }
  }

  @Test
  void consistentHash_adaptersOfOneActor_allGetKeys() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<ActorRef<String>> routees = new ArrayList<>();
      t.run(
          t.puppet("owner"),
          ctx -> {
            for (String name : List.of("one", "two")) {
              routees.add(
                  ctx.adapter(
                      text -> c -> got.computeIfAbsent(name, any -> new ArrayList<>()).add(text)));
            }
          });
      ActorRef<String> router =
          t.system.spawn("r", Routers.group(routees, Routing.consistentHash(text -> text)));
      Map<String, String> unused = owners(t, router);
      assertThat(got.keySet()).containsExactly("one", "two");
      assertThat(got.values()).allSatisfy(keys -> assertThat(keys).hasSizeBetween(400, 600));
    }
  }

  @Test
  void smallestMailbox_routeeHasEndedButItsNoticeWaits_isSpared() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<String> ended = routee(t, "ended");
      ActorRef<String> alive = routee(t, "alive");
      ActorRef<String> router =
          t.system.spawn("group", Routers.group(List.of(ended, alive), Routing.smallestMailbox()));
      t.run();
      ActorCell<?> cell = (ActorCell<?>) router;
      boolean isTold = cell.enqueueSystem(new CellMessage.Suspend());
      assertThat(isTold).isTrue();
      tellAll(router, "a", "b");
      t.system.stop(ended);
      t.run();
      assertThat(t.system.hasEnded(ended)).isTrue();
      assertThat(t.system.hasEnded(alive)).isFalse();
      boolean isResumed = cell.enqueueSystem(new CellMessage.Resume(CellMessage.OF_ANOTHER));
      assertThat(isResumed).isTrue();
      t.run();
      assertThat(got).isEqualTo(Map.of("alive", List.of("a", "b")));
      assertThat(t.events(DeadLetter.class)).isEmpty();
    }
  }

  /// Each change of the routees would make a ring of 128 places for each of them.
  @Test
  void consistentHash_manyRouteesEndAtATime_makesARingForMessagesOnly() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (SteppedSystem t = SteppedSystem.start()) {
      List<ActorRef<String>> routees = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        routees.add(routee(t, "routee-" + i));
      }
      ActorRef<String> router =
          t.system.spawn(
              "group", Routers.group(routees, Routing.consistentHash(text -> text.length())));
      t.run();
      routees.subList(1, routees.size()).forEach(t.system::stop);
      long before = threads.getCurrentThreadAllocatedBytes();
      t.run();
      assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000_000);
      tellAll(router, "a", "bb");
      t.run();
      assertThat(got).isEqualTo(Map.of("routee-0", List.of("a", "bb")));
    }
  }

  @Test
  void consistentHash_messageWithoutAKey_isADeadLetter() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Routing<String> routing =
          Routing.consistentHash(text -> text.isEmpty() ? null : text.charAt(0));
      ActorRef<String> router = t.system.spawn("pool", Routers.pool(2, routee(), routing));
      tellAll(router, "", "a");
      t.run();
      assertThat(t.deadLetters(DeadLetterReason.NO_RECIPIENT)).containsExactly("");
      assertThat(t.events(ActorEvent.Failed.class)).isEmpty();
      assertThat(got.values()).containsExactly(List.of("a"));
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what is missing
  void group_withoutRouting_isRefused() {
    ServiceKey<String> key = ServiceKey.of(String.class, "printers");
    assertThatThrownBy(() -> Routers.<String>group(List.of(), null))
        .hasMessageContaining("routing");
    assertThatThrownBy(() -> Routers.group(key, null)).hasMessageContaining("routing");
  }

  @Test
  void pool_routeeCannotBeMade_endsThePool() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Props<String> impossible = routee().withDispatcher("nowhere");
      ActorRef<String> router =
          t.system.spawn("pool", Routers.pool(3, impossible, Routing.roundRobin()));
      router.tell("a");
      t.run();
      assertThat(t.hasEnded(router)).isTrue();
      assertThat(t.deadLetters(DeadLetterReason.SHUTDOWN)).containsExactly("a");
    }
  }

  @Test
  void group_ownerOfTwoRouteesEnds_leavesBothOut() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> owner = t.puppet("owner");
      List<ActorRef<String>> routees = new ArrayList<>();
      t.run(
          owner,
          ctx -> {
            routees.add(ctx.adapter(text -> c -> {}));
            routees.add(ctx.adapter(text -> c -> {}));
          });
      routees.add(routee(t, "alive"));
      ActorRef<String> router = t.system.spawn("r", Routers.group(routees, Routing.roundRobin()));
      t.run();
      t.system.stop(owner);
      t.run();
      tellAll(router, "a", "b", "c");
      t.run();
      assertThat(got).isEqualTo(Map.of("alive", List.of("a", "b", "c")));
    }
  }
}
