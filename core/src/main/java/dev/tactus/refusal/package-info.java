/// How long to leave a pool alone that refused work.
///
/// Dispatchers and processes both ask such a pool again after a [RetryPause], which is short at
/// first and grows. The package is not exported: how often a pool is asked is no setting.
///
/// Enters: refusals, one after another. Leaves: the time to wait. Threads: any; values only.
@NullMarked
package dev.tactus.refusal;

import org.jspecify.annotations.NullMarked;
