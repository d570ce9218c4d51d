package dev.tactus.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.api.Test;

/// Where a console listens.
final class ConsolePortTest {
  private final FakeSource source = new FakeSource(0);

  private static ServerSocket taken() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @Test
  void start_portTaken_takesAFreeOneSoonAfter() throws IOException {
    try (ServerSocket taken = taken();
        Console console =
            Console.start(source, ConsoleSettings.DEFAULT.withPort(taken.getLocalPort()))) {
      assertThat(console.port())
          .isBetween(taken.getLocalPort() + 1, taken.getLocalPort() + ConsoleSettings.PORTS_AHEAD);
      assertThat(console.address())
          .isEqualTo(URI.create("http://127.0.0.1:" + console.port() + "/"));
      assertThat(Http.get(console, "/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void start_fixedPortTaken_saysWhatToDo() throws IOException {
    try (ServerSocket taken = taken()) {
      ConsoleSettings settings = ConsoleSettings.DEFAULT.withFixedPort(taken.getLocalPort());

      assertThatThrownBy(() -> Console.start(source, settings))
          .isInstanceOfSatisfying(
              ConsoleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PORT_IN_USE))
          .hasMessageContaining("port " + taken.getLocalPort())
          .hasMessageContaining("withPort");
    }
  }

  @Test
  void start_hostThatIsNone_saysWhatToDo() {
    ConsoleSettings settings =
        ConsoleSettings.DEFAULT.withHost("no such host").withToken("0123456789abcdef");

    assertThatThrownBy(() -> Console.start(source, settings))
        .isInstanceOf(ConsoleException.class)
        .hasMessageContaining("no such host");
  }

  @Test
  void start_addressOfAnotherMachine_saysThatItIsTheAddress() {
    ConsoleSettings settings =
        ConsoleSettings.DEFAULT.withHost("192.0.2.1").withToken("0123456789abcdef");

    assertThatThrownBy(() -> Console.start(source, settings))
        .isInstanceOf(ConsoleException.class)
        .hasMessageContaining("192.0.2.1")
        .hasMessageContaining("withHost")
        .hasMessageNotContaining("End the program");
  }

  @Test
  void close_twice_givesThePortFree() throws IOException {
    Console console = Console.start(source, ConsoleSettings.DEFAULT.withPort(0));
    int port = console.port();

    console.close();
    console.close();

    try (Console again = Console.start(source, ConsoleSettings.DEFAULT.withFixedPort(port))) {
      assertThat(Http.get(again, "/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void start_always_runsOnThreadsThatLetAProgramEnd() {
    try (Console console = Console.start(source, ConsoleSettings.DEFAULT.withPort(0))) {
      assertThat(console.port()).isPositive();
      assertThat(Thread.getAllStackTraces().keySet())
          .filteredOn(
              thread ->
                  thread.getName().equals("HTTP-Dispatcher")
                      || thread.getName().startsWith("tactus-console"))
          .isNotEmpty()
          .allMatch(Thread::isDaemon);
    }
  }

  @Test
  void settings_thatCannotBe_areRefused() {
    assertThatThrownBy(() -> ConsoleSettings.DEFAULT.withPort(65_536))
        .hasMessageContaining("65536");
    assertThatThrownBy(() -> ConsoleSettings.DEFAULT.withIntervalMillis(0))
        .hasMessageContaining("interval");
    assertThatThrownBy(() -> ConsoleLimits.DEFAULT.withSseClients(0))
        .hasMessageContaining("sseClients");
  }
}
