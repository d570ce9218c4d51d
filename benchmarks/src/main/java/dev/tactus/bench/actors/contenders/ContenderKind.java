package dev.tactus.bench.actors.contenders;

import dev.tactus.actor.ActorSystem;
import dev.tactus.bench.harness.JarVersion;
import io.vertx.core.eventbus.EventBus;
import java.util.Arrays;
import java.util.concurrent.LinkedTransferQueue;
import java.util.stream.Collectors;
import kotlinx.coroutines.channels.Channel;
import org.apache.pekko.actor.ActorRef;
import org.jctools.queues.varhandle.unpadded.MpscLinkedVarHandleUnpaddedQueue;
import org.jetlang.fibers.PoolFiberFactory;

/// Who competes, and what each can do.
public enum ContenderKind {
  TACTUS("tactus", "ActorSystem", ActorSystem.class),
  PEKKO_CLASSIC("pekko-classic", "ActorRef", ActorRef.class),
  PEKKO_CLASSIC_TUNED("pekko-classic-tuned", "ActorRef", ActorRef.class),
  PEKKO_TYPED("pekko-typed", "ActorRef", org.apache.pekko.actor.typed.ActorRef.class),
  PEKKO_TYPED_TUNED("pekko-typed-tuned", "ActorRef", org.apache.pekko.actor.typed.ActorRef.class),
  VERTX("vertx", "EventBus", EventBus.class),
  KOTLIN("kotlin", "Channel", Channel.class),
  JETLANG("jetlang", "PoolFiber", PoolFiberFactory.class),
  VIRTUAL("virtual", "virtual threads, LinkedTransferQueue", LinkedTransferQueue.class),
  BY_HAND(
      "by-hand",
      "ForkJoinPool of JDK " + Runtime.version().feature() + ", queue",
      MpscLinkedVarHandleUnpaddedQueue.class);

  private final String label;
  private final String product;
  private final Class<?> shippedWith;

  ContenderKind(String label, String product, Class<?> shippedWith) {
    this.label = label;
    this.product = product;
    this.shippedWith = shippedWith;
  }

  /// The name on the command line and in the table.
  public String label() {
    return label;
  }

  /// What runs under that name, with its version.
  public String version() {
    return product + " of " + JarVersion.of(shippedWith);
  }

  /// Whether it is Pekko, in whatever form.
  public boolean isPekko() {
    return label.startsWith("pekko");
  }

  /// Whether it is something that a user can pick, and not what one would write instead.
  public boolean isProduct() {
    return this != BY_HAND;
  }

  /// Whether an actor may start another and send to it at once. A verticle is deployed some time
  /// later, and what is sent to it before then is lost.
  public boolean spawnsWithin() {
    return this != VERTX;
  }

  /// Starts one.
  public ActorContender<?> start() {
    return switch (this) {
      case TACTUS -> TactusContender.start();
      case PEKKO_CLASSIC -> new PekkoClassicContender(PekkoSettings.defaults());
      case PEKKO_CLASSIC_TUNED -> new PekkoClassicContender(PekkoSettings.tuned());
      case PEKKO_TYPED -> new PekkoTypedContender(PekkoSettings.defaults());
      case PEKKO_TYPED_TUNED -> new PekkoTypedContender(PekkoSettings.tuned());
      case VERTX -> new VertxContender();
      case KOTLIN -> new KotlinContender();
      case JETLANG -> new JetlangContender();
      case VIRTUAL -> new VirtualThreadContender();
      case BY_HAND -> new ByHandContender();
    };
  }

  /// The contender of that name.
  ///
  /// @throws IllegalArgumentException if there is none
  public static ContenderKind named(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "contender '"
                        + label
                        + "' given; known are "
                        + Arrays.stream(values())
                            .map(ContenderKind::label)
                            .collect(Collectors.joining(", "))));
  }
}
