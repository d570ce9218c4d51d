package dev.tactus.observe.meter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.observe.SampleSource;
import org.junit.jupiter.api.Test;

final class PrometheusScrapeTest {
  @Test
  void get_ofASource_isTheTextThatPrometheusReads() {
    SampleSource source = new SampleSource();
    source.system.fired = 33;
    source.note("Failed", "/shop/user/till");
    source.step();

    try (PrometheusScrape scrape = PrometheusScrape.of(source, () -> 0)) {
      assertThat(scrape.get().lines())
          .contains(
              "# TYPE tactus_actors gauge",
              "# HELP tactus_actors actors, by what their mailboxes do",
              "tactus_actors{state=\"idle\",system=\"shop\"} 2.0",
              "# TYPE tactus_timers_fired_total counter",
              "tactus_timers_fired_total{system=\"shop\"} 33.0",
              "# TYPE tactus_timers_lateness_seconds gauge",
              "tactus_timers_lateness_seconds{percentile=\"99\",system=\"shop\"} 9.0E-4",
              "# TYPE tactus_worker_busy_seconds_total counter",
              "tactus_worker_busy_seconds_total"
                  + "{dispatcher=\"default\",system=\"shop\",worker=\"0\"} 1.0",
              "tactus_dead_letters_total{reason=\"overflow\",system=\"shop\"} 0.0",
              "tactus_findings{kind=\"long_turn\",system=\"shop\"} 0.0");
    }
    assertThat(source.viewers()).isZero();
  }
}
