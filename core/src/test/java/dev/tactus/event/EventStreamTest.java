package dev.tactus.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Events reach who wants them, and nobody can disturb anybody.
@Requirement("S5.3")
final class EventStreamTest {
  private sealed interface Fruit extends RuntimeEvent {}

  private record Apple(int number) implements Fruit {}

  private record Pear(int number) implements Fruit {}

  private record Stone(int number) implements RuntimeEvent {}

  private final EventStream stream = new EventStream();
  private final List<RuntimeEvent> seen = new ArrayList<>();

  @Test
  void subscribe_toAType_getsThatTypeAndItsSubtypesInOrder() {
    List<Fruit> fruit = new ArrayList<>();
    List<Apple> apples = new ArrayList<>();
    stream.subscribe(RuntimeEvent.class, seen::add);
    stream.subscribe(Fruit.class, fruit::add);
    stream.subscribe(Apple.class, apples::add);
    stream.publish(new Apple(1));
    stream.publish(new Stone(2));
    stream.publish(new Pear(3));
    assertThat(seen).containsExactly(new Apple(1), new Stone(2), new Pear(3));
    assertThat(fruit).containsExactly(new Apple(1), new Pear(3));
    assertThat(apples).containsExactly(new Apple(1));
  }

  @Test
  void close_ofASubscription_endsThatOneOnly() {
    List<RuntimeEvent> other = new ArrayList<>();
    Subscription first = stream.subscribe(Apple.class, seen::add);
    stream.subscribe(Apple.class, other::add);
    stream.publish(new Apple(1));
    first.close();
    first.close();
    stream.publish(new Apple(2));
    assertThat(seen).containsExactly(new Apple(1));
    assertThat(other).containsExactly(new Apple(1), new Apple(2));
  }

  @Test
  void subscribeAndLeave_duringADelivery_doNotDisturbIt() {
    Subscription[] self = new Subscription[1];
    self[0] =
        stream.subscribe(
            Apple.class,
            apple -> {
              seen.add(apple);
              self[0].close();
              stream.subscribe(Apple.class, later -> seen.add(new Pear(later.number)));
            });
    stream.publish(new Apple(1));
    stream.publish(new Apple(2));
    assertThat(seen).containsExactly(new Apple(1), new Pear(2));
  }

  @Test
  void subscriber_thatThrows_isReportedAndTheOthersGetTheEvent() {
    IllegalStateException error = new IllegalStateException("bad apple");
    stream.subscribe(
        Apple.class,
        apple -> {
          throw error;
        });
    stream.subscribe(Apple.class, seen::add);
    stream.subscribe(SubscriberFailed.class, seen::add);
    stream.publish(new Apple(1));
    assertThat(seen)
        .containsExactlyInAnyOrder(new Apple(1), new SubscriberFailed(new Apple(1), error));
    stream.publish(new Apple(2));
    assertThat(seen).as("it stays subscribed").hasSize(4);
  }

  @Test
  void subscriber_thatFailsOnEverything_doesNotGoRoundInCircles() {
    stream.subscribe(
        RuntimeEvent.class,
        event -> {
          seen.add(event);
          throw new IllegalStateException("one");
        });
    stream.subscribe(
        RuntimeEvent.class,
        event -> {
          seen.add(event);
          throw new IllegalStateException("two");
        });
    stream.publish(new Apple(1));
    // Each gets the apple, and hears once of the other's failure with it.
    assertThat(seen).hasSize(4).filteredOn(SubscriberFailed.class::isInstance).hasSize(2);
  }

  @Test
  void executorSubscriber_runsWhereItSaid_andItsFailuresAreReported() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    IllegalStateException error = new IllegalStateException("later");
    stream.subscribe(Apple.class, tasks::add, seen::add);
    stream.subscribe(
        Pear.class,
        tasks::add,
        pear -> {
          throw error;
        });
    stream.subscribe(SubscriberFailed.class, seen::add);
    stream.publish(new Apple(1));
    stream.publish(new Pear(2));
    assertThat(seen).isEmpty();
    tasks.remove().run();
    assertThat(seen).containsExactly(new Apple(1));
    tasks.remove().run();
    assertThat(seen).last().isEqualTo(new SubscriberFailed(new Pear(2), error));
  }

  @Test
  void executor_thatRefuses_isReportedAsAFailureOfTheSubscriber() {
    RejectedExecutionException refusal = new RejectedExecutionException("closed");
    stream.subscribe(
        Apple.class,
        task -> {
          throw refusal;
        },
        seen::add);
    stream.subscribe(SubscriberFailed.class, seen::add);
    stream.publish(new Apple(1));
    assertThat(seen).containsExactly(new SubscriberFailed(new Apple(1), refusal));
  }

  @Test
  void vmError_ofASubscriber_isPassedOnToThePublisher() {
    OutOfMemoryError error = new OutOfMemoryError("a test");
    stream.subscribe(
        Apple.class,
        apple -> {
          throw error;
        });
    stream.subscribe(SubscriberFailed.class, seen::add);
    assertThatThrownBy(() -> stream.publish(new Apple(1))).isSameAs(error);
    assertThat(seen).isEmpty();
  }

  @Test
  void wants_isTrueWhileSomebodySubscribedToTheTypeOrASupertype() {
    assertThat(stream.wants(Apple.class)).isFalse();
    Subscription fruit = stream.subscribe(Fruit.class, seen::add);
    assertThat(stream.wants(Apple.class)).isTrue();
    assertThat(stream.wants(Fruit.class)).isTrue();
    assertThat(stream.wants(Stone.class)).isFalse();
    assertThat(stream.wants(RuntimeEvent.class)).as("nobody wants all of them").isFalse();
    fruit.close();
    assertThat(stream.wants(Apple.class)).isFalse();
  }

  @Test
  void onChange_closed_tellsNoMoreAndLeavesTheOthers() {
    List<String> told = new ArrayList<>();
    Runnable watcher = () -> told.add("told");
    Subscription first = stream.onChange(watcher);
    Subscription second = stream.onChange(watcher);
    told.clear();
    first.close();
    first.close();
    Subscription unused = stream.subscribe(Apple.class, apple -> {});
    assertThat(told).hasSize(1);
    second.close();
    unused.close();
    assertThat(told).hasSize(1);
  }

  @Test
  void onChange_tellsNowAndAfterEveryChange() {
    List<Boolean> answers = new ArrayList<>();
    stream.onChange(() -> answers.add(stream.wants(Apple.class)));
    Subscription apples = stream.subscribe(Apple.class, seen::add);
    stream.subscribe(Stone.class, seen::add);
    apples.close();
    assertThat(answers).containsExactly(false, true, true, false);
  }

  @Test
  void publish_withoutSubscribers_doesNothing() {
    stream.publish(new Apple(1));
    stream.subscribe(Apple.class, seen::add);
    assertThat(seen).as("nothing is kept").isEmpty();
  }

  @Test
  void subscribe_withoutAnArgument_isRefused() {
    assertThatThrownBy(() -> stream.subscribe(unchecked(null), seen::add))
        .hasMessageStartingWith("type: ");
    assertThatThrownBy(() -> stream.subscribe(Apple.class, unchecked(null), seen::add))
        .hasMessageStartingWith("executor: ");
    assertThatThrownBy(() -> stream.subscribe(Apple.class, unchecked(null)))
        .hasMessageStartingWith("consumer: ");
  }

  /// Lets a null through to where it is checked at run time.
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T unchecked(@Nullable T value) {
    return value;
  }

  @Test
  void publish_null_isRefusedAndNotCounted() {
    assertThatThrownBy(() -> stream.publish(unchecked(null))).hasMessageStartingWith("event: ");
    assertThatThrownBy(() -> stream.onChange(unchecked(null))).hasMessageStartingWith("watcher: ");
    stream.subscribe(Apple.class, seen::add); // would call every watcher
    assertThat(stream.published()).isZero();
  }

  @Test
  void close_byASubscriberThatIsCalledBefore_keepsTheEventFromTheOther() {
    Subscription[] other = new Subscription[1];
    stream.subscribe(Apple.class, apple -> other[0].close());
    other[0] = stream.subscribe(Apple.class, seen::add);
    stream.publish(new Apple(1));
    assertThat(seen).isEmpty();
  }

  @Test
  void close_whileTheEventWaitsForTheExecutor_keepsItFromTheSubscriber() {
    Queue<Runnable> waiting = new ArrayDeque<>();
    Subscription subscription = stream.subscribe(Apple.class, waiting::add, seen::add);
    stream.publish(new Apple(1));
    subscription.close();
    waiting.remove().run();
    assertThat(seen).isEmpty();
  }

  @Test
  void onChange_whoseFirstCallThrows_isNotWatched() {
    List<String> calls = new ArrayList<>();
    assertThatThrownBy(
            () ->
                stream.onChange(
                    () -> {
                      calls.add("called");
                      throw new IllegalStateException("watcher");
                    }))
        .hasMessage("watcher");
    stream.subscribe(Apple.class, seen::add);
    assertThat(calls).hasSize(1);
  }

  @Test
  void watcher_thatThrowsLater_disturbsNobody() {
    List<String> calls = new ArrayList<>();
    stream.onChange(
        () -> {
          calls.add("first");
          if (stream.subscribers() > 0) {
            throw new IllegalStateException("watcher");
          }
        });
    stream.onChange(() -> calls.add("second"));
    Subscription subscription = stream.subscribe(Apple.class, seen::add);
    assertThat(calls).containsExactly("first", "second", "first", "second");
    stream.publish(new Apple(1));
    assertThat(seen).containsExactly(new Apple(1));
    subscription.close();
    assertThat(calls).hasSize(6);
  }
}
