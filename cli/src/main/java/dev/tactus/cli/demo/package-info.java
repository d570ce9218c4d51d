/// The demo: a fleet of device actors, watched while it runs and audited when it ends.
///
/// [Demo] runs it: it starts an actor system, has a [Fleet] of [Device]s send readings to their
/// [Collector]s, shows a [LiveLine] now and then, closes the system and leaves a [DemoReport],
/// which [Summary] puts into words. The [Books] hold what the fleet counted by itself
/// ([FleetCounts]) against what the system says ([Witness], and the system's own counters).
///
/// Enters: settings, a machine to run on, a [DemoTime] (the machine's, or virtual in tests).
/// Leaves: lines of text and the report. Threads: the caller's runs the demo; the system's run the
/// actors. Start reading at [Demo].
@NullMarked
package dev.tactus.cli.demo;

import org.jspecify.annotations.NullMarked;
