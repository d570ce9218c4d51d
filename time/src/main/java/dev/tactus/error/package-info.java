/// The codes of all errors and warnings, and who has one.
///
/// [ErrorCode] lists them: `TAC-0101` and so on, in ranges by the part that they come from. Each
/// has a page under `docs/errors`, which `./tactus explain` shows. Every exception type of ours is
/// [Coded], and its message ends with the code in brackets; so are the warnings that the runtime
/// publishes. Errors of callers that stay plain Java exceptions carry a code in their message only.
///
/// Enters: a message. Leaves: the message with its code. Threads: any. Start reading at
/// [ErrorCode#mark].
@NullMarked
package dev.tactus.error;

import org.jspecify.annotations.NullMarked;
