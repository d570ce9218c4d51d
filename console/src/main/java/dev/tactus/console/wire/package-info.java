/// What the console sends and takes as JSON, beside the records of [dev.tactus.observe].
///
/// Each record is one JSON object with a field for each of its components, by the same name. The
/// page reads them, and so can every tool that knows [dev.tactus.observe.SnapshotJson]. Nothing
/// here does anything. Start reading at [dev.tactus.console.wire.ConsoleInfo].
@NullMarked
package dev.tactus.console.wire;

import org.jspecify.annotations.NullMarked;
