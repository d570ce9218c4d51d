/// Actors at work: a greeting, a supervised pool of workers, a bank.
///
/// [Hello] is the smallest program. [WordCounter] spreads work over a pool whose workers may fail,
/// and gathers the answers. [Account] waits for a slow ledger and sets aside what comes meanwhile;
/// [Bank] has an account for every owner. [PrintShop] shows what surrounds actors: finding,
/// counting, an end in phases. [Sensor] has timers, a bounded mailbox and another dispatcher.
///
/// Enters: messages of each `main` or test. Leaves: answers. Threads: those of the actor system.
/// Start reading at [Hello].
@NullMarked
package dev.tactus.examples.actor;

import org.jspecify.annotations.NullMarked;
