package dev.tactus.observe;

/// One worker of a dispatcher. Counters are since the start.
///
/// @param number from 0
/// @param thread the name of its thread; empty where the threads are not ours
/// @param executed turns that have begun
/// @param steals how many times it took tasks from other workers
/// @param stolen tasks that it took from other workers
/// @param fromGlobal tasks from outside that it took from the shared queue or was woken with
/// @param overflowed tasks that it moved to the shared queue because its own was full
/// @param parks how many times it went to sleep
/// @param wakes how many times it was woken
/// @param failures turns that ended with an error
/// @param waiting tasks that wait at it
/// @param isAsleep whether it sleeps
/// @param busyNanos for how long it had work
/// @param turnNanos what a turn takes at the moment, on average
/// @param stuckNanos for how long it has been seen in one and the same turn; 0 when it goes on
public record WorkerFigures(
    int number,
    String thread,
    long executed,
    long steals,
    long stolen,
    long fromGlobal,
    long overflowed,
    long parks,
    long wakes,
    long failures,
    int waiting,
    boolean isAsleep,
    long busyNanos,
    long turnNanos,
    long stuckNanos) {}
