package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import dev.tactus.scheduler.RuntimeToolbox;
import dev.tactus.scheduler.SchedulerMetrics;
import dev.tactus.scheduler.SchedulerSettings;
import dev.tactus.time.Clock;
import dev.tactus.time.ClockKind;
import dev.tactus.time.InvalidDelayException;
import dev.tactus.time.driver.ExternalTickDriver;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The timers of questions: few have one, and none is late for it.
@Requirement("A5")
final class AskTimeoutsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TICK = Duration.ofMillis(10);

  /// A question that is answered, or not.
  record Question(ActorRef<Object> replyTo, boolean isAnswered) {}

  private static ActorRef<Question> oracle(ActorSystem system) {
    return system.spawn(
        "oracle",
        () ->
            (ctx, question) -> {
              if (question.isAnswered()) {
                question.replyTo().tell(new byte[1_000]);
              }
            });
  }

  private static CompletableFuture<Object> ask(
      ActorRef<Question> oracle, boolean isAnswered, Duration timeout) {
    return oracle.ask(replyTo -> new Question(replyTo, isAnswered), timeout);
  }

  private static SchedulerMetrics timers(SteppedSystem t) {
    return t.system.scheduler().metrics();
  }

  @Test
  void ask_thousandAnsweredAtOnce_haveOneTimerTogether() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> oracle = oracle(t.system);
      long before = timers(t).registered();
      for (int i = 0; i < 1_000; i++) {
        CompletableFuture<Object> unused = ask(oracle, true, SECOND);
      }
      t.advance(SECOND);
      assertThat(timers(t).registered() - before).isEqualTo(1);
      assertThat(timers(t).active()).isZero();
    }
  }

  @Test
  void ask_betweenTicks_failsNeitherEarlyNorMoreThanATickLate() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> oracle = oracle(t.system);
      CompletableFuture<Object> earlier = ask(oracle, false, SECOND);
      t.advance(Duration.ofMillis(3)); // the list has been begun, and is not checked yet
      CompletableFuture<Object> later = ask(oracle, false, SECOND);
      t.advance(Duration.ofMillis(996));
      assertThat(earlier).isNotDone();
      t.advance(Duration.ofMillis(3));
      assertThat(earlier).isCompletedExceptionally();
      assertThat(later).isNotDone();
      t.advance(Duration.ofMillis(8));
      assertThat(later).isCompletedExceptionally();
    }
  }

  /// The machine's clock, as far as anybody can tell; counts how often it is read, and may fail as
  /// if the stack had ended there, on behalf of the questions' timeouts.
  private static final class CountingClock implements Clock {
    long now;
    int readings;

    /// So many readings on their behalf later something happens, once; never below zero.
    int actsAfter = -1;

    /// What happens: it fails, as if the stack had ended there.
    Runnable act =
        () -> {
          throw new StackOverflowError("on purpose");
        };

    @Override
    public long nanos() {
      readings++;
      if (actsAfter >= 0 && isOfTimeouts() && actsAfter-- == 0) {
        act.run();
      }
      return now;
    }

    private static boolean isOfTimeouts() {
      String name = AskTimeouts.class.getName();
      return StackWalker.getInstance()
          .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(name)));
    }

    @Override
    public ClockKind kind() {
      return ClockKind.HOST;
    }
  }

  @Test
  void ask_manyInATick_rarelyReadTheClockAndFailNeitherEarlyNorMoreThanThreeTicksLate() {
    CountingClock clock = new CountingClock();
    ExternalTickDriver driver = ExternalTickDriver.create();
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withToolbox(() -> RuntimeToolbox.of(clock, driver)))) {
      ActorRef<Question> oracle = oracle(t.system);
      List<CompletableFuture<Object>> answers = new ArrayList<>();
      List<Long> asked = new ArrayList<>();
      int readings = 0;
      for (int i = 0; i < 1_000; i++) {
        clock.now += 100_000;
        long unused = driver.pump();
        asked.add(clock.now);
        int before = clock.readings;
        answers.add(ask(oracle, false, SECOND));
        readings += clock.readings - before;
      }
      assertThat(readings).isLessThan(400);
      long[] failed = new long[answers.size()];
      while (answers.stream().anyMatch(answer -> !answer.isDone())) {
        clock.now += 100_000;
        long unused = driver.pump();
        t.run();
        for (int i = 0; i < failed.length; i++) {
          if (failed[i] == 0 && answers.get(i).isDone()) {
            failed[i] = clock.now;
          }
        }
      }
      for (int i = 0; i < failed.length; i++) {
        assertThat(failed[i] - asked.get(i))
            .as("question %d", i)
            .isBetween(SECOND.toNanos(), SECOND.plus(TICK.multipliedBy(3)).toNanos());
      }
    }
  }

  @Test
  void ask_unansweredOnes_failInTheOrderInWhichTheyWereAsked() {
    try (SteppedSystem t = SteppedSystem.start(1, 1)) {
      ActorRef<Question> oracle = oracle(t.system);
      List<Integer> failed = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        int number = i;
        CompletableFuture<Object> unused =
            ask(oracle, i % 3 == 0, SECOND)
                .exceptionally(
                    error -> {
                      failed.add(number);
                      return error;
                    });
      }
      t.advance(SECOND.multipliedBy(2));
      assertThat(failed).containsExactly(1, 2, 4, 5, 7, 8);
    }
  }

  @Test
  void ask_shortTimeout_hasATimerOfItsOwnAtOnce() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> oracle = oracle(t.system);
      CompletableFuture<Object> answer = ask(oracle, false, TICK);
      t.advance(TICK);
      assertThat(answer).isCompletedExceptionally();
      assertThat(timers(t).active()).isZero();
    }
  }

  @Test
  void ask_answeredAfterTheCheck_freesTheTimer() {
    try (SteppedSystem t = SteppedSystem.start()) {
      List<Question> questions = new ArrayList<>();
      ActorRef<Question> slow = t.collector("slow", questions);
      CompletableFuture<Object> answer = ask(slow, true, SECOND);
      t.advance(TICK.multipliedBy(2));
      assertThat(timers(t).active()).isEqualTo(1);
      questions.getFirst().replyTo().tell("late, but in time");
      assertThat(answer).isCompletedWithValue("late, but in time");
      assertThat(timers(t).active()).isZero();
    }
  }

  @Test
  void ask_answeredAndChecked_keepsNothing() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> oracle = oracle(t.system);
      List<WeakReference<Object>> answers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        CompletableFuture<Object> unused =
            ask(oracle, true, SECOND)
                .thenAccept(bytes -> answers.add(new WeakReference<>(bytes)))
                .thenApply(nothing -> "");
        // Behind the others on the list, and checked with them.
        CompletableFuture<Object> open = ask(oracle, false, SECOND);
        assertThat(open).isNotDone();
      }
      t.advance(TICK.multipliedBy(2));
      assertThat(answers).hasSize(3);
      for (int attempt = 0; attempt < 50 && !isGone(answers); attempt++) {
        System.gc();
      }
      assertThat(isGone(answers)).isTrue();
    }
  }

  private static boolean isGone(List<WeakReference<Object>> references) {
    return references.stream().allMatch(reference -> reference.refersTo(null));
  }

  @Test
  @Requirement("S4.5")
  void ask_noRoomForTimers_failsInsteadOfWaitingForever() {
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withScheduler(SchedulerSettings.defaults().withSystemQuota(1)))) {
      ActorRef<Question> oracle = oracle(t.system);
      var unused = t.system.scheduler().scheduleOnce(Duration.ofHours(1), () -> {}, Runnable::run);
      for (Duration timeout : List.of(SECOND, TICK)) {
        CompletableFuture<Object> answer = ask(oracle, false, timeout);
        t.advance(TICK.multipliedBy(2));
        assertThat(answer)
            .failsWithin(Duration.ZERO)
            .withThrowableThat()
            .withCauseInstanceOf(AskTimeoutException.class)
            .withMessageContaining("did not answer")
            .withMessageContaining("TAC-");
      }
    }
  }

  @Test
  @Requirement("S4.5")
  void ask_noRoomForTimers_isAnsweredAllTheSame() {
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withScheduler(SchedulerSettings.defaults().withSystemQuota(1)))) {
      ActorRef<Question> oracle = oracle(t.system);
      var unused = t.system.scheduler().scheduleOnce(Duration.ofHours(1), () -> {}, Runnable::run);
      for (int i = 0; i < 100; i++) { // whether the failure or the answer came first was chance
        CompletableFuture<Object> answer = ask(oracle, true, SECOND);
        t.run();
        assertThat(answer).isCompleted();
      }
      assertThat(t.events(DeadLetter.class)).isEmpty();
    }
  }

  @Test
  void ask_manyWhileTimeStandsStill_keepsOnlyTheOpenOnes() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> oracle = oracle(t.system);
      CompletableFuture<Object> open = ask(oracle, false, SECOND);
      CompletableFuture<Object> answered = ask(oracle, true, SECOND);
      t.run();
      WeakReference<Object> answer = new WeakReference<>(answered.join());
      answered = null;
      for (int i = 0; i < AskTimeouts.LONG_LIST; i++) {
        CompletableFuture<Object> unused = ask(oracle, true, SECOND);
        if (i % 1_000 == 0) {
          t.run();
        }
      }
      for (int attempt = 0; attempt < 50 && !isGone(List.of(answer)); attempt++) {
        System.gc();
      }
      assertThat(isGone(List.of(answer))).isTrue();
      CompletableFuture<Object> later = ask(oracle, false, SECOND);
      t.advance(SECOND.minus(TICK));
      assertThat(open).isNotDone();
      assertThat(later).isNotDone();
      t.advance(TICK.multipliedBy(3));
      assertThat(open).isCompletedExceptionally();
      assertThat(later).isCompletedExceptionally();
    }
  }

  @Test
  void ask_thatShortensTheListWhileTheSchedulerEnds_leavesNoneOpen() {
    CountingClock clock = new CountingClock();
    ExternalTickDriver driver = ExternalTickDriver.create();
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withToolbox(() -> RuntimeToolbox.of(clock, driver)))) {
      ActorRef<Question> oracle = oracle(t.system);
      CompletableFuture<Object> open = ask(oracle, false, SECOND);
      for (int i = 1; i < AskTimeouts.LONG_LIST; i++) {
        CompletableFuture<Object> unused = ask(oracle, true, SECOND);
      }
      t.run();
      clock.act = () -> t.system.scheduler().shutdown();
      clock.actsAfter = 1; // after its own reading: that of who has taken the list
      CompletableFuture<Object> last = ask(oracle, false, SECOND);
      t.run();
      assertThat(clock.actsAfter).isNegative();
      assertThat(open).isCompletedExceptionally();
      assertThat(last).isCompletedExceptionally();
    }
  }

  @Test
  @Requirement("S4.5")
  void ask_roomForTheCheckOnly_failsTheOpenOnes() {
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withScheduler(SchedulerSettings.defaults().withSystemQuota(1)))) {
      ActorRef<Question> oracle = oracle(t.system);
      List<CompletableFuture<Object>> open = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        open.add(ask(oracle, false, SECOND));
      }
      CompletableFuture<Object> answered = ask(oracle, true, SECOND);
      t.advance(TICK.multipliedBy(2));
      assertThat(answered).isCompleted();
      t.advance(SECOND);
      assertThat(open).allMatch(CompletableFuture::isCompletedExceptionally);
    }
  }

  @Test
  void ask_afterTheClose_failsItsFuture() {
    SteppedSystem t = SteppedSystem.start();
    ActorRef<Question> oracle = oracle(t.system);
    t.close();
    for (Duration timeout : List.of(SECOND, TICK)) {
      CompletableFuture<Object> answer = ask(oracle, true, timeout);
      t.run();
      assertThat(answer).isCompletedExceptionally();
    }
  }

  @Test
  void ask_timeoutThatIsNone_isRefused() {
    try (SteppedSystem t = SteppedSystem.start()) {
      ActorRef<Question> oracle = oracle(t.system);
      for (Duration timeout :
          List.of(Duration.ZERO, SECOND.negated(), Duration.ofSeconds(Long.MAX_VALUE))) {
        assertThatThrownBy(() -> ask(oracle, true, timeout))
            .isInstanceOf(InvalidDelayException.class);
      }
      assertThat(timers(t).active()).isZero();
    }
  }

  @Test
  @Requirement("S1.5")
  void ask_longerThanAnyTimerOfShortTicks_isRefusedAndTheOthersFailInTime() {
    SchedulerSettings fine = SchedulerSettings.defaults().withResolution(Duration.ofNanos(10_000));
    try (SteppedSystem t = SteppedSystem.start(settings -> settings.withScheduler(fine))) {
      ActorRef<Question> oracle = oracle(t.system);
      assertThatThrownBy(() -> ask(oracle, false, Duration.ofHours(12)))
          .isInstanceOf(InvalidDelayException.class);
      CompletableFuture<Object> longest = ask(oracle, false, Duration.ofHours(5));
      CompletableFuture<Object> open = ask(oracle, false, TICK);
      t.advance(TICK.multipliedBy(2));
      assertThat(open).isCompletedExceptionally();
      assertThat(longest).isNotDone();
    }
  }

  /// Questions from many threads, while checks take them off: each ends, by its answer or in time.
  @Test
  void ask_fromManyThreads_everyQuestionEnds() throws Exception {
    int threads = 4;
    int each = 20_000;
    SchedulerSettings quick = SchedulerSettings.defaults().withResolution(Duration.ofMillis(1));
    try (ActorSystem system =
        ActorSystem.start(SystemSettings.of("many").withWorkers(2).withScheduler(quick))) {
      ActorRef<Question> oracle = oracle(system);
      List<List<CompletableFuture<Object>>> answers = new ArrayList<>();
      CountDownLatch asked = new CountDownLatch(threads);
      for (int i = 0; i < threads; i++) {
        List<CompletableFuture<Object>> mine = new ArrayList<>();
        answers.add(mine);
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int k = 0; k < each; k++) {
                    mine.add(ask(oracle, k % 100 != 0, Duration.ofMillis(200)));
                  }
                  asked.countDown();
                });
      }
      assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
      for (List<CompletableFuture<Object>> mine : answers) {
        for (int k = 0; k < each; k++) {
          CompletableFuture<Object> answer = mine.get(k);
          if (k % 100 == 0) {
            assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
                .hasCauseInstanceOf(AskTimeoutException.class);
          } else {
            answer.handle((value, error) -> "ended").get(60, TimeUnit.SECONDS);
          }
        }
      }
    }
  }

  /// Moves the machine's clock on, tick by tick.
  private static void pass(
      Duration time, CountingClock clock, ExternalTickDriver driver, SteppedSystem t) {
    for (long left = time.toNanos(); left > 0; left -= TICK.toNanos()) {
      clock.now += TICK.toNanos();
      long unused = driver.pump();
      t.run();
    }
  }

  @Test
  void ask_whoseCheckCouldNotBeAskedFor_isCheckedWithTheNextQuestion() {
    CountingClock clock = new CountingClock();
    ExternalTickDriver driver = ExternalTickDriver.create();
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withToolbox(() -> RuntimeToolbox.of(clock, driver)))) {
      ActorRef<Question> oracle = oracle(t.system);
      clock.actsAfter = 1; // the first reading is that of the question itself
      assertThatThrownBy(() -> ask(oracle, false, SECOND)).isInstanceOf(StackOverflowError.class);
      CompletableFuture<Object> next = ask(oracle, false, SECOND);
      CompletableFuture<Object> last = ask(oracle, false, SECOND);
      pass(Duration.ofSeconds(2), clock, driver, t);
      assertThat(next).isCompletedExceptionally();
      assertThat(last).isCompletedExceptionally();
    }
  }

  @Test
  void check_thatCannotGiveATimer_givesTheOthersTheirsAndThatOneLater() {
    List<Throwable> reported = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> reported.add(error));
    CountingClock clock = new CountingClock();
    ExternalTickDriver driver = ExternalTickDriver.create();
    try (SteppedSystem t =
        SteppedSystem.start(
            settings -> settings.withToolbox(() -> RuntimeToolbox.of(clock, driver)))) {
      ActorRef<Question> oracle = oracle(t.system);
      for (int reading = 0; reading < 8; reading++) { // any of those that a check makes
        List<CompletableFuture<Object>> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          answers.add(ask(oracle, false, SECOND));
        }
        clock.actsAfter = reading;
        pass(Duration.ofSeconds(2), clock, driver, t);
        for (CompletableFuture<Object> answer : answers) {
          assertThat(answer).as("with reading %d failing", reading).isCompletedExceptionally();
        }
      }
    } finally {
      Thread.currentThread().setUncaughtExceptionHandler(null);
    }
    assertThat(reported).isNotEmpty().allMatch(StackOverflowError.class::isInstance);
  }
}
