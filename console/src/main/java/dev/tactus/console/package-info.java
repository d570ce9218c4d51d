/// A web page that shows a running system, and the server behind it.
///
/// What enters: requests of browsers and tools, and a [dev.tactus.observe.Source] that is looked
/// at. What leaves: the page, JSON, a stream of snapshots; and where it is asked for, a few
/// actions. Each request passes [dev.tactus.console.Gate], which lets [dev.tactus.console.Guard]
/// look at it, finds its place in [dev.tactus.console.Routes] and sends what that answers.
///
/// Threads: one for each request; the streams have theirs for as long as somebody reads. Nothing
/// here holds up the system that is looked at. Start reading at [dev.tactus.console.Console].
@NullMarked
package dev.tactus.console;

import org.jspecify.annotations.NullMarked;
