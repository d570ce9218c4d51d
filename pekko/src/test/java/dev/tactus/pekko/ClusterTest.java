package dev.tactus.pekko;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.junit.jupiter.api.Test;

/// Pekko Cluster with sharding, on all plug-ins: two nodes on loopback.
class ClusterTest {
  private static final EntityTypeKey<ActorRef<String>> GREETER =
      EntityTypeKey.create(erased(), "greeter");

  @SuppressWarnings({"unchecked", "rawtypes"}) // Pekko wants a class where there are only types
  private static Class<ActorRef<String>> erased() {
    return (Class) ActorRef.class;
  }

  private static ActorSystem<Void> node() {
    return ActorSystem.create(
        Behaviors.empty(),
        "cluster",
        SchedulerKind.config(
            Plugins.and(
                "pekko.loglevel = WARNING",
                "pekko.remote.artery.canonical { hostname = 127.0.0.1, port = 0 }",
                "pekko.remote.artery.transport = tcp",
                "pekko.remote.default-remote-dispatcher.executor ="
                    + " \"dev.tactus.pekko.TactusExecutorConfigurator\"",
                "pekko.actor.provider = cluster",
                "pekko.cluster.jmx.multi-mbeans-in-same-jvm = on",
                "pekko.cluster.gossip-interval = 200ms",
                "pekko.cluster.leader-actions-interval = 200ms",
                "pekko.cluster.downing-provider-class ="
                    + " \"org.apache.pekko.cluster.sbr.SplitBrainResolverProvider\"",
                "pekko.cluster.sharding.number-of-shards = 10",
                "pekko.cluster.sharding.coordinator-state.read-majority-plus = 0",
                "pekko.cluster.sharding.distributed-data.durable.keys = []",
                "pekko.cluster.sharding.waiting-for-state-timeout = 1s",
                "pekko.cluster.sharding.retry-interval = 200ms",
                "pekko.coordinated-shutdown.run-by-actor-system-terminate = off",
                "pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off",
                "pekko.actor.allow-java-serialization = off")));
  }

  private static Behavior<ActorRef<String>> greeter(String id) {
    return Behaviors.receiveMessage(
        replyTo -> {
          replyTo.tell("hello from " + id);
          return Behaviors.same();
        });
  }

  @Test
  void twoNodes_withSharding_startAnswerAndEnd() throws Exception {
    ActorSystem<Void> one = node();
    ActorSystem<Void> two = node();
    try {
      Cluster first = Cluster.get(one);
      Cluster second = Cluster.get(two);
      first.manager().tell(Join.create(first.selfMember().address()));
      second.manager().tell(Join.create(first.selfMember().address()));
      Waiting.until(
          () ->
              first.selfMember().status() == MemberStatus.up()
                  && second.selfMember().status() == MemberStatus.up());
      for (ActorSystem<Void> node : java.util.List.of(one, two)) {
        ActorRef<?> unused =
            ClusterSharding.get(node)
                .init(Entity.of(GREETER, context -> greeter(context.getEntityId())));
      }
      TestProbe<String> probe = TestProbe.create(one);
      for (int i = 0; i < 20; i++) {
        ClusterSharding.get(one).entityRefFor(GREETER, "e" + i).tell(probe.getRef());
        probe.expectMessage(Duration.ofSeconds(30), "hello from e" + i);
      }
      assertThat(TactusPekko.get(one).dispatchers())
          .extracting(DispatcherSnapshot::id)
          .contains(
              "pekko.actor.default-dispatcher",
              "pekko.actor.internal-dispatcher",
              "pekko.remote.default-remote-dispatcher");
    } finally {
      two.terminate();
      one.terminate();
      Object unusedTwo = two.getWhenTerminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
      Object unusedOne = one.getWhenTerminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
  }
}
