/// The program behind `./tactus`.
///
/// [Main] puts the command line together and turns its outcome into an exit code: 0 when all went
/// well, 1 when it did not, 2 when the command line cannot be followed. [DemoCommand] is `demo`,
/// [ConsoleCommand] is what `top`, `actors`, `timers`, `workers`, `dump` and `record` have in
/// common, [SimCommand] and [SimShowCommand] are `sim`, [ReplayCommand] is `replay`,
/// [ExplainCommand] is `explain`, [CompletionCommand] is `completion`; `bench` comes from the
/// module `benchmarks`. What a command does lies in a package of its own below this one.
///
/// Enters: arguments. Leaves: text and an exit code. Threads: the main one, and a hook that turns
/// Ctrl-C into an orderly end ([StopSignal]). Start reading at [Main].
@NullMarked
package dev.tactus.cli;

import org.jspecify.annotations.NullMarked;
