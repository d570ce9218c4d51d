/// Rules over the whole repository, as tests; the last module of the build.
///
/// What enters: the texts of the repository, found by [Repository], and the compiled classes of all
/// modules, imported by [CompiledClasses]. What leaves: lists of [Violation], each with file, line
/// and what to do, and the page `docs/traceability.md`.
///
/// Each rule is a small class that knows nothing of JUnit ([HostAccess], [ModuleDependencies],
/// [TextRules] and so on). A test runs it twice: over this repository, where it must find nothing,
/// and over a [SampleRepository] that breaks it, where it must find just that.
///
/// Threads: everything runs on the test's thread, formatting and parsing on the common pool. Start
/// reading at [ArchitectureTest], [TidyTest], [FormatTest] and [TraceabilityTest].
@NullMarked
package dev.tactus.tidy;

import org.jspecify.annotations.NullMarked;
