package dev.tactus.bench.actors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.bench.actors.Stretch.Size;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StretchTest {
  private static final long MILLISECOND = 1_000_000;

  private final List<Integer> sizes = new ArrayList<>();
  private final List<Double> speeds = new ArrayList<>();
  private long nowNanos;

  /// A workload that takes a millisecond for each unit, less by the factor that the speeds say.
  private long run(int size) {
    sizes.add(size);
    double speed = speeds.isEmpty() ? 1 : speeds.removeFirst();
    nowNanos += (long) (size * MILLISECOND / speed);
    return size;
  }

  private double perSecond(Stretch.Size size, int patience, int warmUpMaxMillis) throws Exception {
    return timed(new Stretch(50, patience, 0, warmUpMaxMillis, 0, 100, () -> nowNanos), size);
  }

  private double timed(Stretch stretch, Stretch.Size size) throws Exception {
    return stretch.perSecond(this::run, stretch.warmUp(this::run, size));
  }

  @Test
  void perSecond_leadIn_doesNotCount() throws Exception {
    Stretch stretch = new Stretch(50, 0, 0, 1_000, 30, 100, () -> nowNanos);
    speeds.add(0.1);

    assertThat(stretch.perSecond(this::run, 5)).isEqualTo(1_000);

    assertThat(sizes).as("one run to lead in, twenty that count").hasSize(1 + 20);
  }

  @Test
  void perSecond_shortRuns_growUntilTheyAreLongEnough() throws Exception {
    assertThat(perSecond(new Size(15, 1_000), 0, 1_000)).isEqualTo(1_000);

    assertThat(sizes).containsExactly(15, 30, 60, 60, 60);
  }

  @Test
  void perSecond_greatestSizeReached_growsNoFurther() throws Exception {
    perSecond(new Size(10, 25), 0, 1_000);

    assertThat(sizes).containsExactly(10, 20, 25, 25, 25, 25);
  }

  @Test
  void perSecond_gettingFaster_warmsUpUntilItIsNoMore() throws Exception {
    speeds.addAll(List.of(0.2, 0.4, 0.6, 0.61, 1.0, 1.0, 1.01, 1.0));

    assertThat(perSecond(Size.fixed(60), 3, 10_000)).isEqualTo(1_000);

    assertThat(sizes).hasSize(8 + 2);
  }

  @Test
  void perSecond_settledEarly_warmsUpForTheLeastTime() throws Exception {
    double _ =
        timed(
            new Stretch(50, 1, 500, 10_000, 0, 100, () -> nowNanos).withSlowStart(),
            Size.fixed(50));

    assertThat(sizes.size() - 2).as("runs of the warm-up").isEqualTo(1_500 / 50);
  }

  @Test
  void perSecond_neverSettling_isMeasuredWhenTheTimeIsOver() throws Exception {
    speeds.addAll(List.of(0.01, 0.02, 0.03, 0.05));

    perSecond(Size.fixed(1), 4, 200);

    assertThat(sizes.size() - 100).as("windows of the warm-up").isEqualTo(4);
  }

  @Test
  void next_nearTheGreatestInt_doesNotOverflow() {
    assertThat(new Size(1, Integer.MAX_VALUE).next(Integer.MAX_VALUE - 1))
        .isEqualTo(Integer.MAX_VALUE);
  }
}
