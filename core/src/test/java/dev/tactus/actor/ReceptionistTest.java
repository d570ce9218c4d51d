package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.actor.SteppedSystem.Act;
import dev.tactus.mailbox.DeadLetterReason;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Actors are found by key, as long as they live.
@Requirement("A10")
final class ReceptionistTest {
  private static final ServiceKey<Act> KEY = ServiceKey.of(Act.class, "workers");
  private static final ServiceKey<Act> OTHER = ServiceKey.of(Act.class, "others");

  @Test
  void find_registered_givesThemInTheirOrderByKey() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = t.puppet("one");
      ActorRef<Act> two = t.puppet("two");
      Receptionist receptionist = t.system.receptionist();
      assertThat(receptionist.find(KEY)).isEmpty();
      receptionist.register(KEY, one);
      receptionist.register(KEY, two);
      receptionist.register(KEY, one);
      receptionist.register(OTHER, two);
      assertThat(receptionist.find(KEY)).containsExactly(one, two);
      assertThat(receptionist.find(OTHER)).containsExactly(two);
      receptionist.deregister(KEY, one);
      assertThat(receptionist.find(KEY)).containsExactly(two);
    }
  }

  @Test
  void find_whileNothingHasChanged_copiesNothing() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<List<ActorRef<Act>>> told = new ArrayList<>();
      ActorRef<Listing<Act>> subscriber =
          t.system.spawn("subscriber", () -> (ctx, listing) -> told.add(listing.actors()));
      Receptionist receptionist = t.system.receptionist();
      ActorRef<Act> one = t.puppet("one");
      ActorRef<Act> two = t.puppet("two");
      receptionist.register(KEY, one);
      List<ActorRef<Act>> first = receptionist.find(KEY);
      assertThat(receptionist.find(KEY)).isSameAs(first);
      receptionist.subscribe(KEY, subscriber);
      t.run();
      assertThat(told).singleElement().isSameAs(first);
      receptionist.register(KEY, two);
      assertThat(first).containsExactly(one);
      assertThat(receptionist.find(KEY)).containsExactly(one, two);
      receptionist.deregister(KEY, one);
      receptionist.deregister(KEY, two);
      assertThat(receptionist.find(KEY)).isEmpty();
    }
  }

  @Test
  void subscribe_manyEndsAtATime_areOneListing() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Integer> sizes = new ArrayList<>();
      ActorRef<Listing<Act>> subscriber =
          t.system.spawn("subscriber", () -> (ctx, listing) -> sizes.add(listing.actors().size()));
      Receptionist receptionist = t.system.receptionist();
      List<ActorRef<Act>> ending = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        ending.add(t.puppet("ending-" + i));
        receptionist.register(KEY, ending.getLast());
      }
      receptionist.register(KEY, t.puppet("staying"));
      receptionist.subscribe(KEY, subscriber);
      t.run();
      assertThat(sizes).containsExactly(101);
      ActorCell<?> watcher =
          (ActorCell<?>) t.system.tree().find("/system/receptionist").orElseThrow().ref();
      boolean isTold = watcher.enqueueSystem(new CellMessage.Suspend());
      ending.forEach(t.system::stop);
      t.run();
      assertThat(isTold).isTrue();
      assertThat(watcher.depth()).isEqualTo(100);
      boolean isResumed = watcher.enqueueSystem(new CellMessage.Resume(CellMessage.OF_ANOTHER));
      t.run();
      assertThat(isResumed).isTrue();
      assertThat(sizes).containsExactly(101, 1);
      receptionist.deregister(KEY, receptionist.find(KEY).getFirst());
      t.run();
      assertThat(sizes).containsExactly(101, 1, 0);
    }
  }

  @Test
  void subscribe_manyComeAtATime_areTwoListingsOfWhichTheLastHasAll() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Integer> sizes = new ArrayList<>();
      ActorRef<Listing<Act>> subscriber =
          t.system.spawn("subscriber", () -> (ctx, listing) -> sizes.add(listing.actors().size()));
      Receptionist receptionist = t.system.receptionist();
      receptionist.subscribe(KEY, subscriber);
      List<ActorRef<Act>> coming = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        coming.add(t.puppet("coming-" + i));
        receptionist.register(KEY, coming.getLast());
      }
      t.run();
      assertThat(sizes).containsExactly(0, 1, 1_000);
      for (ActorRef<Act> actor : coming) {
        receptionist.deregister(KEY, actor);
      }
      t.run();
      assertThat(sizes).containsExactly(0, 1, 1_000, 999, 0);
      receptionist.register(KEY, coming.getFirst());
      assertThat(((ActorCell<?>) subscriber).depth()).as("one alone comes at once").isEqualTo(1);
    }
  }

  @Test
  void subscribe_changeByWhoIsToldOfADeadLetter_isAnnouncedLast() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Receptionist receptionist = t.system.receptionist();
      ActorRef<Act> one = t.puppet("one");
      ActorRef<Listing<Act>> small =
          t.system.spawn(
              Props.<Listing<Act>>of(() -> (ctx, listing) -> {})
                  .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.FAIL)));
      List<Integer> sizes = new ArrayList<>();
      ActorRef<Listing<Act>> behind =
          t.system.spawn("behind", () -> (ctx, listing) -> sizes.add(listing.actors().size()));
      t.run();
      boolean isTold = ((ActorCell<?>) small).enqueueSystem(new CellMessage.Suspend());
      assertThat(isTold).isTrue();
      receptionist.subscribe(KEY, small); // which has no room for another listing
      receptionist.subscribe(KEY, behind);
      t.system.events().subscribe(DeadLetter.class, letter -> receptionist.deregister(KEY, one));
      receptionist.register(KEY, one);
      t.run();
      assertThat(receptionist.find(KEY)).isEmpty();
      assertThat(sizes).containsExactly(0, 1, 0);
    }
  }

  /// Throws once, where the first message of this type is sent or handled, as it happens where the
  /// stack ends.
  private static final class Breaking implements ActorObserver {
    private final String type;
    private final boolean whenHandled;
    private boolean isBroken;

    Breaking(String type, boolean whenHandled) {
      this.type = type;
      this.whenHandled = whenHandled;
    }

    private void look(Object message, boolean isHandled) {
      if (!isBroken
          && isHandled == whenHandled
          && message.getClass().getSimpleName().equals(type)) {
        isBroken = true;
        throw new IllegalStateException("on purpose");
      }
    }

    @Override
    public void sent(ActorRef<?> receiver, Object message) {
      look(message, false);
    }

    @Override
    public void handling(ActorRef<?> receiver, Object message) {
      look(message, true);
    }

    @Override
    public void handled(ActorRef<?> receiver, Object message) {}
  }

  @Test
  void register_watcherCannotBeTold_leavesNoEntryBehind() {
    try (SteppedSystem t =
        SteppedSystem.start(settings -> settings.withObserver(new Breaking("Watched", false)))) {
      Receptionist receptionist = t.system.receptionist();
      ActorRef<Act> one = t.puppet("one");
      assertThatThrownBy(() -> receptionist.register(KEY, one)).hasMessage("on purpose");
      assertThat(receptionist.find(KEY)).isEmpty();
      receptionist.register(KEY, one);
      assertThat(receptionist.find(KEY)).containsExactly(one);
      t.system.stop(one);
      t.run();
      assertThat(receptionist.find(KEY)).isEmpty();
    }
  }

  @Test
  void subscribe_watcherCannotBeTold_leavesNoSubscriptionBehind() {
    try (SteppedSystem t =
        SteppedSystem.start(settings -> settings.withObserver(new Breaking("Watched", false)))) {
      Receptionist receptionist = t.system.receptionist();
      List<Listing<Act>> told = new ArrayList<>();
      ActorRef<Listing<Act>> subscriber = t.collector("subscriber", told);
      assertThatThrownBy(() -> receptionist.subscribe(KEY, subscriber)).hasMessage("on purpose");
      receptionist.register(KEY, t.puppet("one"));
      t.run();
      assertThat(told).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void subscribe_announcementOfAnEndFails_nextOneHasBoth(boolean whenHandled) {
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withObserver(new Breaking("Announce", whenHandled)))) {
      Receptionist receptionist = t.system.receptionist();
      ActorRef<Act> one = t.puppet("one");
      ActorRef<Act> two = t.puppet("two");
      receptionist.register(KEY, one);
      receptionist.register(KEY, two);
      List<Integer> sizes = new ArrayList<>();
      receptionist.subscribe(
          KEY,
          t.system.spawn("subscriber", () -> (ctx, listing) -> sizes.add(listing.actors().size())));
      t.run();
      t.system.stop(one);
      t.run();
      assertThat(sizes).as("it could not be announced").containsExactly(2);
      t.system.stop(two);
      t.run();
      assertThat(sizes).containsExactly(2, 0);
    }
  }

  @Test
  @Requirement("A2")
  void subscribe_adapterOfAnActorThatRestarts_endsWithItsInstance() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<String> told = new ArrayList<>();
      AtomicInteger instances = new AtomicInteger();
      ActorRef<Object> actor =
          t.system.spawn("subscriber", () -> new Subscriber(instances.incrementAndGet(), told));
      t.system.receptionist().subscribe(KEY, actor);
      t.run();
      for (int i = 0; i < 3; i++) {
        actor.tell("fail");
        t.run();
      }
      actor.tell("more");
      t.run();
      assertThat(told)
          .containsExactlyInAnyOrder("itself: 0", "1: 0", "2: 0", "3: 0", "4: 0", "4: also 0");
      told.clear();
      t.system.receptionist().register(KEY, t.puppet("one"));
      t.run();
      assertThat(told).containsExactly("itself: 1", "4: 1", "4: also 1");
    }
  }

  /// Subscribes by an adapter with each instance, by another one with a message, and fails on
  /// demand.
  private record Subscriber(int number, List<String> told) implements Actor<Object> {
    @Override
    public void started(Context<Object> ctx) {
      subscribe(ctx, "");
    }

    private void subscribe(Context<Object> ctx, String word) {
      ctx.system()
          .receptionist()
          .subscribe(
              KEY,
              ctx.<Listing<Act>>adapter(listing -> number + ": " + word + listing.actors().size()));
    }

    @Override
    public void receive(Context<Object> ctx, Object message) {
      if (message.equals("fail")) {
        throw new IllegalStateException("broken");
      } else if (message.equals("more")) {
        subscribe(ctx, "also ");
      } else if (message instanceof Listing<?> listing) {
        told.add("itself: " + listing.actors().size());
      } else {
        told.add((String) message);
      }
    }
  }

  @Test
  void find_actorEnded_isGoneFromAllKeys() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = t.puppet("one");
      Receptionist receptionist = t.system.receptionist();
      receptionist.register(KEY, one);
      receptionist.register(OTHER, one);
      t.run();
      t.system.stop(one);
      t.run();
      assertThat(receptionist.find(KEY)).isEmpty();
      assertThat(receptionist.find(OTHER)).isEmpty();
    }
  }

  @Test
  void register_deadActor_isGoneAtOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = t.puppet("one");
      t.system.stop(one);
      t.run();
      t.system.receptionist().register(KEY, one);
      t.run();
      assertThat(t.system.receptionist().find(KEY)).isEmpty();
    }
  }

  @Test
  void find_severalAdaptersOfOneActor_areGoneWithIt() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ServiceKey<String> texts = ServiceKey.of(String.class, "texts");
      ActorRef<Act> owner = t.puppet("owner");
      t.run(
          owner,
          ctx -> {
            ctx.system().receptionist().register(texts, ctx.adapter(text -> c -> {}));
            ctx.system().receptionist().register(texts, ctx.adapter(text -> c -> {}));
          });
      assertThat(t.system.receptionist().find(texts)).hasSize(2);
      t.system.stop(owner);
      t.run();
      assertThat(t.system.receptionist().find(texts)).isEmpty();
    }
  }

  @Test
  void subscribe_changes_areToldInTheirOrderUntilUnsubscribed() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<List<ActorRef<Act>>> listings = new ArrayList<>();
      ActorRef<Listing<Act>> subscriber =
          t.system.spawn("subscriber", () -> (ctx, listing) -> listings.add(listing.actors()));
      ActorRef<Act> one = t.puppet("one");
      ActorRef<Act> two = t.puppet("two");
      Receptionist receptionist = t.system.receptionist();
      receptionist.subscribe(KEY, subscriber);
      receptionist.register(KEY, one);
      receptionist.register(KEY, two);
      receptionist.register(OTHER, two);
      t.run();
      t.system.stop(one);
      t.run();
      receptionist.unsubscribe(KEY, subscriber);
      receptionist.deregister(KEY, two);
      t.run();
      assertThat(listings)
          .containsExactly(List.of(), List.of(one), List.of(one, two), List.of(two));
    }
  }

  @Test
  void subscribe_subscriberEnded_isToldNoMore() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Listing<Act>> subscriber = t.system.spawn("subscriber", () -> (ctx, listing) -> {});
      t.system.receptionist().subscribe(KEY, subscriber);
      t.run();
      t.system.stop(subscriber);
      t.system.receptionist().register(OTHER, t.puppet("other"));
      t.system.receptionist().register(KEY, t.puppet("in-between"));
      t.run();
      t.system.receptionist().register(KEY, t.puppet("one"));
      t.run();
      assertThat(t.events(DeadLetter.class)).isEmpty();
    }
  }

  @Test
  void register_addressOfAnAnswer_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> asked = t.puppet("asked");
      ServiceKey<String> key = ServiceKey.of(String.class, "answers");
      assertThatThrownBy(
              () ->
                  asked.<String>ask(
                      replyTo -> {
                        t.system.receptionist().register(key, replyTo);
                        return ctx -> {};
                      },
                      Duration.ofSeconds(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cannot be registered");
    }
  }

  @Test
  @Requirement("D1")
  void listings_ofAnActorThatEnded_comeInTheOrderOfItsRegistrations() {
    List<ServiceKey<?>> told = new ArrayList<>();
    List<ServiceKey<?>> expected = new ArrayList<>();
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> one = t.puppet("one");
      ActorRef<Listing<Act>> observer =
          t.system.spawn("observer", () -> (ctx, listing) -> told.add(listing.key()));
      for (int i = 0; i < 50; i++) {
        ServiceKey<Act> key = ServiceKey.of(Act.class, "key " + i);
        expected.add(key);
        t.system.receptionist().register(key, one);
        t.system.receptionist().subscribe(key, observer);
      }
      t.run();
      told.clear();
      t.system.stop(one);
      t.run();
      assertThat(told).isEqualTo(expected);
    }
  }

  @Test
  @Timeout(60)
  void actors_byTheHundredThousandUnderOneKey_endWithoutALookAtEachOther() {
    int count = 200_000;
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Act> parent = t.puppet("parent");
      t.run(
          parent,
          ctx -> {
            for (int i = 0; i < count; i++) {
              ctx.system().receptionist().register(KEY, ctx.spawn(() -> (c, act) -> {}));
            }
          });
      assertThat(t.system.receptionist().find(KEY)).hasSize(count);
      t.system.stop(parent);
      t.run();
      assertThat(t.system.receptionist().find(KEY)).isEmpty();
    }
  }

  @Test
  void subscribe_listingLostToAFullMailbox_isADeadLetter() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Receptionist receptionist = t.system.receptionist();
      List<Integer> sizes = new ArrayList<>();
      ActorRef<Listing<Act>> subscriber =
          t.system.spawn(
              Props.<Listing<Act>>of(() -> (ctx, listing) -> sizes.add(listing.actors().size()))
                  .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.DROP_NEW)));
      t.run();
      receptionist.subscribe(KEY, subscriber);
      receptionist.register(KEY, t.puppet("one")); // there is no room for this listing
      t.run();
      assertThat(sizes).containsExactly(0);
      assertThat(t.deadLetters(DeadLetterReason.OVERFLOW))
          .singleElement()
          .isInstanceOf(Listing.class);
      t.system.stop(subscriber);
      t.run();
      receptionist.register(KEY, t.puppet("two"));
      assertThat(t.events(DeadLetter.class)).as("nobody reads it").hasSize(1);
    }
  }

  @Test
  void register_deadLetterTakesASubscriptionBack_goesOn() {
    try (SteppedSystem t = SteppedSystem.start()) {
      Receptionist receptionist = t.system.receptionist();
      t.system
          .events()
          .subscribe(DeadLetter.class, letter -> receptionist.unsubscribe(KEY, letter.recipient()));
      Props<Listing<Act>> small =
          Props.<Listing<Act>>of(() -> (ctx, listing) -> {})
              .withMailbox(MailboxSettings.bounded(1, OverflowStrategy.FAIL));
      for (int i = 0; i < 3; i++) {
        receptionist.subscribe(KEY, t.system.spawn(small));
      }
      ActorRef<Act> one = t.puppet("one");
      receptionist.register(KEY, one);
      assertThat(t.deadLetters(DeadLetterReason.OVERFLOW)).hasSize(3);
      t.run();
      t.system.stop(one);
      t.run();
      assertThat(receptionist.find(KEY)).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = OverflowStrategy.class,
      names = {"DROP_NEW", "DROP_HEAD", "DEAD_LETTER", "FAIL"})
  void register_moreThanADefaultMailboxTakes_areAnnouncedAndForgotten(OverflowStrategy overflow) {
    MailboxSettings small = MailboxSettings.bounded(8, overflow);
    try (SteppedSystem t =
        SteppedSystem.start(s -> s.withMailbox(SystemSettings.DEFAULT_MAILBOX, small))) {
      Receptionist receptionist = t.system.receptionist();
      List<Integer> sizes = new ArrayList<>();
      Props<Listing<Act>> noting =
          Props.of(() -> (ctx, listing) -> sizes.add(listing.actors().size()));
      receptionist.subscribe(
          KEY, t.system.spawn("subscriber", noting.withMailbox(MailboxSettings.unbounded())));
      List<ActorRef<Act>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        all.add(t.puppet("one-" + i));
        receptionist.register(KEY, all.getLast());
      }
      t.run();
      assertThat(sizes).as("of 20").endsWith(20);
      all.forEach(t.system::stop);
      t.run();
      assertThat(receptionist.find(KEY)).as("when all have ended").isEmpty();
      assertThat(sizes).as("when all have ended").endsWith(0);
    }
  }
}
