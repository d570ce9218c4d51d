/// What a running system looks like from outside.
///
/// What enters: a system of actors, with its dispatchers, timers, processes and events. What
/// leaves: one immutable [dev.tactus.observe.Snapshot] after another, pages of actors, and the
/// latest events. Consoles, meters and recordings read nothing else.
///
/// Threads: a timer of the system takes snapshots while somebody looks; the rest is the caller's.
/// Start reading at [dev.tactus.observe.Observatory].
@NullMarked
package dev.tactus.observe;

import org.jspecify.annotations.NullMarked;
