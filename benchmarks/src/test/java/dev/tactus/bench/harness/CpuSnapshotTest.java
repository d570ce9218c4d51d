package dev.tactus.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class CpuSnapshotTest {
  private static final String MACHINE =
      """
      cpu  1000 20 300 50000 400 5 6 7 90 0
      cpu0 500 10 150 25000 200 2 3 3 45 0
      intr 1234567
      """;

  /// The program's name holds a blank and a parenthesis, as it may.
  private static final String SELF =
      "4242 (java (main) x) S 1 4242 4242 0 -1 4194560 999 888 0 0 110 40 300 50 20 0 33 0 99 1";

  /// A child's own children do not count.
  private static final String CHILD =
      "4243 (java) S 1 4242 4242 0 -1 4194560 999 888 0 0 60 7 1000 2000 20 0 33 0 99 1";

  /// It has ended before it was looked at.
  private static final String GONE = "";

  private static CpuSnapshot snapshot(String machine, String self) {
    return CpuSnapshot.parse(machine, self, List.of(CHILD, GONE)).orElseThrow();
  }

  @Test
  void parse_realShapes_addsUpBusyTotalAndOwn() {
    assertThat(snapshot(MACHINE, SELF))
        .isEqualTo(
            new CpuSnapshot(1000 + 20 + 300 + 5 + 6 + 7, 51_738, 110 + 40 + 300 + 50 + 60 + 7));
  }

  @Test
  void parse_otherShapes_isEmpty() {
    assertThat(CpuSnapshot.parse("", SELF, List.of())).isEmpty();
    assertThat(CpuSnapshot.parse("cpu 1 2 3", SELF, List.of())).isEmpty();
    assertThat(CpuSnapshot.parse(MACHINE, "", List.of())).isEmpty();
    assertThat(CpuSnapshot.parse(MACHINE.replace("300", "many"), SELF, List.of())).isEmpty();
  }

  @Test
  void othersSince_ownWorkOnly_isNothing() {
    CpuSnapshot before = new CpuSnapshot(1_000, 10_000, 500);
    CpuSnapshot after = new CpuSnapshot(1_150, 10_200, 650);

    assertThat(after.othersSince(before)).isZero();
  }

  @Test
  void othersSince_halfOfTheBusyTimeIsNotOurs_isItsShareOfTheMachine() {
    CpuSnapshot before = new CpuSnapshot(1_000, 10_000, 500);
    CpuSnapshot after = new CpuSnapshot(1_100 + CpuSnapshot.GRAIN, 10_200, 550);

    assertThat(after.othersSince(before)).isCloseTo(0.25, Offset.offset(1e-9));
  }

  @Test
  void othersSince_whatTheBooksMayDifferBy_isNotSeen() {
    CpuSnapshot before = new CpuSnapshot(1_000, 10_000, 500);
    CpuSnapshot after = new CpuSnapshot(1_020 + CpuSnapshot.GRAIN, 10_040, 520);

    assertThat(after.othersSince(before)).isZero();
  }

  @Test
  void othersSince_rounding_neverLeavesTheRange() {
    CpuSnapshot before = new CpuSnapshot(1_000, 10_000, 500);

    assertThat(new CpuSnapshot(1_010, 10_100, 512).othersSince(before)).isZero();
    assertThat(before.othersSince(before)).isZero();
  }
}
