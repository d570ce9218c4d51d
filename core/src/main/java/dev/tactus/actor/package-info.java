/// What users import: the actor system, actors, their references and their context.
///
/// What enters: actors to spawn ([dev.tactus.actor.ActorSystem], [dev.tactus.actor.Context]) and
/// messages ([dev.tactus.actor.ActorRef]). What leaves: calls of [dev.tactus.actor.Actor] on the
/// threads of a dispatcher, one at a time for each actor; and events: dead letters, restarts,
/// stops.
///
/// Inside, one [dev.tactus.actor.ActorCell] is one actor: its mailbox, its place in the tree, its
/// current instance. Start reading there; then [dev.tactus.actor.Lifecycle] for how it begins,
/// fails, restarts and ends.
@NullMarked
package dev.tactus.actor;

import org.jspecify.annotations.NullMarked;
