/// The demo: a scheduler under a bounded load, watched while it runs and audited when it ends.
///
/// [Demo] runs it: it starts a scheduler, has a [Load] keep a fixed number of timers active in it,
/// shows a [LiveLine] now and then, closes the scheduler and leaves a [DemoReport], which [Summary]
/// puts into words. The [Books] hold what the demo counted by itself against what the scheduler
/// says.
///
/// Enters: settings, a toolbox, a [DemoTime] (the machine's, or virtual in tests). Leaves: lines of
/// text and the report. Threads: the caller's runs the demo; an executor of the caller's runs the
/// tasks. Start reading at [Demo].
@NullMarked
package dev.tactus.cli.demo;

import org.jspecify.annotations.NullMarked;
