/// Ties tests to requirements.
///
/// A test that proves a line of `docs/requirements.md` carries [Requirement] with the ids of those
/// lines. The build reads the marker from the compiled tests and writes `docs/traceability.md`. No
/// thread, no state; start reading at [Requirement].
@NullMarked
package dev.tactus.requirement;

import org.jspecify.annotations.NullMarked;
