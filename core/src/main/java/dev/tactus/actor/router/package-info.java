/// Actors that pass their messages on to others, by a rule.
///
/// What enters: messages, to the router's own address. What leaves: the same messages, to one
/// routee or to all of them, with the sender that they came with. The routees are children of the
/// router ([dev.tactus.actor.router.Routers#pool]) or live elsewhere
/// ([dev.tactus.actor.router.Routers#group]).
///
/// A router is an ordinary actor, so everything runs in its turns. Start reading at
/// [dev.tactus.actor.router.Routers], then at [dev.tactus.actor.router.Routing].
@NullMarked
package dev.tactus.actor.router;

import org.jspecify.annotations.NullMarked;
