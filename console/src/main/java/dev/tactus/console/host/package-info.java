/// What the console has to ask the machine for: a secret that nobody can guess.
///
/// It is a package of its own because a rule of the build lets only such packages draw random
/// numbers; time comes through the seams of `dev.tactus.time`. What enters: nothing. What leaves: a
/// token. Threads: any. Start reading at [dev.tactus.console.host.RandomToken].
@NullMarked
package dev.tactus.console.host;

import org.jspecify.annotations.NullMarked;
