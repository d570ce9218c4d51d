package dev.tactus.observe.meter;

import dev.tactus.observe.Source;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The meters of a source as a page for Prometheus, with a registry of its own. Give it to a
/// console, which serves it as `/metrics`.
///
/// Threads: any.
public final class PrometheusScrape implements Supplier<String>, AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final TactusMeters meters;

  private PrometheusScrape(TactusMeters meters) {
    this.meters = meters;
    meters.bindTo(registry);
  }

  /// Pages of this source.
  public static PrometheusScrape of(Source source) {
    return new PrometheusScrape(TactusMeters.of(source));
  }

  static PrometheusScrape of(Source source, LongSupplier nanos) {
    return new PrometheusScrape(TactusMeters.of(source, nanos));
  }

  /// The page as it is now.
  @Override
  public String get() {
    return registry.scrape();
  }

  @Override
  public void close() {
    meters.close();
    registry.close();
  }
}
