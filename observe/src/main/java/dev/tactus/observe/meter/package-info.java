/// Snapshots as meters for Micrometer, and as text for Prometheus.
///
/// What enters: a [dev.tactus.observe.Source]. What leaves: the meters of
/// [dev.tactus.observe.meter.TactusMeter] in a registry, or a page of text. Micrometer is optional:
/// who does not use this package needs none of it.
///
/// Threads: whoever scrapes. Scraping reads the latest snapshot and takes one a second at most.
/// Start reading at [dev.tactus.observe.meter.TactusMeters].
@NullMarked
package dev.tactus.observe.meter;

import org.jspecify.annotations.NullMarked;
