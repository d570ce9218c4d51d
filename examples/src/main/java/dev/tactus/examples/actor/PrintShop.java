package dev.tactus.examples.actor;

import dev.tactus.actor.ActorRef;
import dev.tactus.actor.ActorSystem;
import dev.tactus.actor.DeadLetter;
import dev.tactus.actor.ServiceKey;
import dev.tactus.actor.SpawnMiddleware;
import dev.tactus.actor.SystemSettings;
import dev.tactus.actor.router.Routers;
import dev.tactus.actor.router.Routing;
import dev.tactus.actor.shutdown.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;

/// What surrounds actors: printers that are found by key, middleware that counts actors, dead
/// letters, and an end in phases.
public final class PrintShop {
  /// What printers are found by.
  static final ServiceKey<String> PRINTERS = ServiceKey.of(String.class, "printers");

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private PrintShop() {}

  /// Settings that count every actor.
  static SystemSettings counting(SystemSettings settings, LongAdder actors) {
    SpawnMiddleware counter =
        (request, next) -> {
          ActorRef<?> made = next.spawn(request);
          actors.increment();
          return made;
        };
    return settings.withSpawnMiddleware(counter);
  }

  /// Opens a shop: some printers, and one address for all of them.
  static ActorRef<String> open(ActorSystem system, int count) {
    List<ActorRef<String>> printers = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      ActorRef<String> printer =
          system.spawn(
              "printer-" + i,
              () -> (ctx, page) -> System.out.println(ctx.path().name() + " prints " + page));
      system.receptionist().register(PRINTERS, printer);
      printers.add(printer);
    }
    ActorRef<String> desk =
        system.spawn("desk", Routers.group(PRINTERS, Routing.<String>roundRobin()));
    system
        .coordinatedShutdown()
        .addTask(Phase.FINISH_WORK, "last pages", () -> printAll(system, desk, printers));
    return desk;
  }

  /// Lets the desk pass on what it has, and then the printers print it.
  private static CompletionStage<Void> printAll(
      ActorSystem system, ActorRef<String> desk, List<ActorRef<String>> printers) {
    return system
        .stopGracefully(desk, PATIENCE)
        .thenCompose(
            over ->
                CompletableFuture.allOf(
                    printers.stream()
                        .map(printer -> system.stopGracefully(printer, PATIENCE))
                        .toArray(CompletableFuture[]::new)));
  }

  /// Prints a few pages.
  public static void main(String[] args) {
    LongAdder actors = new LongAdder();
    try (ActorSystem system = ActorSystem.start(counting(SystemSettings.of("shop"), actors))) {
      system
          .events()
          .subscribe(
              DeadLetter.class,
              letter -> System.out.println("lost: " + letter.message() + ", " + letter.reason()));
      ActorRef<String> desk = open(system, 2);
      for (int page = 1; page <= 4; page++) {
        desk.tell("page " + page);
      }
      System.out.println("clean: " + system.coordinatedShutdown().run().join().isClean());
      System.out.println(actors.sum() + " actors");
    }
  }
}
