package dev.tactus.observe.meter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.observe.SampleSource;
import dev.tactus.observe.Source;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The dashboard shows what is scraped, all of it, and nothing else.
final class GrafanaDashboardTest {
  private static final Pattern METRIC = Pattern.compile("\\btactus_[a-z_]+");
  private static final Pattern GROUPING = Pattern.compile("by \\(([^)]*)\\)");

  private final JsonNode dashboard = load();

  private static JsonNode load() {
    try (InputStream in = Source.class.getResourceAsStream("grafana/tactus.json")) {
      return JsonMapper.shared().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<JsonNode> targets() {
    List<JsonNode> targets = new ArrayList<>();
    for (JsonNode panel : dashboard.get("panels")) {
      if (panel.has("targets")) {
        panel.get("targets").forEach(targets::add);
      }
    }
    return targets;
  }

  private static String scrape() {
    SampleSource source = new SampleSource();
    source.note("Failed", "/shop/user/till");
    source.step();
    try (PrometheusScrape scrape = PrometheusScrape.of(source, () -> 0)) {
      return scrape.get();
    }
  }

  @Test
  void metrics_areThoseOfTheScrape() {
    Set<String> scraped =
        scrape()
            .lines()
            .filter(line -> line.startsWith("tactus_"))
            .map(line -> line.substring(0, line.indexOf('{')))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> shown =
        targets().stream()
            .flatMap(target -> METRIC.matcher(target.get("expr").asString()).results())
            .map(found -> found.group())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(shown).isEqualTo(scraped);
  }

  @Test
  void groupings_areTagsOfTheirMeters() {
    for (JsonNode target : targets()) {
      String expression = target.get("expr").asString();
      String metric = METRIC.matcher(expression).results().findFirst().orElseThrow().group();
      Set<String> tags =
          scrape()
              .lines()
              .filter(line -> line.startsWith(metric + "{"))
              .flatMap(line -> Pattern.compile("(\\w+)=\"").matcher(line).results())
              .map(found -> found.group(1))
              .collect(Collectors.toSet());
      GROUPING
          .matcher(expression)
          .results()
          .flatMap(found -> Pattern.compile(", ").splitAsStream(found.group(1)))
          .forEach(tag -> assertThat(tags).describedAs(expression).contains(tag));
      assertThat(tags).contains("system");
      assertThat(expression).contains("system=~\"$system\"");
    }
  }

  @Test
  void panels_haveNumbersOfTheirOwnAndTheChosenDataSource() {
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : dashboard.get("panels")) {
      assertThat(ids.add(panel.get("id").asInt())).isTrue();
      if (panel.has("targets")) {
        assertThat(panel.get("datasource").get("uid").asString()).isEqualTo("${datasource}");
      }
    }
    assertThat(dashboard.get("templating").get("list").get(0).get("type").asString())
        .isEqualTo("datasource");
  }
}
