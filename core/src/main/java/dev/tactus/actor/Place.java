package dev.tactus.actor;

import dev.tactus.dispatch.Dispatcher;
import dev.tactus.mailbox.inbox.LocalQueue;
import org.jspecify.annotations.Nullable;

/// Where a cell is put.
///
/// @param dispatcher where it runs
/// @param queue the order of its messages; null for first in, first out
/// @param gate what bounds its mailbox; null for nothing
/// @param name null for a number
record Place(
    Dispatcher dispatcher,
    @Nullable LocalQueue queue,
    @Nullable Gate gate,
    @Nullable String name) {}
