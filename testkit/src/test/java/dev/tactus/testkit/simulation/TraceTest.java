package dev.tactus.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.requirement.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Requirement("D4")
final class TraceTest {
  private static final TraceEvent SENT =
      new TraceEvent(5, TraceEvent.Kind.SENT, "/user/a", "/user/b", "Go");
  private static final TraceEvent TIME = new TraceEvent(9, TraceEvent.Kind.TIME, "", "", "");

  @TempDir private Path dir;

  @Test
  void load_whatWasSaved_isEqual() throws IOException {
    Trace trace = new Trace(0x8F31, List.of(SENT, TIME));
    Path file = dir.resolve("made/on/the/way.trace");

    trace.save(file);

    assertThat(Trace.load(file)).isEqualTo(trace);
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            tactus-trace 1 seed 0000000000008F31
            5\tSENT\t/user/a\t/user/b\tGo
            9\tTIME\t\t\t
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "``~is not a trace: its first line does not begin with 'tactus-trace 1 seed '",
        "hello~is not a trace: its first line does not begin with 'tactus-trace 1 seed '",
        "tactus-trace 1 seed what~'what' is not a seed; a seed has 1 to 16 hexadecimal digits",
        "tactus-trace 1 seed 1;nonsense~line 2: a line has five fields with tabs between them",
        "tactus-trace 1 seed 1;1\tTIME\t\t\t;x\tSENT\ta\tb\tc~line 3: it does not begin with a"
            + " time",
        "tactus-trace 1 seed 1;1\tSEND\ta\tb\tc~line 2: it does not begin with a time",
      })
  void load_somethingElse_saysWhatIsWrongAndWhere(String text, String message) throws IOException {
    Path file = dir.resolve("wrong.trace");
    Files.writeString(file, text.replace(';', '\n'));

    assertThatThrownBy(() -> Trace.load(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("wrong.trace")
        .hasMessageContaining(message);
  }

  @Test
  void load_bytesThatAreNoText_saysSo() throws IOException {
    Path file = dir.resolve("wrong.trace");
    Files.write(file, new byte[] {(byte) 0xC3, (byte) 0x28, (byte) 0xFF});

    assertThatThrownBy(() -> Trace.load(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a trace: it is not UTF-8 text");
  }

  @Test
  void load_noFile_throwsWhatTheFileSystemSays() {
    assertThatThrownBy(() -> Trace.load(dir.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void firstDifference_twoTraces_isTheFirstEventThatDiffers() {
    Trace trace = new Trace(1, List.of(SENT, TIME));

    assertThat(trace.firstDifference(new Trace(1, List.of(SENT, TIME)))).isEqualTo(-1);
    assertThat(trace.firstDifference(new Trace(1, List.of(TIME, TIME)))).isZero();
    assertThat(trace.firstDifference(new Trace(1, List.of(SENT)))).isEqualTo(1);
  }

  @Test
  void hash_otherEventOrOrder_isAnother() {
    long hash = new Trace(1, List.of(SENT, TIME)).hash();

    assertThat(new Trace(2, List.of(SENT, TIME)).hash()).isEqualTo(hash);
    assertThat(new Trace(1, List.of(TIME, SENT)).hash()).isNotEqualTo(hash);
    assertThat(new Trace(1, List.of(SENT)).hash()).isNotEqualTo(hash);
  }

  @Test
  void trace_stateWithTabsAndLines_staysOneLine() throws IOException {
    Path file = dir.resolve("tabs.trace");
    try (Simulation sim = Simulation.ofSeed(1, SimulationSettings.DEFAULT)) {
      sim.sometimes(true, "one\ttwo\nthree");
      sim.trace().save(file);

      assertThat(Trace.load(file)).isEqualTo(sim.trace());
    }
  }

  @Test
  void seeds_textAndParse_areInverse() {
    for (long seed : new long[] {0, 1, -1, Long.MIN_VALUE, 0x8F31}) {
      assertThat(Seeds.parse(Seeds.text(seed))).isEqualTo(seed);
    }
    assertThat(Seeds.parse("8f31")).isEqualTo(0x8F31);
  }
}
