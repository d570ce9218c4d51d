package dev.tactus.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Codes are told apart, found and written into messages.
final class ErrorCodeTest {
  @Test
  void codes_ofAll_areDistinctAndInOrder() {
    assertThat(ErrorCode.values())
        .extracting(ErrorCode::code)
        .doesNotHaveDuplicates()
        .isSorted()
        .allMatch(code -> code.matches("TAC-0[1-9][0-9]{2}"));
  }

  @Test
  void titles_ofAll_areDistinctLines() {
    assertThat(ErrorCode.values())
        .extracting(ErrorCode::title)
        .doesNotHaveDuplicates()
        .allMatch(title -> title.matches("[A-Z][^\\n`*]{10,70}[^.\\s]"));
  }

  @ParameterizedTest
  @EnumSource
  void find_itsOwnCode_isFound(ErrorCode code) {
    assertThat(ErrorCode.find(code.code())).contains(code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TAC-0101",
        "tac-0101",
        "Tac-101",
        "TAC0101",
        "tac_101",
        "tac 101",
        "0101",
        "101",
        "[TAC-0101]",
        " TAC-0101\n",
      })
  void find_writtenInAnotherWay_isFound(String given) {
    assertThat(ErrorCode.find(given)).contains(ErrorCode.INVALID_DELAY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "TAC", "TAC-", "TAC-0000", "TAC-9999", "01011", "-101", "TAC--0101", "x101"})
  void find_noSuchCode_isEmpty(String given) {
    assertThat(ErrorCode.find(given)).isEmpty();
  }

  @Test
  void mark_message_endsWithTheCodeOnce() {
    String marked = ErrorCode.POOL_CLOSED.mark("It is closed.");

    assertThat(marked).isEqualTo("It is closed. [TAC-0302]");
    assertThat(ErrorCode.POOL_CLOSED.mark(marked)).isSameAs(marked);
  }
}
