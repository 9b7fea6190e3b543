package io.cloudadapter.core.keeper.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.keeper.KeeperHarness;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Machines are kept behind load balancers. */
class LoadBalancerRegistrarTest {
  private static final LoadBalancerName WEB = new LoadBalancerName("north", "web");
  private static final LoadBalancerName ADMIN = new LoadBalancerName("north", "admin");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final LifecycleHook DRAIN =
      LifecycleHook.onTerminate("drain", HOUR, HookTarget.listener());

  private final KeeperHarness story;

  LoadBalancerRegistrarTest() {
    story = pool(pool -> pool);
  }

  /** Three machines that run, behind one load balancer. */
  private static KeeperHarness pool(UnaryOperator<PoolConfigBuilder> setting) {
    KeeperHarness story = KeeperHarness.with(
        pool -> setting.apply(pool.loadBalancing(LoadBalancingConfig.behind(WEB))));
    story.cloud.behind.put(WEB, new HashSet<>());
    story.resize(3).run();
    return story;
  }

  private static Set<String> behind(KeeperHarness story) {
    return Objects.requireNonNull(story.cloud.behind.get(WEB));
  }

  private static CloudException lost() {
    return CloudException.of(Kind.TIMEOUT, CloudException.Effect.UNKNOWN, "no reply")
        .build();
  }

  private static CloudException denied() {
    return CloudException.of(Kind.DENIED, CloudException.Effect.NONE, "not yours")
        .build();
  }

  private String first() {
    return story.effective().get(0);
  }

  // ------------------------------------------------------------------------------- in

  @Test
  void machinesThatServeArePutBehindIt() {
    assertThat(behind(story)).containsExactlyInAnyOrderElementsOf(story.effective());
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void oneThatWasTakenOutByOthersIsPutBackAndWhatElseIsThereStays() {
    String machine = first();
    behind(story).remove(machine);
    behind(story).add("theirs");

    story.run(Duration.ofMinutes(2));

    assertThat(behind(story)).hasSize(4).contains(machine, "theirs");
  }

  @Test
  void oneThatBootsOrSitsInQuarantineIsNotPutBehindIt() {
    story.serviceState(first(), ServiceState.BOOTING);
    behind(story).clear();

    story.run(Duration.ofMinutes(2));

    assertThat(behind(story)).hasSize(2).doesNotContain(first());
  }

  @Test
  void aMachineThatPausesBeforeItEntersServiceIsPutThereAfterwards() {
    KeeperHarness pausing = pool(pool ->
        pool.hook(LifecycleHook.onLaunch("warm", Duration.ofMinutes(30), HookTarget.listener())));
    assertThat(behind(pausing)).isEmpty();

    pausing
        .hooks()
        .forEach(hook -> pausing.does(new Command.Answer(hook.token(), HookResult.CONTINUE)));
    pausing.run(Duration.ofMinutes(1));

    assertThat(behind(pausing)).hasSize(3);
  }

  @Test
  void hundredsArePutThereAHundredAtATime() {
    KeeperHarness large = KeeperHarness.with(pool ->
        PoolConfig.named("web", "here", 250).loadBalancing(LoadBalancingConfig.behind(WEB)));
    large.cloud.behind.put(WEB, new HashSet<>());

    large.resize(250).run(HOUR);

    assertThat(behind(large)).hasSize(250);
    assertThat(large.cloud.registers).allMatch(call -> call.machines().size() <= 100);
  }

  // ------------------------------------------------------------------------------- out and in

  @Test
  void oneThatIsUnhealthyOrOutOfServiceIsTakenOutUntilItServesAgain() {
    for (ServiceState state : List.of(ServiceState.UNHEALTHY, ServiceState.OUT_OF_SERVICE)) {
      String machine = first();

      story.serviceState(machine, state);
      story.run(Duration.ofMinutes(1));
      assertThat(behind(story)).as("while " + state).doesNotContain(machine);

      story.serviceState(machine, ServiceState.IN_SERVICE);
      story.run(Duration.ofMinutes(1));
      assertThat(behind(story)).containsExactlyInAnyOrderElementsOf(story.effective());
    }
  }

  @Test
  void oneThatEndedByItselfIsTakenOutOnceThatIsKnown() {
    String machine = first();

    story.cloud.dies(machine);
    story.run();

    assertThat(behind(story)).doesNotContain(machine).hasSize(3);
  }

  @Test
  void oneThatMayOrMayNotLiveStaysWhereItIs() {
    String machine = first();
    story.cloud.hidden.add(machine);

    story.run(Duration.ofSeconds(40));

    assertThat(behind(story)).contains(machine);
  }

  // ------------------------------------------------------------------------------- the end

  @Test
  void aMachineIsOutBeforeItsHookIsToldAndBeforeItEnds() {
    KeeperHarness pausing = pool(pool -> pool.hook(DRAIN));
    String machine = pausing.effective().get(0);
    pausing.cloud.draining.add(machine);

    pausing.terminate(machine, true);
    pausing.run(Duration.ofMinutes(2));

    assertThat(behind(pausing)).contains(machine);
    assertThat(pausing.cloud.heard).as("told before it was out").isEmpty();
    pausing.cloud.draining.clear();
    pausing.run(Duration.ofMinutes(2));
    assertThat(behind(pausing)).doesNotContain(machine);
    assertThat(pausing.cloud.heard).hasSize(1);
    pausing.does(new Command.Answer(pausing.hooks().get(0).token(), HookResult.CONTINUE));
    pausing.run();
    assertThat(pausing.cloud.alive()).hasSize(2);
  }

  @Test
  void aLookThatLagsDoesNotLetItEndUnderItsUsers() {
    String machine = first();
    behind(story).remove(machine); // As a look shows that lags behind a registration.
    story.cloud.registers.clear();
    story.holds(Effect.Register.class::isInstance);
    story.terminate(machine, true);
    story.run(Duration.ofMinutes(1));

    assertThat(story.cloud.terminations).isEmpty();
    story.releases();
    story.run(Duration.ofMinutes(1));
    assertThat(story.cloud.registers)
        .anyMatch(call -> !call.in() && call.machines().contains(new MachineId(machine)));
    assertThat(story.cloud.terminations).containsExactly(machine);
  }

  @Test
  void oneThatWasOutAndCameBackIsToldToGoAnew() {
    String machine = first();
    story.serviceState(machine, ServiceState.UNHEALTHY);
    story.run(Duration.ofSeconds(5));
    story.serviceState(machine, ServiceState.IN_SERVICE);
    story.run(Duration.ofSeconds(5));
    assertThat(behind(story)).contains(machine);

    story.terminate(machine, true);
    story.run(Duration.ofSeconds(10));

    assertThat(behind(story)).doesNotContain(machine);
    assertThat(story.cloud.terminations).containsExactly(machine);
  }

  @Test
  void aLoadBalancerThatDoesNotAnswerKeepsNoMachineForEver() {
    for (int i = 0; i < 100; i++) {
      story.cloud.nextLooksBehind.add(denied());
      story.cloud.nextRegisters.add(denied());
    }

    story.terminate(first(), true);
    story.run(Duration.ofMinutes(4));
    assertThat(story.cloud.alive()).hasSize(3);
    assertThat(story.alarm(Alarm.Code.CLOUD)).contains("north/web").contains("DENIED");

    story.run(Duration.ofMinutes(3));
    assertThat(story.cloud.alive()).hasSize(2);
  }

  @Test
  void oneThatDoesNotExistKeepsNothing() {
    story.cloud.behind.clear();
    story.run(Duration.ofMinutes(2));

    story.terminate(first(), true);
    story.run(Duration.ofMinutes(1));

    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(story.alarm(Alarm.Code.CLOUD)).contains("NOT_FOUND");
    story.cloud.behind.put(WEB, new HashSet<>());
    story.run(Duration.ofMinutes(5));
    assertThat(behind(story)).hasSize(2);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void aMachineWaitsUntilItIsOutOfAllOfThem() {
    KeeperHarness two =
        KeeperHarness.with(pool -> pool.loadBalancing(LoadBalancingConfig.behind(WEB, ADMIN)));
    two.cloud.behind.put(WEB, new HashSet<>());
    two.cloud.behind.put(ADMIN, new HashSet<>());
    two.resize(3).run();
    two.holds(
        effect -> effect instanceof Effect.Register call && call.balancer().equals(ADMIN));

    two.terminate(two.effective().get(0), true);
    two.run(Duration.ofMinutes(2));
    assertThat(two.cloud.alive()).hasSize(3);
    two.releases();
    two.run(Duration.ofMinutes(1));

    assertThat(two.cloud.alive()).hasSize(2);
    assertThat(two.cloud.behind.values()).allMatch(behind -> behind.size() == 2);
  }

  @Test
  void oneThatNeverRanHasNothingToWaitFor() {
    story.cloud.born = MachineState.PENDING;
    story.resize(4).run(Duration.ofMinutes(1));
    story.holds(effect -> effect instanceof Effect.Register || effect instanceof Effect.LookBehind);

    story.resize(3).run(Duration.ofMinutes(1));

    assertThat(story.cloud.alive()).hasSize(3);
  }

  @Test
  void oneThatIsLetGoLeavesItsLoadBalancer() {
    String machine = first();

    story.detach(machine, true);
    story.run(Duration.ofMinutes(5));

    assertThat(story.cloud.alive()).hasSize(3);
    assertThat(behind(story)).hasSize(2).doesNotContain(machine);
    behind(story).add(machine); // By its present owner.
    story.run(Duration.ofMinutes(5));
    assertThat(behind(story)).contains(machine);
  }

  // ------------------------------------------------------------------------------- trouble

  @Test
  void repliesThatAreLostChangeNothing() {
    for (int i = 0; i < 5; i++) {
      story.cloud.nextRegisters.add(lost());
      story.cloud.nextLooksBehind.add(lost());
    }

    story.resize(5).run();
    story.resize(2).run(Duration.ofMinutes(20));

    assertThat(behind(story))
        .containsExactlyInAnyOrderElementsOf(story.effective())
        .hasSize(2);
    assertThat(story.cloud.alive()).hasSize(2);
    assertThat(story.alarms()).isEmpty();
  }

  @Test
  void oneThatMayYetBePutThereByALostCallIsWaitedFor() {
    story.cloud.nextRegisters.add(lost());
    story.cloud.registers.clear();
    story.resize(4);
    while (story.cloud.registers.isEmpty()) {
      story.run(Duration.ofSeconds(1));
    }
    String newest = story.cloud.registers.get(story.cloud.registers.size() - 1).machines().stream()
        .map(MachineId::value)
        .findFirst()
        .orElseThrow();

    story.terminate(newest, true);
    story.run(Duration.ofSeconds(5));

    assertThat(behind(story)).doesNotContain(newest);
    assertThat(story.cloud.terminations).isEmpty();
    story.run(Duration.ofMinutes(2));
    assertThat(story.cloud.terminations).containsExactly(newest);
  }

  @Test
  void oneThatARefusedCallNamedIsNotWaitedFor() {
    story.cloud.nextRegisters.add(denied());
    story.cloud.registers.clear();
    story.resize(4);
    while (story.cloud.registers.isEmpty()) {
      story.run(Duration.ofSeconds(1));
    }
    String newest = story.effective().get(3);

    story.terminate(newest, true);
    story.run(Duration.ofSeconds(10));

    assertThat(story.cloud.terminations).containsExactly(newest);
  }

  @Test
  void callsThatAreRefusedAreRepeatedEverMoreSlowly() {
    for (int i = 0; i < 1000; i++) {
      story.cloud.nextRegisters.add(denied());
    }
    behind(story).clear();
    story.cloud.registers.clear();

    story.run(HOUR);

    assertThat(story.cloud.registers).hasSizeBetween(20, 70);
    assertThat(story.cloud.looksBehind).isLessThan(300);
  }

  @Test
  void afterARestartMachinesOnTheirWayOutAreToldOnceMore() {
    KeeperHarness pausing = pool(pool -> pool.hook(DRAIN));
    String machine = pausing.effective().get(0);
    pausing.terminate(machine, true);
    pausing.run(Duration.ofMinutes(1));
    pausing.cloud.registers.clear();

    pausing.crashAndRestart().run(Duration.ofMinutes(1));

    assertThat(pausing.cloud.registers)
        .hasSize(1)
        .allMatch(call -> !call.in() && call.machines().contains(new MachineId(machine)));
    assertThat(pausing.cloud.alive()).hasSize(3);
    assertThat(behind(pausing)).hasSize(2);
  }

  @Test
  void whileAllIsWellOnlyLooksAreMade() {
    story.cloud.registers.clear();
    int before = story.cloud.looksBehind;

    story.run(HOUR);

    assertThat(story.cloud.registers).isEmpty();
    assertThat(story.cloud.looksBehind - before).isBetween(60, 125);
  }
}
