package dev.tactus.examples.actor;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import java.time.Duration;

/// The smallest program: one actor, one message.
public final class Hello {
  private Hello() {}

  public static void main(String[] args) {
    try (ActorSystem system = ActorSystem.start("hello")) {
      ActorRef<String> greeter =
          system.spawn("greeter", () -> (ctx, name) -> System.out.println("Hello, " + name + "!"));
      greeter.tell("world");
      system.stopGracefully(greeter, Duration.ofSeconds(1)).join();
    }
  }
}
