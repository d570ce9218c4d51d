/// What `explain` says about an error code.
///
/// [ErrorPages] finds the page of a code among the resources, where the build has put the files of
/// `docs/errors`; [PageText] makes text of its Markdown, for a terminal or for anything else;
/// [Nearest] guesses which code was meant by one that does not exist.
///
/// Enters: a code, or something like it. Leaves: text. Threads: any; nothing here keeps state.
/// Start reading at [ErrorPages].
@NullMarked
package dev.tactus.cli.explain;

import org.jspecify.annotations.NullMarked;
