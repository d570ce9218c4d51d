package dev.tactus.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class NextByNumberTest {
  @Test
  void of_pageAfterPage_givesEachNumberOnceInOrder() {
    List<Long> all = new ArrayList<>(LongStream.rangeClosed(1, 1_000).boxed().toList());
    Collections.shuffle(all, new Random(7));
    List<Long> seen = new ArrayList<>();

    List<Long> page = NextByNumber.of(all, Long::longValue, 0, 64);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(64);
      seen.addAll(page);
      page = NextByNumber.of(all, Long::longValue, page.getLast(), 64);
    }

    assertThat(seen).isEqualTo(LongStream.rangeClosed(1, 1_000).boxed().toList());
  }

  @Test
  void of_nothingAbove_isEmpty() {
    assertThat(NextByNumber.of(List.of(1L, 2L), Long::longValue, 2, 10)).isEmpty();
  }
}
