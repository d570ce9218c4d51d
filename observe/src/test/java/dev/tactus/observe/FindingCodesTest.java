package dev.tactus.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.error.ErrorCode;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Findings have the codes that `explain` knows.
final class FindingCodesTest {
  @ParameterizedTest
  @EnumSource
  void code_ofAFinding_isTheErrorCodeOfItsName(FindingKind kind) {
    assertThat(kind.code()).isEqualTo(ErrorCode.valueOf(kind.name()).code());
  }

  @Test
  void codes_ofTheRangeOfFindings_allHaveOne() {
    assertThat(Arrays.stream(ErrorCode.values()).filter(c -> c.code().startsWith("TAC-09")))
        .hasSameSizeAs(FindingKind.values());
  }
}
