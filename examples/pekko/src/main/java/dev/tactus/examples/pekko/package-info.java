/// A small application of Pekko's that runs on our parts by its configuration alone.
///
/// Enters: nothing but `application.conf`. Leaves: a line of text with what became of the orders.
/// [OrderDesk] has the main; [Order] is an actor of the application.
///
/// Threads: those of the actor system. Start reading at [OrderDesk].
@NullMarked
package dev.tactus.examples.pekko;

import org.jspecify.annotations.NullMarked;
