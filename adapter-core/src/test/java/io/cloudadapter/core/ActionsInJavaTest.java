package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionLease;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.ActionsConfig;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.action.ActionTraits;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that reboots its machines. */
class ActionsInJavaTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final SimulatedCloud cloud = SimulatedCloud.builder(1, SimulatedClock.wall())
      .latency(Duration.ZERO, Duration.ofMillis(4))
      .bootTime(Duration.ofMillis(30))
      .endTime(Duration.ofMillis(30))
      .listLag(Duration.ofMillis(50))
      .callTimeout(Duration.ofMillis(500))
      .lateAcceptance(Duration.ofMillis(50))
      .build();

  /** Hands out the one cloud. */
  private final class Factory implements MachineProviderFactory {
    @Override
    public String name() {
      return "mine";
    }

    @Override
    public ConfigSpec config() {
      return ConfigSpec.none();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return cloud.provider();
    }
  }

  private CloudAdapter.Builder pool() {
    return CloudAdapter.builder()
        .inMemory()
        .provider(new Factory())
        .account(new AccountConfig("here", "mine", Map.of()))
        .pool(quick(PoolConfig.named("web", "here", 20)).initialSize(2).build());
  }

  private static MachineId machine(MachinePool pool) throws InterruptedException {
    return pool.await(PoolView::settled, SOON).machines().get(0).id();
  }

  private static ActionStatus ended(MachinePool pool, UUID uid) throws InterruptedException {
    long version = 0;
    try (ActionWatch watch = pool.watchActions(version)) {
      while (true) {
        List<ActionChange> changes = watch.next(SOON);
        assertThat(changes).as("changes of actions").isNotEmpty();
        for (ActionChange change : changes) {
          if (change.action().uid().equals(uid) && change.action().ended()) {
            return change.action();
          }
        }
      }
    }
  }

  private static PoolConfigBuilder quick(PoolConfigBuilder pool) {
    return pool.listInterval(Duration.ofMillis(20), Duration.ofMillis(50))
        .launchesPerHour(1000)
        .terminationsPerHour(1000)
        .missingListsUntilGone(2)
        .massDisappearanceShare(0.5);
  }

  @Test
  void asksWatchesAndSeesTheEnd() throws InterruptedException {
    try (CloudAdapter adapter = pool().open()) {
      MachinePool web = adapter.defaultPool();
      MachineId machine = machine(web);
      WriteOptions options = WriteOptions.none().caller("me").idempotencyKey("k");
      ActionRequest request = ActionRequest.of(machine, new Action.Snapshot("before"));

      UUID uid = web.submit(request, options);
      ActionStatus taken = ended(web, uid);

      assertThat(web.submit(request, options)).isEqualTo(uid);
      assertThat(taken.phase()).isEqualTo(ActionPhase.SUCCEEDED);
      assertThat(taken.requestedBy()).isEqualTo("me");
      assertThat(taken.result()).containsKey("snapshotId");
      assertThat(web.action(uid)).contains(taken);
      assertThat(web.actions().actions()).containsExactly(taken);
      assertThat(adapter.actions().actions()).containsExactly(taken);
      assertThat(cloud.executions()).hasSize(1);
    }
  }

  @Test
  void aLostReplyIsLookedForAndNothingIsDoneTwice() throws InterruptedException {
    try (CloudAdapter adapter = pool().open()) {
      MachinePool web = adapter.defaultPool();
      MachineId machine = machine(web);
      cloud.faults().next(RequestKind.ACT, CloudFault.LOSE_REPLY);

      UUID uid = web.submit(ActionRequest.of(machine, new Action.Reboot(Action.Mode.HARD)));

      assertThat(ended(web, uid).phase()).isEqualTo(ActionPhase.SUCCEEDED);
      assertThat(cloud.executions()).hasSize(1);
    }
  }

  @Test
  void aStoppedMachineIsReplacedAndCanBeStarted() throws InterruptedException {
    try (CloudAdapter adapter = pool().open()) {
      MachinePool web = adapter.defaultPool();
      MachineId machine = machine(web);

      UUID stop = web.submit(ActionRequest.of(machine, new Action.Stop()));
      assertThat(ended(web, stop).phase()).isEqualTo(ActionPhase.SUCCEEDED);
      web.await(view -> view.settled() && cloud.created().size() == 3, SOON);
      UUID start = web.submit(ActionRequest.of(machine, new Action.Start()));

      assertThat(ended(web, start).phase()).isEqualTo(ActionPhase.SUCCEEDED);
      web.await(view -> view.settled() && view.size().allocated() == 2, SOON);
    }
  }

  @Test
  void refusalsKeepTheirReasonAndTheTimeToWait() throws InterruptedException {
    PoolConfig config = quick(PoolConfig.named("web", "here", 20))
        .initialSize(1)
        .actions(new ActionsConfig(1, 10, Duration.ofHours(1)))
        .disruption(
            DisruptionConfig.none().with(DisruptionReason.ACTION, DisruptionLimit.machines(1)))
        .build();
    try (CloudAdapter adapter = CloudAdapter.builder()
        .inMemory()
        .provider(new Factory())
        .account(new AccountConfig("here", "mine", Map.of()))
        .pool(config)
        .open()) {
      MachinePool web = adapter.defaultPool();
      ActionRequest later = ActionRequest.of(machine(web), new Action.Reboot(Action.Mode.SOFT))
          .after(Duration.ofHours(1));
      UUID first = web.submit(later);

      assertThatThrownBy(() -> web.submit(later))
          .isInstanceOfSatisfying(PoolException.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Reason.THROTTLED);
            assertThat(refused.retryAfter()).contains(Duration.ofSeconds(10));
          });
      web.cancelAction(first, WriteOptions.none());
      assertThat(web.action(first).orElseThrow().phase()).isEqualTo(ActionPhase.CANCELLED);
    }
  }

  /** Counts as far as its parameter. */
  private record Counting(boolean outside) implements ActionHandler {
    @Override
    public String type() {
      return "Count";
    }

    @Override
    public void check(Action.Custom action) {
      if (!action.parameters().keySet().equals(java.util.Set.of("to"))) {
        throw new IllegalArgumentException(
            "Count needs to, had " + action.parameters().keySet());
      }
    }

    @Override
    public ActionTraits traits() {
      ActionTraits harmless = ActionTraits.careful().harmless();
      return outside ? harmless.doneOutside() : harmless;
    }

    @Override
    public ActionProgress run(
        MachineId machine,
        Action.Custom action,
        ActionToken token,
        MachineProvider cloud,
        CallContext call) {
      return ActionProgress.done(Map.of("counted", "to " + action.parameters().get("to")));
    }
  }

  @Test
  void aProgramBringsTypesOfItsOwn() throws InterruptedException {
    try (CloudAdapter adapter = pool().action(new Counting(false)).open()) {
      MachinePool web = adapter.defaultPool();
      MachineId machine = machine(web);

      UUID uid =
          web.submit(ActionRequest.of(machine, new Action.Custom("Count", Map.of("to", "seven"))));

      assertThat(ended(web, uid).result()).containsEntry("counted", "to seven");
      assertThatThrownBy(() -> web.submit(
              ActionRequest.of(machine, new Action.Custom("Count", Map.of("from", "1")))))
          .hasMessage("Count needs to, had [from]");
    }
    assertThatThrownBy(
            () -> pool().action(new Counting(false)).action(new Counting(true)).open())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("actions.Count: is done by two libraries");
  }

  @Test
  void aStrangerDoesIt() throws InterruptedException {
    try (CloudAdapter adapter = pool().action(new Counting(true)).open()) {
      MachinePool web = adapter.defaultPool();
      UUID uid =
          web.submit(ActionRequest.of(machine(web), new Action.Custom("Count", Map.of("to", "7"))));

      ActionLease lease = web.claimAction(uid, "agent", Duration.ofMinutes(1), WriteOptions.none());
      assertThat(web.action(uid).orElseThrow().lease()).contains(lease);
      web.reportAction(
          uid, lease.epoch(), ActionProgress.done(Map.of("counted", "7")), WriteOptions.none());

      assertThat(web.action(uid).orElseThrow().result()).containsEntry("counted", "7");
    }
  }

  @Test
  void actionsAndWatchesOutliveTheProcess(@TempDir Path directory) throws InterruptedException {
    UUID uid;
    long version;
    try (CloudAdapter adapter = pool().dataDirectory(directory).open()) {
      MachinePool web = adapter.defaultPool();
      uid = web.submit(ActionRequest.of(machine(web), new Action.Reboot(Action.Mode.SOFT))
          .after(Duration.ofSeconds(2)));
      version = web.actions().version();
    }
    try (CloudAdapter adapter = pool().dataDirectory(directory).open();
        ActionWatch watch = adapter.defaultPool().watchActions(version)) {
      ActionPhase phase = ActionPhase.PENDING;
      while (!phase.ended()) {
        List<ActionChange> changes = watch.next(SOON);
        assertThat(changes).isNotEmpty();
        assertThat(changes).allMatch(change -> change.action().uid().equals(uid));
        phase = changes.get(changes.size() - 1).action().phase();
      }
      assertThat(phase).isEqualTo(ActionPhase.SUCCEEDED);
      assertThat(cloud.executions()).hasSize(1);
    }
  }
}
