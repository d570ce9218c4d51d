/// Dispatchers: where actors run, how long a turn is, and what happens when nobody runs them.
///
/// What enters: mailboxes that became ready (`Dispatcher.submit`). What leaves: the same, as turns
/// on workers, virtual threads, an executor, a thread of their own, or the caller's pump; and
/// events about refusals and starvation.
///
/// Threads: any may submit; a turn runs on a thread of the dispatcher. Start reading at
/// [dev.tactus.dispatch.Dispatcher], then at [dev.tactus.dispatch.DispatcherSettings].
@NullMarked
package dev.tactus.dispatch;

import org.jspecify.annotations.NullMarked;
