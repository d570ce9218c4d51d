package dev.tactus.scheduler;

import dev.tactus.json.JsonWriter;
import dev.tactus.time.driver.DriverStatus;
import java.time.Duration;
import java.util.Locale;

/// Writes a dump as text and as JSON.
final class DumpFormat {
  private DumpFormat() {}

  static String text(SchedulerDump d) {
    StringBuilder out = new StringBuilder(512);
    SchedulerMetrics m = d.metrics();
    line(out, "scheduler %s: %s clock, %s driver, %s", d.name(), d.clock(), d.driver(), status(d));
    d.driverFallback().ifPresent(why -> line(out, "  instead of %s", why));
    d.driverStopped().ifPresent(why -> line(out, "  stopped   because %s", why));
    line(
        out,
        "  driver    %d ticks in %d tokens (%.1f a second), %d catch-ups, %d refusals, jitter"
            + " mean %s max %s",
        d.driverStats().ticks(),
        d.driverStats().tokens(),
        d.driverStats().tokensPerSecond(),
        d.driverStats().catchUps(),
        d.driverStats().refusals(),
        time(d.driverStats().meanJitterNanos()),
        time(d.driverStats().maxJitterNanos()));
    line(
        out,
        "  wheel     tick %d of %d, %s a tick, %d of %d slots active",
        d.position(),
        d.nowTick(),
        time(d.resolutionNanos()),
        d.activeSlots(),
        d.slots());
    line(out, "  overflow  %d of %d", d.overflowSize(), d.overflowCapacity());
    line(out, "  commands  %d pending", d.pendingCommands());
    line(
        out,
        "  timers    %d active (quota %d), %d periodic; %d registered, %d fired, %d completed, %d"
            + " cancelled, %d dropped",
        m.active(),
        m.quotaLimit(),
        m.periodic(),
        m.registered(),
        m.fired(),
        m.completed(),
        m.cancelled(),
        m.dropped());
    line(
        out,
        "  drift     last %s, max %s, %d warnings",
        time(m.driftNanos()),
        time(m.maxDriftNanos()),
        m.driftWarnings());
    line(
        out,
        "  lateness  p50 %s, p99 %s, max %s of %d",
        time(m.lateness().p50Nanos()),
        time(m.lateness().p99Nanos()),
        time(m.lateness().maxNanos()),
        m.lateness().count());
    for (SchedulerDump.PeriodicJob job : d.periodicJobs()) {
      line(
          out,
          "  job %d %s every %s, %s, backlog %d, last fire at %d ns, %s, on %s",
          job.timerId(),
          job.mode(),
          time(job.periodNanos()),
          job.state(),
          job.backlog(),
          job.lastFireNanos(),
          job.priority(),
          job.executor());
    }
    return out.toString();
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency at run time
  private static void line(StringBuilder out, String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String time(long nanos) {
    return Duration.ofNanos(nanos).toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private static String status(SchedulerDump d) {
    return switch (d.driverStatus()) {
      case DriverStatus.Ok() -> "ok";
      case DriverStatus.Backpressured(long pending) -> "backpressured, " + pending + " pending";
      case DriverStatus.Suspended() -> "suspended";
      case DriverStatus.Flushed(long drained, long pending) ->
          "flushed, " + drained + " drained, " + pending + " pending";
    };
  }

  static String json(SchedulerDump d) {
    JsonWriter json = new JsonWriter();
    json.beginObject()
        .field("name", d.name())
        .field("clock", d.clock())
        .field("resolutionNanos", d.resolutionNanos());
    driver(json, d);
    json.beginObject("wheel")
        .field("position", d.position())
        .field("nowTick", d.nowTick())
        .field("slots", d.slots())
        .field("activeSlots", d.activeSlots())
        .field("overflowSize", d.overflowSize())
        .field("overflowCapacity", d.overflowCapacity())
        .field("pendingCommands", d.pendingCommands())
        .endObject();
    metrics(json, d.metrics());
    json.beginArray("periodicJobs");
    for (SchedulerDump.PeriodicJob job : d.periodicJobs()) {
      json.beginObject()
          .field("timerId", job.timerId())
          .field("mode", job.mode())
          .field("periodNanos", job.periodNanos())
          .field("state", job.state())
          .field("backlog", job.backlog())
          .field("lastFireNanos", job.lastFireNanos())
          .field("priority", job.priority())
          .field("executor", job.executor())
          .endObject();
    }
    return json.endArray().endObject().toString();
  }

  private static void driver(JsonWriter json, SchedulerDump d) {
    json.beginObject("driver").field("kind", d.driver()).field("status", statusName(d));
    switch (d.driverStatus()) {
      case DriverStatus.Backpressured(long pending) -> json.field("pending", pending);
      case DriverStatus.Flushed(long drained, long pending) ->
          json.field("drained", drained).field("pending", pending);
      case DriverStatus.Ok ok -> {}
      case DriverStatus.Suspended suspended -> {}
    }
    d.driverFallback().ifPresent(why -> json.field("insteadOf", why));
    d.driverStopped().ifPresent(why -> json.field("stopped", why));
    json.field("ticks", d.driverStats().ticks())
        .field("tokens", d.driverStats().tokens())
        .field("catchUps", d.driverStats().catchUps())
        .field("refusals", d.driverStats().refusals())
        .field("ticksPerSecond", d.driverStats().ticksPerSecond())
        .field("tokensPerSecond", d.driverStats().tokensPerSecond())
        .field("meanJitterNanos", d.driverStats().meanJitterNanos())
        .field("maxJitterNanos", d.driverStats().maxJitterNanos())
        .endObject();
  }

  private static String statusName(SchedulerDump d) {
    return d.driverStatus().getClass().getSimpleName().toUpperCase(Locale.ROOT);
  }

  private static void metrics(JsonWriter json, SchedulerMetrics m) {
    json.beginObject("metrics")
        .field("registered", m.registered())
        .field("active", m.active())
        .field("periodic", m.periodic())
        .field("fired", m.fired())
        .field("completed", m.completed())
        .field("cancelled", m.cancelled())
        .field("dropped", m.dropped())
        .field("quotaLimit", m.quotaLimit())
        .field("driftNanos", m.driftNanos())
        .field("maxDriftNanos", m.maxDriftNanos())
        .field("driftWarnings", m.driftWarnings())
        .beginObject("lateness")
        .field("count", m.lateness().count())
        .field("p50Nanos", m.lateness().p50Nanos())
        .field("p99Nanos", m.lateness().p99Nanos())
        .field("maxNanos", m.lateness().maxNanos())
        .beginArray("buckets");
    for (Lateness.Bucket bucket : m.lateness().buckets()) {
      json.beginObject()
          .field("upToNanos", bucket.upToNanos())
          .field("count", bucket.count())
          .endObject();
    }
    json.endArray().endObject().endObject();
  }
}
