package dev.tactus.scheduler.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Whatever a file says, reading it gives a recording or a parse error, and replaying it gives a
/// result or a refusal; never anything else.
@Requirement("S5.2")
final class LogParserFuzzTest {
  private static final int MUTATIONS = 10_000;

  private static final List<String> SNIPPETS =
      List.of(
          "9223372036854775807",
          "-9223372036854775808",
          "99999999999999999999",
          "0",
          "-1",
          "=",
          " ",
          "\n",
          "end\n",
          "\\u",
          "unknown",
          "NaN",
          "HOST",
          "ONE_SHOT",
          "FIXED_RATE",
          "FIXED_DELAY",
          "CLOSED",
          "DROPPED",
          "REJECTED",
          "direct");

  private static final List<byte[]> VALID =
      LongStream.range(0, 100).mapToObj(LogParserFuzzTest::validText).toList();

  private static byte[] validText(long seed) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (RandomProgram program = new RandomProgram(seed).run(20)) {
      LogWriter.write((seed % 2 == 0 ? program.finish() : program).log.snapshot(), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String text = out.toString(StandardCharsets.US_ASCII);
    String clock = seed % 3 == 0 ? "clock=HOST" : "clock=DETERMINISTIC";
    return text.replace("clock=DETERMINISTIC", clock).getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void parseAndReplay_mutatedFiles_endInOneOfTheirOwnWays() throws IOException {
    int recordings = 0;
    int refusals = 0;
    int same = 0;
    int different = 0;
    for (long seed = 0; seed < MUTATIONS; seed++) {
      byte[] mutated = mutated(seed);
      LogRecording recording;
      try {
        recording = new LogParser("a.log", new ByteArrayInputStream(mutated)).parse();
      } catch (LogParseException e) {
        assertThat(e.getMessage()).startsWith("a.log, line ").contains("; allowed is ");
        continue;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ": reading ended in " + e, e);
      }
      recordings++;
      try {
        if (LogReplay.replay(recording).isSame()) {
          same++;
        } else {
          different++;
        }
      } catch (LogReplayRefusedException e) {
        refusals++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ": the replay ended in " + e, e);
      }
    }
    assertThat(List.of(MUTATIONS - recordings, refusals, same, different))
        .as("parse errors, refusals, same, different: all of them occur")
        .allMatch(count -> count > 100);
  }

  private static byte[] mutated(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] text = VALID.get(random.nextInt(VALID.size()));
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      text = mutated(text, random);
    }
    return text;
  }

  private static byte[] mutated(byte[] text, SplittableRandom random) {
    int at = random.nextInt(text.length);
    return switch (random.nextInt(8)) {
      case 0 -> {
        byte[] changed = text.clone();
        changed[at] = (byte) random.nextInt();
        yield changed;
      }
      case 1 -> spliced(text, at, Math.min(text.length, at + random.nextInt(1, 30)), new byte[0]);
      case 2 -> {
        byte[] snippet =
            SNIPPETS.get(random.nextInt(SNIPPETS.size())).getBytes(StandardCharsets.US_ASCII);
        yield spliced(text, at, Math.min(text.length, at + random.nextInt(6)), snippet);
      }
      case 3 -> Arrays.copyOf(text, Math.max(1, at));
      case 4, 5, 6 -> changedDigit(text, at, random);
      default -> swappedLines(text, random);
    };
  }

  private static byte[] spliced(byte[] text, int from, int until, byte[] middle) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(text, 0, from);
    out.writeBytes(middle);
    out.write(text, until, text.length - until);
    return out.size() == 0 ? new byte[] {'\n'} : out.toByteArray();
  }

  /// Mostly gives a recording again, though not one of what happened.
  private static byte[] changedDigit(byte[] text, int from, SplittableRandom random) {
    byte[] changed = text.clone();
    for (int i = from; i < changed.length; i++) {
      if (changed[i] >= '1' && changed[i] <= '9') {
        changed[i] = (byte) ('1' + random.nextInt(9));
        break;
      }
    }
    return changed;
  }

  private static byte[] swappedLines(byte[] text, SplittableRandom random) {
    String[] lines = new String(text, StandardCharsets.ISO_8859_1).split("\n", -1);
    int a = random.nextInt(lines.length);
    int b = Math.min(lines.length - 1, a + 1);
    String line = lines[a];
    lines[a] = lines[b];
    lines[b] = line;
    return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
  }
}
