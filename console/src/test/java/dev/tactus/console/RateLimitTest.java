package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.time.ManualClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

final class RateLimitTest {
  private static final long SECOND = 1_000_000_000L;

  private final ManualClock clock = ManualClock.at(Long.MAX_VALUE - SECOND); // it overflows soon
  private final RateLimit limit = new RateLimit(10, 2, clock);

  private static InetAddress address(int last) throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
  }

  private int allowed(int last) throws UnknownHostException {
    int count = 0;
    while (limit.allows(address(last))) {
      count++;
    }
    return count;
  }

  @Test
  void allows_oneAddress_twoSecondsAheadThenByTheRate() throws UnknownHostException {
    assertThat(allowed(1)).isEqualTo(20);

    clock.advanceNanos(SECOND / 2);
    assertThat(allowed(1)).isEqualTo(5);

    clock.advanceNanos(100 * SECOND);
    assertThat(allowed(1)).isEqualTo(20);
  }

  @Test
  void allows_anotherAddress_onItsOwn() throws UnknownHostException {
    assertThat(allowed(1)).isEqualTo(20);
    assertThat(allowed(2)).isEqualTo(20);
  }

  @Test
  void allows_moreAddressesThanTheTableHolds_togetherAsMuchAsOne() throws UnknownHostException {
    assertThat(allowed(1) + allowed(2)).isEqualTo(40);

    assertThat(allowed(3) + allowed(4)).isEqualTo(20);
    assertThat(limit.size()).isEqualTo(2);
  }

  @Test
  void forget_thoseThatHaveAllAgain_makesRoom() throws UnknownHostException {
    boolean unused = limit.allows(address(1));
    assertThat(allowed(2)).isEqualTo(20);

    clock.advanceNanos(SECOND);
    limit.forget();

    assertThat(limit.size()).isEqualTo(1);
    assertThat(allowed(3)).isEqualTo(20);
  }
}
