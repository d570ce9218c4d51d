/// The web console that a command starts beside the system that it runs.
///
/// What enters: a running system and the options of the command line. What leaves: an address that
/// is printed, under which a browser and the other commands see that system.
///
/// Threads: the command's; the console has its own. Start reading at [ConsoleOptions].
@NullMarked
package dev.tactus.cli.console;

import org.jspecify.annotations.NullMarked;
