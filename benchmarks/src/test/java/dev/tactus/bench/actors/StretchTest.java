package dev.tactus.bench.actors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.bench.actors.Stretch.Size;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StretchTest {
  private static final long MILLISECOND = 1_000_000;

  private final List<Integer> sizes = new ArrayList<>();
  private long nowNanos;

  /// A workload that takes a millisecond for each unit.
  private long run(int size) {
    sizes.add(size);
    nowNanos += size * MILLISECOND;
    return size;
  }

  private double perSecond(int warmUpMillis, int measureMillis, Size size) throws Exception {
    return new Stretch(warmUpMillis, measureMillis, () -> nowNanos).perSecond(this::run, size);
  }

  @Test
  void perSecond_shortRuns_growUntilTheyAreLongEnough() throws Exception {
    assertThat(perSecond(0, 1, new Size(15, 1_000))).isEqualTo(1_000);

    assertThat(sizes).containsExactly(15, 30, 60, 60);
  }

  @Test
  void perSecond_greatestSizeReached_growsNoFurther() throws Exception {
    perSecond(0, 1, new Size(3, 10));

    assertThat(sizes).containsExactly(3, 6, 10, 10);
  }

  @Test
  void perSecond_fixedSize_repeatsItForBothTimes() throws Exception {
    perSecond(100, 150, Size.fixed(50));

    assertThat(sizes).containsExactly(50, 50, 50, 50, 50);
  }

  @Test
  void next_nearTheGreatestInt_doesNotOverflow() {
    assertThat(new Size(1, Integer.MAX_VALUE).next(Integer.MAX_VALUE - 1))
        .isEqualTo(Integer.MAX_VALUE);
  }
}
