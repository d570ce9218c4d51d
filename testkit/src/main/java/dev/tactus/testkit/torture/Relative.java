package dev.tactus.testkit.torture;

import dev.tactus.actor.Actor;
import dev.tactus.actor.Context;
import org.jspecify.annotations.Nullable;

/// An actor of [Families]: tells the oracle how it begins and ends.
final class Relative implements Actor<Families.Order> {
  private final Families.Person person;
  private final Families families;

  Relative(Families.Person person, Families families) {
    this.person = person;
    this.families = families;
  }

  @Override
  public void started(Context<Families.Order> ctx) {
    person.begins();
  }

  @Override
  public void receive(Context<Families.Order> ctx, Families.Order order) {
    families.handle(ctx, person, order);
  }

  @Override
  public void restarting(
      Context<Families.Order> ctx, Throwable cause, Families.@Nullable Order order) {
    person.isReplaced();
  }

  @Override
  public void stopped(Context<Families.Order> ctx) {
    person.ends();
  }
}
