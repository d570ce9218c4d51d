package dev.tactus.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.dispatch.DispatcherSettings;
import dev.tactus.dispatch.Dispatchers;
import dev.tactus.mailbox.MailboxSettings;
import dev.tactus.mailbox.OverflowStrategy;
import dev.tactus.mailbox.QueueCapability;
import dev.tactus.requirement.Requirement;
import dev.tactus.workers.PoolSettings;
import org.junit.jupiter.api.Test;

/// What one setting does to the others: nothing that it does not say.
@Requirement("M6.1")
final class SettingsTest {
  @Test
  void withWorkers_ofADispatcherWithOtherSettings_keepsThem() {
    DispatcherSettings before =
        DispatcherSettings.workers(PoolSettings.defaults().withName("own").withWorkers(3))
            .withThroughput(5)
            .withMailbox("bounded");
    SystemSettings settings =
        SystemSettings.of("s").withDispatcher(Dispatchers.DEFAULT_ID, before).withWorkers(2);
    DispatcherSettings after = settings.dispatchers().get(Dispatchers.DEFAULT_ID);
    PoolSettings pool = PoolSettings.defaults().withName("own").withWorkers(2);
    assertThat(after).isEqualTo(before.withHost(new DispatcherSettings.Host.Workers(pool)));
  }

  @Test
  void withWorkers_ofADispatcherWithoutWorkers_givesItSome() {
    SystemSettings settings =
        SystemSettings.of("s")
            .withDispatcher(Dispatchers.DEFAULT_ID, DispatcherSettings.virtualThreads())
            .withWorkers(2);
    assertThat(settings.dispatchers().get(Dispatchers.DEFAULT_ID))
        .isEqualTo(
            DispatcherSettings.workers(PoolSettings.defaults().withName("s").withWorkers(2)));
  }

  @Test
  void withMailbox_namedAndDescribed_theLaterOneCounts() {
    MailboxSettings described = MailboxSettings.bounded(8, OverflowStrategy.FAIL);
    ActorSettings both = ActorSettings.DEFAULT.withMailbox(described).withMailbox("named");
    assertThat(both.mailbox()).isEmpty();
    assertThat(both.mailboxId()).contains("named");
    ActorSettings other = both.withMailbox(described);
    assertThat(other.mailbox()).contains(described);
    assertThat(other.mailboxId()).isEmpty();
  }

  @Test
  @Requirement("M3.6")
  void withStash_ofNone_requiresNothing() {
    assertThat(ActorSettings.DEFAULT.withStash(0).required()).isEmpty();
    assertThat(ActorSettings.DEFAULT.withStash(1).required())
        .containsExactly(QueueCapability.DEQUE);
  }
}
