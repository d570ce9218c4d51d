/// Events for the JDK's flight recorder.
///
/// What enters: the event stream of a system, and its snapshots. What leaves: events named
/// `tactus.*` in the recordings of this virtual machine, between those of the collector, of locks
/// and of threads. There is never one for each message, and a flood is cut off and counted.
///
/// Threads: those that publish events, and the one that shows snapshots. Without a recording that
/// runs, nothing is listened to. Start reading at [dev.tactus.observe.flight.FlightRecorderEvents].
@NullMarked
package dev.tactus.observe.flight;

import org.jspecify.annotations.NullMarked;
