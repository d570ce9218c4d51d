/// The end of a system in phases.
///
/// What enters: tasks, each for a phase ([dev.tactus.actor.shutdown.CoordinatedShutdown#addTask]),
/// and the request to run. What leaves: calls of the tasks, phase after phase, and a summary of how
/// each of them ended ([dev.tactus.actor.shutdown.ShutdownSummary]).
///
/// Knows nothing of actors: that they are stopped is a task like any other. Tasks are started on
/// the thread that ended the phase before. Start reading at
/// [dev.tactus.actor.shutdown.CoordinatedShutdown].
@NullMarked
package dev.tactus.actor.shutdown;

import org.jspecify.annotations.NullMarked;
