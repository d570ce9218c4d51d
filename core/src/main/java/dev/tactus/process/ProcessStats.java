package dev.tactus.process;

import java.util.Map;

/// What the processes of a system have done, and what they do. What is counted only grows; what is
/// the matter at the moment, from `alive` and `byState` to `waiting`, goes up and down.
///
/// @param started processes that were started: their `init` has returned
/// @param alive processes that have not ended
/// @param done processes that were done
/// @param crashed processes that ended by an error
/// @param terminated processes that were ended by others
/// @param startsFailed starts whose `init` threw
/// @param startsRefused starts that were refused, by the limit or because the system stops
/// @param steps steps that were begun
/// @param messagesLost messages that processes had not taken when they ended
/// @param answersRefused answers that no yield waited for, and second answers
/// @param byState how many of those that are alive are in each state
/// @param queuedEvents events that they have not been given yet
/// @param executed turns that the pool has begun, of processes and of others
/// @param stolen tasks that its workers took from each other
/// @param waiting tasks that wait for a worker
public record ProcessStats(
    long started,
    long alive,
    long done,
    long crashed,
    long terminated,
    long startsFailed,
    long startsRefused,
    long steps,
    long messagesLost,
    long answersRefused,
    Map<ProcessState, Long> byState,
    long queuedEvents,
    long executed,
    long stolen,
    long waiting) {}
