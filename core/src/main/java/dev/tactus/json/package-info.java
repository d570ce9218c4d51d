/// How the core writes JSON without a dependency.
///
/// Dumps of the parts go through [JsonWriter]. The package is not exported: what users get is the
/// text, and whoever reads it brings a reader.
///
/// Enters: names and values in their order. Leaves: one JSON text. Threads: the caller's.
@NullMarked
package dev.tactus.json;

import org.jspecify.annotations.NullMarked;
