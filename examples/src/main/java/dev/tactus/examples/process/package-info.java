/// Processes at work: a saga and an interpreter.
///
/// [OrderSaga] is a business process that waits for other services, gives up after a time and takes
/// back what it did; it is written as a `switch` over its states. [Interpreter] runs programs of a
/// small byte code, each of them a process: an endless loop in one does not hold up another.
///
/// Enters: orders, programs. Leaves: results, and commands to a shop. Threads: those of the process
/// system. Start reading at [OrderSaga]; [ProcessTour] runs both.
@NullMarked
package dev.tactus.examples.process;

import org.jspecify.annotations.NullMarked;
