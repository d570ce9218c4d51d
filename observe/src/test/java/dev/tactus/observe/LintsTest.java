package dev.tactus.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.dispatch.Occupant.Phase;
import dev.tactus.mailbox.DeadLetterReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LintsTest {
  private static final LintSettings SETTINGS = LintSettings.DEFAULT;

  private final SampleSystem system = new SampleSystem();
  private final List<String> asked = new ArrayList<>();
  private Lints lints = Lints.of(SETTINGS);

  private List<Finding> look() {
    return lints.look(system.next(), this::stack);
  }

  private List<String> stack(String thread) {
    asked.add(thread);
    return Collections.nCopies(100, "shop.Till.pay(Till.java:7)");
  }

  /// Changes the system before each look, and gives what the last one found.
  private List<Finding> looks(int times, IntConsumer change) {
    List<Finding> found = List.of();
    for (int i = 0; i < times; i++) {
      change.accept(i);
      found = look();
    }
    return found;
  }

  private static ActorInfo deep(int depth) {
    return SampleSystem.actor("/shop/user/till", Phase.SCHEDULED, depth, -1);
  }

  private static ActorInfo counted(int depth, boolean isExact) {
    ActorInfo a = deep(depth);
    return new ActorInfo(
        a.path(), a.dispatcher(), a.state(), 0, depth, isExact, 0, "", -1, "Pay", 0);
  }

  private static ActorInfo busy(Phase phase, int depth, String type) {
    return new ActorInfo(
        "/shop/user/poller", "default", phase, 0, depth, true, 0, "default-0", -1, type, 0);
  }

  @Test
  void look_atAHealthySystem_findsNothing() {
    assertThat(
            looks(
                60,
                i -> {
                  system.executed += 50_000;
                  system.fired += 5_000 + (i % 7) * 100;
                  system.tokens += 100;
                  system.catchUps += 3;
                  system.deepest = List.of(deep(100 + (i % 3) * 900));
                }))
        .isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void look_mailboxGrowsInFiveLooksInARow_found() {
    assertThat(looks(5, i -> system.deepest = List.of(deep(1_000 * (i + 1))))).isEmpty();

    assertThat(looks(1, i -> system.deepest = List.of(deep(6_000))))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0901");
              assertThat(finding.kind()).isEqualTo("MAILBOX_GROWING");
              assertThat(finding.subject()).isEqualTo("/shop/user/till");
              assertThat(finding.text()).contains("5 looks", "from 1,000 to 6,000", "Pay");
              assertThat(finding.remedy()).contains("router");
              assertThat(finding.stack()).isEmpty();
              assertThat(finding.sinceMillis()).isEqualTo(SampleSystem.START_MILLIS + 6_000);
            });
  }

  @Test
  void look_mailboxGrowsBelowTheFloor_findsNothing() {
    assertThat(looks(20, i -> system.deepest = List.of(deep(i + 1)))).isEmpty();
  }

  @Test
  void look_mailboxGoesUpAndDown_findsNothing() {
    assertThat(looks(40, i -> system.deepest = List.of(deep(1_000 + 5_000 * (i % 5))))).isEmpty();
  }

  @Test
  void look_mailboxIsLongButConstant_findsNothing() {
    assertThat(looks(20, i -> system.deepest = List.of(deep(50_000)))).isEmpty();
  }

  @Test
  void look_depthIsAtTheLimitOfCounting_countsAsGrowing() {
    assertThat(looks(6, i -> system.deepest = List.of(counted(10_000, false))))
        .singleElement()
        .satisfies(finding -> assertThat(finding.text()).contains("at least 10,000"));
  }

  @Test
  void look_sameSweepShownAgain_isNoLook() {
    system.deepest = List.of(counted(10_000, false));
    look();
    system.isSweepDue = false;

    assertThat(looks(20, i -> {})).isEmpty();
  }

  @Test
  void look_findingPersists_keepsItsTimeAndItsTextFollows() {
    looks(6, i -> system.deepest = List.of(deep(1_000 * (i + 1))));

    List<Finding> later = looks(4, i -> system.deepest = List.of(deep(10_000 * (i + 1))));

    assertThat(later.getFirst().sinceMillis()).isEqualTo(SampleSystem.START_MILLIS + 6_000);
    assertThat(later.getFirst().text()).contains("9 looks", "40,000");
  }

  @Test
  void look_calmForThreeLooks_findingGoesAway() {
    looks(6, i -> system.deepest = List.of(deep(1_000 * (i + 1))));
    system.deepest = List.of();

    assertThat(look()).hasSize(1);
    assertThat(look()).hasSize(1);
    assertThat(look()).isEmpty();
  }

  @Test
  void look_turnTookLong_foundUntilTheFigureIsOld() {
    system.slowest =
        List.of(SampleSystem.actor("/shop/user/till", Phase.IDLE, 0, 2 * SampleSystem.SECOND));

    assertThat(look())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0902");
              assertThat(finding.text()).contains("2.0 s", "100.0 ms", "dispatcher default", "Pay");
            });
    assertThat(looks(3, i -> {})).isEmpty();
  }

  @Test
  void look_turnsTakeLongAgainAndAgain_staysFound() {
    assertThat(
            looks(
                20,
                i ->
                    system.slowest =
                        List.of(
                            SampleSystem.actor(
                                "/shop/user/till", Phase.IDLE, 0, SampleSystem.SECOND + i))))
        .hasSize(1);
  }

  @Test
  void look_turnIsShort_findsNothing() {
    system.slowest = List.of(SampleSystem.actor("/shop/user/till", Phase.IDLE, 0, 99_000_000));

    assertThat(look()).isEmpty();
  }

  @Test
  void look_timersFireFarMoreThanUsual_found() {
    looks(20, i -> system.fired += 500);

    assertThat(looks(1, i -> system.fired += 200_000))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0903");
              assertThat(finding.text()).contains("200,000 timers fired", "usual were 500");
            });
  }

  @Test
  void look_manyTimersFireAllTheTime_isUsual() {
    assertThat(looks(100, i -> system.fired += 400_000)).isEmpty();
  }

  @Test
  void look_systemWarmsUp_isNoStorm() {
    assertThat(looks(9, i -> system.fired += 100L << (2 * i))).isEmpty();
  }

  @Test
  void look_loadStays_isUsualInTheEnd() {
    looks(20, i -> system.fired += 500);

    assertThat(looks(10, i -> system.fired += 200_000)).isEmpty();
  }

  @Test
  void look_mostTimersInOneSlot_found() {
    system.slots = List.of(10, 30_000, 5, 1_000);

    assertThat(look())
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.text()).contains("Slot 1", "30,000 of the 31,015"));
  }

  @Test
  void look_slotsAreEven_findsNothing() {
    system.slots = Collections.nCopies(512, 30_000);

    assertThat(look()).isEmpty();
  }

  @Test
  void look_noWheel_findsNothing() {
    system.slots = List.of();

    assertThat(look()).isEmpty();
  }

  @Test
  void look_actorIsBusyWithTheSameMessageAllTheTime_found() {
    List<Finding> found =
        looks(
            11,
            i -> {
              system.executed += 20_000;
              system.deepest =
                  List.of(busy(i % 2 == 0 ? Phase.RUNNING : Phase.SCHEDULED, i % 2, "Poll"));
            });

    assertThat(found)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0904");
              assertThat(finding.subject()).isEqualTo("/shop/user/poller");
              assertThat(finding.text()).contains("10 looks", "Poll", "20,000 turns");
            });
  }

  @Test
  void look_busyActorHasAQueueAtTimes_isNoLoop() {
    assertThat(
            looks(
                60,
                i -> {
                  system.executed += 20_000;
                  system.deepest = List.of(busy(Phase.RUNNING, i % 9 == 8 ? 7 : 1, "Poll"));
                }))
        .isEmpty();
  }

  @Test
  void look_busyActorIsIdleAtTimes_isNoLoop() {
    assertThat(
            looks(
                60,
                i -> {
                  system.executed += 20_000;
                  Phase phase = i % 9 == 8 ? Phase.IDLE : Phase.RUNNING;
                  system.slowest = List.of(busy(phase, 0, "Poll"));
                }))
        .isEmpty();
  }

  @Test
  void look_busyActorGetsDifferentMessages_isNoLoop() {
    assertThat(
            looks(
                60,
                i -> {
                  system.executed += 20_000;
                  system.deepest = List.of(busy(Phase.RUNNING, 1, i % 5 == 0 ? "Pay" : "Poll"));
                }))
        .isEmpty();
  }

  @Test
  void look_fewTurnsBegin_isNoLoop() {
    assertThat(
            looks(
                60,
                i -> {
                  system.executed += 500;
                  system.deepest = List.of(busy(Phase.RUNNING, 1, "Poll"));
                }))
        .isEmpty();
  }

  @Test
  void look_workerOfTheBusyActorIsStuck_isNoLoop() {
    system.stuckNanos = 1;
    assertThat(
            looks(
                60,
                i -> {
                  system.executed += 20_000;
                  system.deepest = List.of(busy(Phase.RUNNING, 1, "Poll"));
                }))
        .isEmpty();
  }

  @Test
  void look_workerIsStuck_foundWithItsStackAndActor() {
    system.stuckNanos = 3 * SampleSystem.SECOND;
    system.deepest = List.of(deep(1));

    assertThat(look())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0905");
              assertThat(finding.subject()).isEqualTo("default-0");
              assertThat(finding.text()).contains("of /shop/user/till for 3.0 s", "10 turns wait");
              assertThat(finding.stack())
                  .hasSize(BlockedWorker.FRAMES_MAX)
                  .contains("shop.Till.pay(Till.java:7)");
            });
    assertThat(asked).containsExactly("default-0");
  }

  @Test
  void look_driverCatchesUpInMostTokens_foundAfterThreeLooks() {
    look();
    IntConsumer late =
        i -> {
          system.tokens += 100;
          system.catchUps += 80;
        };
    assertThat(looks(2, late)).isEmpty();

    assertThat(looks(1, late))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0906");
              assertThat(finding.text()).contains("80 of 100 tokens");
            });
  }

  @Test
  void look_driverSleepsForLong_isNotBehind() {
    look();
    assertThat(
            looks(
                20,
                i -> {
                  system.tokens++;
                  system.catchUps++;
                }))
        .isEmpty();
  }

  @Test
  void look_driverCannotHandOver_found() {
    system.driverStatus = "Backpressured[pending=40]";

    assertThat(looks(3, i -> {}))
        .singleElement()
        .satisfies(finding -> assertThat(finding.text()).contains("pending=40"));
  }

  @Test
  void look_driverStoppedForGood_foundAtOnceAndForever() {
    system.noted.put("DriverStopped", 1L);

    assertThat(look()).singleElement().extracting(Finding::code).isEqualTo("TAC-0906");
    assertThat(looks(10, i -> {})).hasSize(1);
  }

  @Test
  void look_manyRestartsForAWhile_found() {
    look();
    assertThat(looks(3, i -> system.noted.merge("Restarted", 40L, Long::sum)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0907");
              assertThat(finding.text()).contains("40 times a second");
            });
  }

  @Test
  void look_oneBurstOfRestarts_findsNothing() {
    look();
    system.noted.put("Restarted", 500L);

    assertThat(looks(5, i -> {})).isEmpty();
  }

  @Test
  void look_manyDeadLettersForAWhile_foundWithTheirReasons() {
    look();
    assertThat(
            looks(
                3,
                i -> {
                  system.deadLetters.merge(DeadLetterReason.OVERFLOW, 300L, Long::sum);
                  system.deadLetters.merge(DeadLetterReason.NO_RECIPIENT, 1L, Long::sum);
                }))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0908");
              assertThat(finding.text())
                  .contains("301 messages a second", "OVERFLOW 300", "NO_RECIPIENT 1");
            });
  }

  @Test
  void look_deadLettersOfStoppedActors_findsNothing() {
    assertThat(
            looks(10, i -> system.deadLetters.merge(DeadLetterReason.SHUTDOWN, 9_000L, Long::sum)))
        .isEmpty();
  }

  @Test
  void look_poolRefuses_found() {
    system.refused = 5;

    assertThat(look())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0909");
              assertThat(finding.subject()).isEqualTo("default");
              assertThat(finding.text()).contains("refused 5 actors");
            });
  }

  @Test
  void look_timersWereDroppedSinceTheLastLook_found() {
    system.dropped = 100; // before anybody looked

    assertThat(look()).isEmpty();
    assertThat(looks(1, i -> system.dropped += 7))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo("TAC-0910");
              assertThat(finding.text()).contains("7 timers", "107 in all", "4 of 1,000");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"pause", "system", "again"})
  void look_snapshotDoesNotFollow_beginsAnew(String reason) {
    looks(6, i -> system.deepest = List.of(deep(1_000 * (i + 1))));
    switch (reason) {
      case "pause" -> system.upNanos += 2 * SETTINGS.pauseNanos();
      case "system" -> system.name = "office";
      default -> system.number = 0;
    }

    assertThat(looks(1, i -> system.deepest = List.of(deep(7_000)))).isEmpty();
    assertThat(looks(5, i -> system.deepest = List.of(deep(8_000 + i)))).hasSize(1);
  }

  @Test
  void look_sameSnapshotsAgain_findsTheSame() {
    List<Snapshot> snapshots = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      system.deepest = List.of(deep(1_000 * (i % 12)));
      system.refused = i % 4;
      snapshots.add(system.next());
    }
    Lints again = Lints.of(SETTINGS);

    for (Snapshot snapshot : snapshots) {
      assertThat(again.look(snapshot, this::stack)).isEqualTo(lints.look(snapshot, this::stack));
    }
  }

  @Test
  void look_veryMuchIsWrong_givesAHundredFindings() {
    List<ActorInfo> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      all.add(SampleSystem.actor("/shop/user/" + i, Phase.IDLE, 0, SampleSystem.SECOND));
    }
    system.slowest = all;

    assertThat(look()).hasSize(Lints.FINDINGS_MAX);
  }

  @Test
  void kinds_haveCodesOfTheirOwn() {
    assertThat(FindingKind.values())
        .extracting(FindingKind::code)
        .doesNotHaveDuplicates()
        .allMatch(code -> code.matches("TAC-09\\d\\d"));
  }

  @Test
  void settings_thatMakeNoSense_refusedWithWhatIsAllowed() {
    assertThatThrownBy(() -> SETTINGS.withGrowingLooks(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The lints' growingLooks was 0; allowed is 1 or more.");
    assertThatThrownBy(() -> SETTINGS.withSlotShare(1.5)).hasMessageContaining("at most 1");
  }

  @Test
  void settings_changed_areUsed() {
    lints = Lints.of(SETTINGS.withGrowingLooks(1).withGrowingFloor(2).withCalmLooks(1));

    assertThat(looks(2, i -> system.deepest = List.of(deep(i + 1)))).hasSize(1);
    assertThat(look()).isEmpty();
  }
}
