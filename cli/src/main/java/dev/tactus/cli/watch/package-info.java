/// Looks at a system from outside, through its console or a recording.
///
/// What enters: answers of a console over HTTP ([dev.tactus.cli.watch.ConsoleClient]), or a file.
/// Both become a [dev.tactus.observe.Source]. What leaves: tables for people, plain in a pipe and
/// live on a terminal, and JSON for tools.
///
/// Threads: the caller's; a source that is viewed asks its console on a thread of its own. Start
/// reading at [dev.tactus.cli.watch.TopView], or at [dev.tactus.cli.watch.ConsoleClient] for what
/// can go wrong.
@NullMarked
package dev.tactus.cli.watch;

import org.jspecify.annotations.NullMarked;
