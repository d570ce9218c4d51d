package dev.tactus.testkit.torture;

import dev.tactus.actor.Actor;
import dev.tactus.actor.Context;

/// An actor of [Boxes]: handles each parcel once, as it comes.
final class Box implements Actor<Boxes.Parcel> {
  private final Boxes.Shelf shelf;
  private final Boxes boxes;

  Box(Boxes.Shelf shelf, Boxes boxes) {
    this.shelf = shelf;
    this.boxes = boxes;
  }

  @Override
  public void receive(Context<Boxes.Parcel> ctx, Boxes.Parcel parcel) {
    boxes.handled(shelf, parcel);
  }
}
