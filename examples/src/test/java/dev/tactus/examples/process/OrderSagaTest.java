package dev.tactus.examples.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tactus.examples.process.OrderSaga.Outcome;
import dev.tactus.examples.process.Shop.Order;
import dev.tactus.process.ExitReason;
import dev.tactus.process.ProcessException;
import dev.tactus.process.StopReport;
import dev.tactus.requirement.Requirement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/// An order in all its ways, in virtual time.
@Requirement({"P2", "P5"})
final class OrderSagaTest {
  private static final Order ORDER = new Order(7, "lamp", 4_900);

  private final SlowShop shop = new SlowShop();
  private final VirtualSystem virtual = new VirtualSystem(Shop.commands(shop));

  @Test
  void place_allAnswer_ships() {
    CompletableFuture<ExitReason> order = place();
    shop.reserved.complete("r1");
    virtual.settle();
    shop.charged.complete("p1");
    virtual.settle();
    shop.shipped.complete("parcel 1");
    virtual.settle();

    assertThat(order).isCompletedWithValue(new ExitReason.Done(new Outcome.Shipped("parcel 1")));
    assertThat(shop.asked).containsExactly("reserve lamp", "charge 4900", "ship lamp");
    virtual.advance(Duration.ofMillis(20));
    assertThat(virtual.scheduler.metrics().active()).as("timeouts left").isZero();
  }

  @Test
  void place_bankDoesNotAnswer_releasesAfterTheTimeout() {
    CompletableFuture<ExitReason> order = place();
    virtual.advance(Duration.ofSeconds(20));
    shop.reserved.complete("r1");
    virtual.advance(Duration.ofSeconds(29));
    assertThat(shop.asked).containsExactly("reserve lamp", "charge 4900");
    virtual.advance(Duration.ofSeconds(2));
    assertThat(shop.asked).endsWith("release r1");
    assertThat(shop.charged).as("nobody waits for it any more").isCancelled();
    shop.released.complete(null);
    virtual.settle();

    assertThat(order)
        .isCompletedWithValue(new ExitReason.Done(new Outcome.Undone("no answer in time")));
  }

  @Test
  void place_shippingFails_refundsAndReleasesInThisOrder() {
    CompletableFuture<ExitReason> order = place();
    shop.reserved.complete("r1");
    virtual.settle();
    shop.charged.complete("p1");
    virtual.settle();
    shop.shipped.completeExceptionally(new IllegalStateException("no driver"));
    virtual.settle();
    shop.refunded.complete(null);
    virtual.settle();
    shop.released.complete(null);
    virtual.settle();

    assertThat(shop.asked)
        .containsExactly("reserve lamp", "charge 4900", "ship lamp", "refund p1", "release r1");
    assertThat(order).isCompletedWithValue(new ExitReason.Done(new Outcome.Undone("no driver")));
  }

  @Test
  void place_nothingInStock_endsWithoutUndoing() {
    CompletableFuture<ExitReason> order = place();
    shop.reserved.completeExceptionally(new IllegalStateException("sold out"));
    virtual.settle();

    assertThat(order).isCompletedWithValue(new ExitReason.Done(new Outcome.Undone("sold out")));
    assertThat(shop.asked).containsExactly("reserve lamp");
  }

  @Test
  void place_refundFails_endsByAnErrorThatTellsBoth() {
    CompletableFuture<ExitReason> order = place();
    shop.reserved.complete("r1");
    virtual.settle();
    shop.charged.complete("p1");
    virtual.settle();
    shop.shipped.completeExceptionally(new IllegalStateException("no driver"));
    virtual.settle();
    shop.refunded.completeExceptionally(new IllegalStateException("bank closed"));
    virtual.settle();

    assertThat(((ExitReason.Crashed) order.join()).error())
        .hasMessageContaining("no driver")
        .hasMessageContaining("bank closed");
  }

  @Test
  @Requirement({"P7", "P9"})
  void stop_whileAnOrderIsCharged_undoesItInTime() {
    CompletableFuture<ExitReason> order = place();
    shop.reserved.complete("r1");
    virtual.settle();
    CompletableFuture<StopReport> report = virtual.system.stop(Duration.ofSeconds(10));
    virtual.advance(Duration.ofSeconds(1));
    assertThat(shop.asked).endsWith("release r1");
    shop.released.complete(null);
    virtual.settle();

    assertThat(order)
        .isCompletedWithValue(new ExitReason.Done(new Outcome.Undone("the system stops")));
    assertThat(report.join().isGraceful()).isTrue();
  }

  @Test
  @Requirement("P1")
  void place_byAnotherMethod_isRefused() {
    assertThatThrownBy(() -> virtual.system.spawn(OrderSaga::new, "cancel", ORDER))
        .isInstanceOf(ProcessException.UnknownMethod.class)
        .hasMessageContaining("[place]");
  }

  private CompletableFuture<ExitReason> place() {
    CompletableFuture<ExitReason> order =
        virtual.system.run(OrderSaga::new, OrderSaga.PLACE, ORDER);
    virtual.settle();
    return order;
  }

  /// A shop that answers when the test says so.
  private static final class SlowShop implements Shop {
    final List<String> asked = new ArrayList<>();
    final CompletableFuture<String> reserved = new CompletableFuture<>();
    final CompletableFuture<Void> released = new CompletableFuture<>();
    final CompletableFuture<String> charged = new CompletableFuture<>();
    final CompletableFuture<Void> refunded = new CompletableFuture<>();
    final CompletableFuture<String> shipped = new CompletableFuture<>();

    @Override
    public CompletionStage<String> reserve(Order order) {
      asked.add("reserve " + order.item());
      return reserved;
    }

    @Override
    public CompletionStage<Void> release(String reservation) {
      asked.add("release " + reservation);
      return released;
    }

    @Override
    public CompletionStage<String> charge(Order order) {
      asked.add("charge " + order.cents());
      return charged;
    }

    @Override
    public CompletionStage<Void> refund(String payment) {
      asked.add("refund " + payment);
      return refunded;
    }

    @Override
    public CompletionStage<String> ship(Order order) {
      asked.add("ship " + order.item());
      return shipped;
    }
  }
}
