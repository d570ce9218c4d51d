/// The command `bench`: our parts side by side with what a user might pick instead.
///
/// [BenchCommand] reads the command line and has one subcommand a [suite][Suites]; [BenchRun] runs
/// a suite and prints, [BenchChild] is the main of the JVMs that it starts. `harness` measures
/// without knowing what, `report` shows, and every other package below is a suite's workloads.
///
/// Threads: everything on the caller. Start reading at [BenchCommand].
@NullMarked
package dev.tactus.bench;

import org.jspecify.annotations.NullMarked;
