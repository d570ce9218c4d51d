package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What the migration guide says is so.
class MigrationGuideTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\|(?! *[-:]|.*\\bshown by\\b).*\\|$");
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)#(\\w+)`");
  private static final Pattern HOCON = Pattern.compile("```hocon\n(.*?)```", Pattern.DOTALL);

  private static String guide() throws IOException {
    return Files.readString(Path.of("..", "docs", "pekko.md"));
  }

  private static List<MatchResult> find(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }

  @Test
  void differences_areEachShownByATest() throws IOException {
    String differences = guide().split("## What differs", 2)[1];
    List<String> rows = find(ROW, differences).stream().map(MatchResult::group).toList();
    assertThat(rows).hasSizeGreaterThan(15);
    for (String row : rows) {
      List<MatchResult> tests = find(TEST, row);
      assertThat(tests).as(row).isNotEmpty();
      for (MatchResult test : tests) {
        assertThat(methodsOf(test.group(1))).as(row).contains(test.group(2));
      }
    }
  }

  private static List<String> methodsOf(String test) {
    try {
      Class<?> type = Class.forName(MigrationGuideTest.class.getPackageName() + "." + test);
      return Arrays.stream(type.getDeclaredMethods())
          .map(java.lang.reflect.Method::getName)
          .toList();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(test + " does not exist", e);
    }
  }

  @Test
  void lines_ofTheGuide_areThoseThatTheTestsRunWith() throws IOException {
    Config first = ConfigFactory.parseString(find(HOCON, guide()).getFirst().group(1));
    Config tested = ConfigFactory.parseString(String.join("\n", Plugins.ALL));
    assertThat(first).isEqualTo(tested);
  }

  @Test
  void settings_ofTheGuide_exist() throws IOException {
    Config reference = ConfigFactory.defaultReference();
    for (MatchResult block : find(HOCON, guide()).subList(1, 2)) {
      for (var entry : ConfigFactory.parseString(block.group(1)).entrySet()) {
        assertThat(reference.hasPath(entry.getKey())).as(entry.getKey()).isTrue();
        assertThat(entry.getValue().unwrapped())
            .as(entry.getKey())
            .isEqualTo(reference.getValue(entry.getKey()).unwrapped());
      }
    }
  }
}
