package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Cancellable;
import org.apache.pekko.actor.DeadLetter;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.actor.SchedulerException;
import org.apache.pekko.event.Logging;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scala.concurrent.duration.FiniteDuration;

/// The scheduler of a real actor system, Pekko's and ours: messages to actors, its end, its
/// threads.
class SchedulerOnSystemTest {
  private static final Duration SOON = Duration.ofMillis(5);
  private static final Duration PERIOD = Duration.ofMillis(10);
  private static final FiniteDuration SOON_FINITE = FiniteDuration.apply(5, TimeUnit.MILLISECONDS);
  private static final FiniteDuration PERIOD_FINITE =
      FiniteDuration.apply(10, TimeUnit.MILLISECONDS);

  private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings("deprecation") // the old overloads have to work as well
  void messages_byEachOverload_arrive(SchedulerKind kind) throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(kind.line())) {
      ActorSystem system = running.system();
      Scheduler scheduler = system.scheduler();
      ActorRef actor = system.actorOf(Collecting.into(received));
      ActorRef none = ActorRef.noSender();
      scheduler.scheduleOnce(SOON, actor, "once", system.dispatcher(), none);
      assertThat(Waiting.next(received)).isEqualTo("once");
      scheduler.scheduleOnce(SOON_FINITE, actor, "finite", system.dispatcher(), none);
      assertThat(Waiting.next(received)).isEqualTo("finite");
      for (Cancellable repeated :
          new Cancellable[] {
            scheduler.scheduleAtFixedRate(SOON, PERIOD, actor, "x", system.dispatcher(), none),
            scheduler.scheduleAtFixedRate(
                SOON_FINITE, PERIOD_FINITE, actor, "x", system.dispatcher(), none),
            scheduler.scheduleWithFixedDelay(SOON, PERIOD, actor, "x", system.dispatcher(), none),
            scheduler.scheduleWithFixedDelay(
                SOON_FINITE, PERIOD_FINITE, actor, "x", system.dispatcher(), none),
            scheduler.schedule(SOON, PERIOD, actor, "x", system.dispatcher(), none),
            scheduler.schedule(SOON_FINITE, PERIOD_FINITE, actor, "x", system.dispatcher(), none),
            scheduler.schedule(SOON, PERIOD, () -> actor.tell("x", none), system.dispatcher()),
          }) {
        for (int i = 0; i < 3; i++) {
          assertThat(Waiting.next(received)).isEqualTo("x");
        }
        assertThat(repeated.cancel()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @Requirement("R3")
  void task_fatalErrorOnAnInlineContext_endsTheSystem(SchedulerKind kind) {
    try (RunningSystem running =
        RunningSystem.start(kind.line() + "\npekko.jvm-exit-on-fatal-error = off")) {
      ActorSystem system = running.system();
      Runnable broken =
          () -> {
            throw new NoClassDefFoundError("a class that is gone");
          };
      system.scheduler().scheduleOnce(SOON, broken, new InlineContext());

      Waiting.until(() -> system.whenTerminated().isCompleted());
    }
  }

  @ParameterizedTest
  @EnumSource
  void repeatedMessage_toAnActorThatIsGone_endsAfterOne(SchedulerKind kind)
      throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(kind.line())) {
      ActorSystem system = running.system();
      Scheduler scheduler = system.scheduler();
      ActorRef gone = system.actorOf(Collecting.into(new LinkedBlockingQueue<>()));
      gone.tell(PoisonPill.getInstance(), ActorRef.noSender());
      Waiting.until(() -> isTerminated(gone));
      system
          .getEventStream()
          .subscribe(system.actorOf(Collecting.into(received)), DeadLetter.class);
      var context = system.dispatcher();
      var none = ActorRef.noSender();
      scheduler.scheduleAtFixedRate(SOON, PERIOD, gone, "rate", context, none);
      scheduler.scheduleWithFixedDelay(SOON, PERIOD, gone, "delay", context, none);
      assertThat(((DeadLetter) Waiting.next(received)).recipient()).isEqualTo(gone);
      assertThat(((DeadLetter) Waiting.next(received)).recipient()).isEqualTo(gone);
      CountDownLatch after = new CountDownLatch(1);
      scheduler.scheduleOnce(Duration.ofMillis(80), after::countDown, context);
      Waiting.await(after);
      assertThat(received).isEmpty();
    }
  }

  @SuppressWarnings("deprecation") // what the scheduler itself looks at
  private static boolean isTerminated(ActorRef ref) {
    return ref.isTerminated();
  }

  @ParameterizedTest
  @EnumSource
  void repeatedTask_thatThrows_isLoggedByTheDispatcherAndEnds(SchedulerKind kind)
      throws InterruptedException {
    try (RunningSystem running = RunningSystem.start(kind.line(), "pekko.loglevel = OFF")) {
      ActorSystem system = running.system();
      system
          .getEventStream()
          .subscribe(system.actorOf(Collecting.into(received)), Logging.Error.class);
      AtomicInteger runs = new AtomicInteger();
      RuntimeException error = new IllegalArgumentException("wrong");
      system
          .scheduler()
          .scheduleAtFixedRate(
              SOON,
              PERIOD,
              () -> {
                runs.incrementAndGet();
                throw error;
              },
              system.dispatcher());
      assertThat(((Logging.Error) Waiting.next(received)).cause()).isSameAs(error);
      CountDownLatch after = new CountDownLatch(1);
      system.scheduler().scheduleOnce(Duration.ofMillis(80), after::countDown, system.dispatcher());
      Waiting.await(after);
      assertThat(runs).hasValue(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void scheduler_ofASystemThatHasEnded_isClosed(SchedulerKind kind) {
    ActorSystem system;
    try (RunningSystem running = RunningSystem.start(kind.line())) {
      system = running.system();
      system.scheduler().scheduleOnce(Duration.ofHours(1), () -> {}, system.dispatcher());
    }
    assertThatThrownBy(() -> system.scheduler().scheduleOnce(SOON, () -> {}, system.dispatcher()))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("cannot enqueue after timer shutdown")
        .hasCauseExactlyInstanceOf(SchedulerException.class);
  }

  @ParameterizedTest
  @EnumSource
  void thread_hasTheNameAndTheKindThatTheSystemGives(SchedulerKind kind) {
    for (boolean daemonic : new boolean[] {true, false}) {
      try (RunningSystem running =
          RunningSystem.start(kind.line(), "pekko.daemonic = " + (daemonic ? "on" : "off"))) {
        InlineContext context = new InlineContext();
        var threads = new LinkedBlockingQueue<Thread>();
        running
            .system()
            .scheduler()
            .scheduleOnce(SOON, () -> threads.add(Thread.currentThread()), context);
        Thread thread = Waiting.next(threads);
        assertThat(thread.getName()).matches("test-scheduler-\\d+");
        assertThat(thread.isDaemon()).isEqualTo(daemonic);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
