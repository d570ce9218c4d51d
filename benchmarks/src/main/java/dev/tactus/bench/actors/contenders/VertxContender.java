package dev.tactus.bench.actors.contenders;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageCodec;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Vert.x: a verticle an actor, reached by its address on the local event bus. Messages are handed
/// over by reference, as its documentation recommends for messages that do not change.
final class VertxContender implements ActorContender<String> {
  private final Vertx vertx = Vertx.vertx();
  private final EventBus bus = vertx.eventBus().registerCodec(new ByReference());
  private final DeliveryOptions options =
      new DeliveryOptions().setLocalOnly(true).setCodecName(ByReference.NAME);
  private final AtomicLong lastName = new AtomicLong();

  @Override
  public String spawn(Supplier<Handler<String>> handler) {
    Receiver receiver = new Receiver(handler.get());
    wait(vertx.deployVerticle(receiver));
    return receiver.address;
  }

  @Override
  public void tell(String actor, Object message) {
    bus.send(actor, message, options);
  }

  @Override
  public String spawnEcho() {
    Echo echo = new Echo();
    wait(vertx.deployVerticle(echo));
    return echo.address;
  }

  @Override
  public CompletionStage<Object> ask(String echo, Object question) {
    return bus.request(echo, question, options).map(Message::body).toCompletionStage();
  }

  @Override
  public void close() {
    wait(vertx.close());
  }

  private String newAddress() {
    return "actor-" + lastName.incrementAndGet();
  }

  private static void wait(Future<?> future) {
    future.toCompletionStage().toCompletableFuture().join();
  }

  private final class Receiver extends VerticleBase implements Self<String> {
    private final String address = newAddress();
    private final Handler<String> handler;

    Receiver(Handler<String> handler) {
      this.handler = handler;
    }

    @Override
    public Future<?> start() {
      return bus.localConsumer(address, this::receive).completion();
    }

    private void receive(Message<Object> message) {
      handler.receive(this, message.body());
    }

    @Override
    public String address() {
      return address;
    }

    /// A verticle is deployed some time later, so nothing could be told to it at once.
    @Override
    public String spawn(Supplier<Handler<String>> child) {
      throw new UnsupportedOperationException(
          "a verticle cannot deploy another and send to it in the same turn; spawn from outside");
    }

    @Override
    public void end() {
      vertx.undeploy(deploymentID());
    }
  }

  private final class Echo extends VerticleBase {
    private final String address = newAddress();

    @Override
    public Future<?> start() {
      return bus.localConsumer(address, message -> message.reply(message.body(), options))
          .completion();
    }
  }

  private static final class ByReference implements MessageCodec<Object, Object> {
    static final String NAME = "by-reference";

    @Override
    public void encodeToWire(Buffer buffer, Object message) {
      throw new UnsupportedOperationException("messages of the benchmark stay in this process");
    }

    @Override
    public Object decodeFromWire(int position, Buffer buffer) {
      throw new UnsupportedOperationException("messages of the benchmark stay in this process");
    }

    @Override
    public Object transform(Object message) {
      return message;
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public byte systemCodecID() {
      return -1; // not one of Vert.x itself
    }
  }
}
