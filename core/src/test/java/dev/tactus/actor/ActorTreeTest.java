package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.dispatch.Occupant;
import dev.tactus.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

@Requirement("M4.4")
final class ActorTreeTest {
  private static final class Parent implements Actor<String> {
    @Override
    public void receive(Context<String> ctx, String name) {
      ActorRef<String> unused = ctx.spawn(name, () -> new Parent());
    }
  }

  private static List<String> names(ActorTree tree, ActorTree.Position from, int page) {
    List<String> names = new ArrayList<>();
    Optional<ActorTree.Position> at = Optional.of(from);
    while (at.isPresent()) {
      int[] left = {page};
      at =
          tree.walk(
              at.get(),
              view -> {
                names.add(String.join("/", view.path().names()));
                return --left[0] > 0;
              });
    }
    return names;
  }

  private static List<String> userNames(ActorTree tree, ActorTree.Position from, int page) {
    return names(tree, from, page).stream().filter(name -> name.startsWith("user")).toList();
  }

  @Test
  void walk_pagesOfAnySize_showsParentsFirstAndEachOnce() {
    try (VirtualSystem virtual = VirtualSystem.start()) {
      ActorRef<String> a = virtual.system.spawn("a", () -> new Parent());
      ActorRef<String> b = virtual.system.spawn("b", () -> new Parent());
      a.tell("a1");
      a.tell("a2");
      b.tell("b1");
      virtual.settle();
      ActorTree tree = virtual.system.tree();

      List<String> expected =
          List.of("user", "user/a", "user/a/a1", "user/a/a2", "user/b", "user/b/b1");
      for (int page = 1; page <= 7; page++) {
        assertThat(userNames(tree, tree.start(), page)).isEqualTo(expected);
      }
    }
  }

  @Test
  void walk_lastShownHasEnded_goesOnBehindIt() {
    try (VirtualSystem virtual = VirtualSystem.start()) {
      List<ActorRef<String>> all = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        all.add(
            i % 2 == 0
                ? virtual.system.spawn("n" + i, () -> new Parent())
                : virtual.system.spawn(() -> new Parent()));
      }
      virtual.settle();
      ActorTree tree = virtual.system.tree();
      Random random = new Random(5);
      List<ActorRef<?>> shown = new ArrayList<>();
      Optional<ActorTree.Position> at = tree.childrenOf("/user");
      while (at.isPresent()) {
        int[] left = {1 + random.nextInt(20)};
        at =
            tree.walk(
                at.get(),
                view -> {
                  shown.add(view.ref());
                  return --left[0] > 0;
                });
        for (int i = 0; i < 3; i++) {
          virtual.system.stop(shown.get(shown.size() - 1 - random.nextInt(shown.size())));
        }
        virtual.system.stop(shown.getLast());
        virtual.settle();
      }

      assertThat(shown).isEqualTo(all);
    }
  }

  @Test
  void childrenOf_anActor_showsOnlyThose() {
    try (VirtualSystem virtual = VirtualSystem.start()) {
      ActorRef<String> a = virtual.system.spawn("a", () -> new Parent());
      a.tell("a1");
      virtual.settle();
      ActorTree tree = virtual.system.tree();

      assertThat(names(tree, tree.childrenOf("tactus://virtual/user").orElseThrow(), 1))
          .containsExactly("user/a");
      assertThat(tree.childrenOf("/user/nobody")).isEmpty();
    }
  }

  @Test
  void find_byPathWithOrWithoutTheSystem_showsTheActor() {
    try (VirtualSystem virtual = VirtualSystem.start()) {
      ActorRef<String> named = virtual.system.spawn("till", () -> new Parent());
      ActorRef<String> unnamed = virtual.system.spawn(() -> new Parent());
      ActorRef<String> other = virtual.system.spawn(() -> new Parent());
      virtual.settle();
      ActorTree tree = virtual.system.tree();

      assertThat(tree.find("/user/till").orElseThrow().ref()).isSameAs(named);
      assertThat(tree.find(named.path().toString()).orElseThrow().ref()).isSameAs(named);
      assertThat(tree.find(unnamed.path().toString()).orElseThrow().ref()).isSameAs(unnamed);
      assertThat(tree.find(other.path().toString()).orElseThrow().ref()).isSameAs(other);
      assertThat(tree.find("/user/$")).isEmpty();
      assertThat(tree.find("/user/$zz")).isEmpty();
      assertThat(tree.find("tactus://other/user/till")).isEmpty();
    }
  }

  @Test
  void find_actorWithMessages_tellsDepthUpToTheLimit() {
    try (VirtualSystem virtual = VirtualSystem.start()) {
      ActorRef<String> busy = virtual.system.spawn("busy", () -> (ctx, text) -> {});
      virtual.settle();
      for (int i = 0; i < 10; i++) {
        busy.tell("x");
      }
      ActorView view = virtual.system.tree().find("/user/busy").orElseThrow();

      assertThat(view.depth(100)).isEqualTo(10);
      assertThat(view.depth(4)).isEqualTo(4);
      assertThat(view.phase()).isEqualTo(Occupant.Phase.SCHEDULED);
      assertThat(view.dispatcher()).isEqualTo("default");
      assertThat(view.children()).isZero();
      assertThat(view.turnNanos()).isEqualTo(-1);
      virtual.settle();
      assertThat(view.latestType()).isEqualTo("String");
      assertThat(view.depth(100)).isZero();
    }
  }
}
