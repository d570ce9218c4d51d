package dev.tactus.testkit.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.actor.Actor;
import dev.tactus.actor.Context;
import dev.tactus.requirement.Requirement;
import dev.tactus.testkit.simulation.Scenario;
import dev.tactus.testkit.simulation.Sweep;
import dev.tactus.testkit.simulation.SweepReport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The oracles of the torture notice when a part is broken: each test puts one in.
@Requirement("D3")
final class OracleTest {
  private static final int SEEDS = 300;

  private static String complaint(Scenario broken) {
    SweepReport report = Sweep.of(broken, Torture.settings(), 1).run(0, SEEDS, () -> true);
    return String.valueOf(report.failure().orElseThrow().cause().getMessage());
  }

  /// Hands messages on to a sound actor, but for those that `breaks` lets go wrong.
  private abstract static class Broken<M> implements Actor<M> {
    private final Actor<M> sound;

    Broken(Actor<M> sound) {
      this.sound = sound;
    }

    /// How often the message is handled.
    abstract int times(M message);

    @Override
    public void started(Context<M> ctx) throws Exception {
      sound.started(ctx);
    }

    @Override
    public void receive(Context<M> ctx, M message) throws Exception {
      for (int i = times(message); i > 0; i--) {
        sound.receive(ctx, message);
      }
    }

    @Override
    public void restarting(Context<M> ctx, Throwable cause, @Nullable M message) throws Exception {
      sound.restarting(ctx, cause, message);
    }

    @Override
    public void stopped(Context<M> ctx) throws Exception {
      sound.stopped(ctx);
    }
  }

  @Test
  void crowd_memberHandlesAMessageTwice_isNoticed() {
    String complaint =
        complaint(
            sim ->
                new Crowd(
                        (id, crowd) ->
                            new Broken<>(new Member(id, crowd)) {
                              private boolean isDone;

                              @Override
                              int times(Member.Message message) {
                                boolean isTwice = !isDone && message instanceof Member.Work;
                                isDone |= isTwice;
                                return isTwice ? 2 : 1;
                              }
                            })
                    .run(sim));

    assertThat(complaint).containsAnyOf("came after number", "messages");
  }

  @Test
  void crowd_memberLosesAMessage_isNoticed() {
    String complaint =
        complaint(
            sim ->
                new Crowd(
                        (id, crowd) ->
                            new Broken<>(new Member(id, crowd)) {
                              @Override
                              int times(Member.Message message) {
                                return message instanceof Member.Work && crowd.choose(30) == 29
                                    ? 0
                                    : 1;
                              }
                            })
                    .run(sim));

    assertThat(complaint).matches("of \\d+ messages \\d+ were handled, .*");
  }

  @Test
  void boxes_boxLosesAParcel_isNoticed() {
    String complaint =
        complaint(
            sim ->
                new Boxes(
                        (shelf, boxes) ->
                            new Broken<>(new Box(shelf, boxes)) {
                              @Override
                              int times(Boxes.Parcel parcel) {
                                return parcel.number() == 3 ? 0 : 1;
                              }
                            })
                    .run(sim));

    assertThat(complaint).containsAnyOf("still wait", "waited", "wait in a mailbox", "the oldest");
  }

  @Test
  void boxes_boxHandlesAParcelTwice_isNoticed() {
    String complaint =
        complaint(
            sim ->
                new Boxes(
                        (shelf, boxes) ->
                            new Broken<>(new Box(shelf, boxes)) {
                              @Override
                              int times(Boxes.Parcel parcel) {
                                return parcel.number() == 3 ? 2 : 1;
                              }
                            })
                    .run(sim));

    assertThat(complaint).contains("was handled, but it was not waiting");
  }

  @Test
  void families_hookThatIsNotCalled_isNoticed() {
    String complaint =
        complaint(
            sim ->
                new Families(
                        (person, families) ->
                            new Broken<>(new Relative(person, families)) {
                              @Override
                              int times(Families.Order order) {
                                return 1;
                              }

                              @Override
                              public void restarting(
                                  Context<Families.Order> ctx,
                                  Throwable cause,
                                  Families.@Nullable Order order) {}
                            })
                    .run(sim));

    assertThat(complaint).contains("has two instances");
  }

  @Test
  void families_hookThatIsCalledTwice_isNoticed() {
    String complaint =
        complaint(
            sim ->
                new Families(
                        (person, families) ->
                            new Broken<>(new Relative(person, families)) {
                              @Override
                              int times(Families.Order order) {
                                return 1;
                              }

                              @Override
                              public void stopped(Context<Families.Order> ctx) throws Exception {
                                super.stopped(ctx);
                                super.stopped(ctx);
                              }
                            })
                    .run(sim));

    assertThat(complaint).contains("ends without an instance");
  }

  @Test
  void families_relativeLosesAnOrder_isNoticed() {
    String complaint =
        complaint(
            sim ->
                new Families(
                        (person, families) ->
                            new Broken<>(new Relative(person, families)) {
                              @Override
                              int times(Families.Order order) {
                                return order instanceof Families.Live && sim.choose(20) == 19
                                    ? 0
                                    : 1;
                              }
                            })
                    .run(sim));

    assertThat(complaint).matches("of \\d+ orders \\d+ were handled, .*");
  }
}
