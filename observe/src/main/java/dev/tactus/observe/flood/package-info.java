/// How many events of a kind are put into words: a flood must cost a counter, and nothing else.
///
/// A limit lets the first ones of each second through and counts the rest. It is not exported: the
/// events that the observatory remembers and those of the flight recorder use the same one.
///
/// Threads: any.
@NullMarked
package dev.tactus.observe.flood;

import org.jspecify.annotations.NullMarked;
