package dev.tactus.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class JsonReportTest {
  private final JsonNode root =
      JsonMapper.builder().build().readTree(JsonReport.render(SampleReport.create()));
  private final JsonNode pairs = root.path("rows").path(0);

  @Test
  void render_row_hasTheAgreedFields() {
    assertThat(pairs.path("suite").asString()).isEqualTo("timers");
    assertThat(pairs.path("workload").asString()).isEqualTo("schedule + cancel");
    assertThat(pairs.path("unit").asString()).isEqualTo("M pairs/s");
    assertThat(pairs.path("tactus").path("median").asDouble()).isEqualTo(28);
    assertThat(pairs.path("tactus").path("min").asDouble()).isEqualTo(27.5);
    assertThat(pairs.path("tactus").path("max").asDouble()).isEqualTo(29);
    assertThat(pairs.path("peers").path("netty").path("max").asDouble()).isEqualTo(13.25);
    assertThat(pairs.path("best_peer").asString()).isEqualTo("netty");
    assertThat(pairs.path("ratio").asDouble()).isEqualTo(2.15385);
    assertThat(pairs.path("target").asDouble()).isEqualTo(2);
    assertThat(pairs.path("subject").asString()).isEqualTo("tactus");
  }

  @Test
  void render_row_tellsWhatToKnowBesideTheFigures() {
    JsonNode lateness = root.path("rows").path(1);

    assertThat(pairs.path("verdict").asString()).isEqualTo("ok");
    assertThat(pairs.path("disturbed").asBoolean()).isTrue();
    assertThat(pairs.path("note").asString()).isEqualTo("60 s ahead");
    assertThat(pairs.path("failed").path("kafka").asString()).isEqualTo("OOM");
    assertThat(pairs.path("not_eligible").path("agrona").asString()).isEqualTo("one thread only");
    assertThat(lateness.path("floor").asDouble()).isEqualTo(10.5);
    assertThat(lateness.path("marks").path("agrona").asString()).isEqualTo("early 15 %");
    assertThat(lateness.path("cores").path("agrona").asString())
        .isEqualTo("cores 3.2 x as far apart");
    assertThat(lateness.path("cores").has("netty")).isFalse();
    assertThat(lateness.path("disturbed").asBoolean()).isFalse();
  }

  @Test
  void render_rowThatNobodyMeasured_hasNulls() {
    JsonNode absent = root.path("rows").path(2);

    assertThat(absent.path("tactus").isNull()).isTrue();
    assertThat(absent.path("best_peer").isNull()).isTrue();
    assertThat(absent.path("ratio").isNull()).isTrue();
    assertThat(absent.path("peers").isEmpty()).isTrue();
  }

  @Test
  void render_rowOfAnotherSubject_namesItAndHasTheOthersAsPeers() {
    JsonNode ofNetty = root.path("rows").path(3);

    assertThat(ofNetty.path("subject").asString()).isEqualTo("netty");
    assertThat(ofNetty.path("tactus").path("median").asDouble()).isEqualTo(13);
    assertThat(ofNetty.path("peers").path("tactus").path("median").asDouble()).isEqualTo(28);
  }

  @Test
  void render_root_tellsMachineAndContenders() {
    assertThat(root.path("machine").path("cores").asInt()).isEqualTo(2);
    assertThat(root.path("contenders").path("netty").asString())
        .isEqualTo("HashedWheelTimer of netty-common-4");
    assertThat(root.path("date").asString()).isEqualTo("2026-01-02T03:04:05Z");
  }
}
