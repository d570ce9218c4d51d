/// What happens in a system, told to whoever wants to know.
///
/// Parts of the runtime publish [RuntimeEvent]s on the [EventStream] of their system; a subscriber
/// names the type it wants and gets events of that type and its subtypes. Nothing is kept: without
/// a subscriber an event costs one look at an empty array.
///
/// Enters: events. Leaves: calls of subscribers. Threads: any publishes and subscribes; a
/// subscriber runs on the publishing thread unless it names an executor. Start reading at
/// [EventStream].
@NullMarked
package dev.tactus.event;

import org.jspecify.annotations.NullMarked;
