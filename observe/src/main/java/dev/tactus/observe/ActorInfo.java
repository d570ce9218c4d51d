package dev.tactus.observe;

import dev.tactus.dispatch.Occupant;

/// One actor at one moment.
///
/// @param path its path
/// @param dispatcher the id of its dispatcher
/// @param state what its mailbox is doing
/// @param suspends how often it is suspended
/// @param depth how many messages wait, counted up to a limit
/// @param isDepthExact false when more may wait than were counted
/// @param systemDepth how many system messages wait
/// @param worker the thread that runs it; empty when none does
/// @param turnNanos how long its latest measured turn took; -1 when none was measured. Turns are
///   measured now and then, while somebody looks.
/// @param latestType the type of the message that it handles, or handled last; empty before the
///   first
/// @param children how many children it has
public record ActorInfo(
    String path,
    String dispatcher,
    Occupant.Phase state,
    int suspends,
    int depth,
    boolean isDepthExact,
    int systemDepth,
    String worker,
    long turnNanos,
    String latestType,
    int children) {}
