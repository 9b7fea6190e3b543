package io.cloudadapter.simulation;

import static io.cloudadapter.simulation.engine.SeededRandom.SECOND;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.MembershipStatus;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.refresh.RefreshControl;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.DisruptionConfig;
import io.cloudadapter.core.config.DisruptionLimit;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.LoadBalancingConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.protocol.ActionTypes;
import io.cloudadapter.core.protocol.Command;
import io.cloudadapter.core.protocol.CommandSender;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.EventTrace;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.engine.VirtualTime;
import io.cloudadapter.simulation.fault.FaultInjector;
import io.cloudadapter.simulation.fault.FaultOccurrence;
import io.cloudadapter.simulation.fault.FaultRates;
import io.cloudadapter.simulation.oracle.InvariantChecker;
import io.cloudadapter.simulation.process.HookReceivers;
import io.cloudadapter.simulation.process.PoolUnderTest;
import io.cloudadapter.simulation.process.SimulationWorld;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.action.ActionTraits;
import io.cloudadapter.spi.action.ActionTraits.Repeat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A short day of one pool in which exactly the given faults strike: grow, terminate, attach, detach, a
 * machine out of service and back, scale out, shrink, and an action of each kind; machines pause twice before they
 * end. With no fault it counts the occasions for each kind; then each kind can be let strike at each of them, alone
 * or in pairs. Another day has refreshes instead: all machines are replaced, then another image is configured, and its
 * refresh is rolled back halfway.
 */
final class SingleFaultScenario {
  private static final long MINUTE = 60 * SECOND;

  /** What a cloud may promise about keys. */
  enum Keys {
    TOKEN,
    NAME,
    NONE;

    private LaunchKeySupport support() {
      return switch (this) {
        case TOKEN -> LaunchKeySupport.token(Duration.ofHours(24));
        case NAME -> LaunchKeySupport.name(Duration.ofHours(24));
        case NONE -> LaunchKeySupport.none();
      };
    }
  }

  /** What befalls the pool. */
  enum Day {
    USUAL,
    REFRESHES
  }

  private SingleFaultScenario() {}

  /**
   * Runs the day, with a description.
   *
   * @param keys which launch keys the cloud recognises
   * @param disk whether the store is the embedded one
   * @param faults what strikes, and at which occasion
   */
  static SimulationReport tell(Keys keys, boolean disk, Set<FaultOccurrence> faults) {
    return tell(Day.USUAL, keys, disk, faults);
  }

  /** The same on another day. */
  static SimulationReport tell(Day day, Keys keys, boolean disk, Set<FaultOccurrence> faults) {
    return tell(day, keys, disk, faults, false);
  }

  private static SimulationReport tell(
      Day day, Keys keys, boolean disk, Set<FaultOccurrence> planned, boolean told) {
    VirtualTime timeline = new VirtualTime();
    EventTrace chronicle = new EventTrace(told, timeline);
    SeededRandom dice = new SeededRandom(42);
    List<String> zones = List.of("zone-a", "zone-b");
    FaultRates weather = new FaultRates(
        profile(keys),
        zones,
        FaultRates.PLENTY,
        FaultRates.PLENTY,
        60,
        120,
        120,
        0,
        disk,
        1,
        Map.of());
    SimulationWorld world =
        new SimulationWorld(timeline, chronicle, dice, weather, FaultInjector.planned(planned));
    PoolUnderTest ward = world.add(PoolConfig.named("web", "here", 6)
        .initialSize(1)
        .bootDeadline(Duration.ofMinutes(5))
        .loadBalancing(LoadBalancingConfig.behind(new LoadBalancerName("north", "web")))
        .hook(LifecycleHook.onTerminate("drain", Duration.ofSeconds(40), HookTarget.listener()))
        .hook(LifecycleHook.onTerminate("save", Duration.ofSeconds(20), HookTarget.listener()))
        .launch(launch(day, zones, "old"))
        .disruption(DisruptionConfig.none().withMaxUnavailable(DisruptionLimit.machines(1)))
        .build());
    ward.tells(new HookReceivers(
        new SeededRandom(43),
        ward.judge.pauses,
        world.cloud,
        event -> world.ask(ward, event),
        HookReceivers.Manner.OBLIGING));
    ActionTraits careful = ActionTraits.careful();
    ward.acts(new ActionTypes(Map.of(
        "Reboot", new ActionTypes.Type(careful.repeat(Repeat.TRACEABLE), action -> {}),
        "Snapshot", new ActionTypes.Type(careful, action -> {}),
        "Count", new ActionTypes.Type(careful.harmless().repeat(Repeat.SAFE), action -> {}))));
    world.watched(44);
    SimulationReport report = SimulationReport.of(42, world, () -> {
      world.cloud.add("out", null, Optional.empty(), MachineState.RUNNING, Optional.empty());
      if (day == Day.REFRESHES) {
        refreshes(world, ward, launch(day, zones, "new"));
      } else {
        plot(world, ward);
      }
      attend(world, ward);
      world.begin();
      world.runUntil(day == Day.REFRESHES ? 50 * MINUTE : 25 * MINUTE);
      world.rest();
    });
    return report.violation().isPresent() && !told ? tell(day, keys, disk, planned, true) : report;
  }

  private static ProviderProfile profile(Keys keys) {
    return ProviderProfile.builder()
        .keySupport(keys.support())
        .maxPerKey(2)
        .callTimeout(Duration.ofSeconds(20))
        .lateAcceptance(Duration.ofSeconds(40))
        .visibleWithin(Duration.ofSeconds(20))
        .goneWithin(Duration.ofSeconds(20))
        .maxIdsPerList(10)
        .build();
  }

  private static LaunchConfig launch(Day day, List<String> zones, String image) {
    LaunchConfig.Builder launch = LaunchConfig.builder().zones(zones);
    return day == Day.REFRESHES ? launch.image(image).build() : launch.build();
  }

  private static void refreshes(SimulationWorld world, PoolUnderTest ward, LaunchConfig next) {
    RefreshRequest all = RefreshRequest.builder()
        .minHealthyPercent(75)
        .skipMatching(false)
        .failureLimit(1000)
        .build();
    RefreshRequest slow = RefreshRequest.builder()
        .minHealthyPercent(50)
        .batchSize(1)
        .warmup(Duration.ofMinutes(1))
        .failureLimit(1000)
        .build();
    at(world, 2, ward, () -> new Command.SetDesiredSize(4));
    at(world, 5, ward, () -> new Command.StartRefresh(all));
    world.timeline.after(20 * MINUTE, () -> {
      boolean[] changed = {false};
      world.reconfigure(before -> {
        PoolConfig now = changed[0] ? before : before.toBuilder().launch(next).build();
        changed[0] = true;
        return now;
      });
      world.deploy();
    });
    at(world, 23, ward, () -> new Command.StartRefresh(slow));
    at(world, 27, ward, () -> new Command.ControlRefresh(RefreshControl.ROLLBACK));
    at(world, 28, ward, () -> new Command.SetDesiredSize(5));
    at(world, 47, ward, () -> new Command.SetDesiredSize(1));
  }

  private static void plot(SimulationWorld world, PoolUnderTest ward) {
    at(world, 2, ward, () -> new Command.SetDesiredSize(4));
    Action reboot = new Action.Reboot(Action.Mode.SOFT);
    at(world, 4, ward, () -> asked(member(ward, 0), reboot));
    at(world, 5, ward, () -> asked(member(ward, 1), new Action.Snapshot("before")));
    at(world, 6, ward, () -> new Command.Terminate(member(ward, 0), true));
    at(world, 7, ward, () -> new Command.Terminate(member(ward, 0), false));
    at(world, 9, ward, () -> new Command.Attach(new MachineId("out-0")));
    at(
        world,
        12,
        ward,
        () -> new Command.SetServiceState(member(ward, 1), ServiceState.OUT_OF_SERVICE));
    at(
        world,
        16,
        ward,
        () -> new Command.SetServiceState(outOfService(ward), ServiceState.IN_SERVICE));
    at(world, 14, ward, () -> asked(member(ward, 0), new Action.Custom("Count", Map.of())));
    at(world, 15, ward, () -> asked(member(ward, 1), reboot));
    at(
        world,
        11,
        ward,
        () -> new Command.SetMembershipStatus(member(ward, 0), MembershipStatus.BLESSED));
    at(
        world,
        17,
        ward,
        () -> new Command.SetMembershipStatus(member(ward, 1), MembershipStatus.DISPOSABLE));
    at(
        world,
        18,
        ward,
        () -> new Command.SetMembershipStatus(kept(ward), MembershipStatus.DEFAULT));
    at(world, 19, ward, () -> new Command.Detach(new MachineId("out-0"), true));
    at(world, 20, ward, () -> new Command.Scale(ScalingRequest.out(1), PolicySelector.own()));
    at(world, 22, ward, () -> new Command.SetDesiredSize(1));
  }

  private static Command asked(MachineId machine, Action action) {
    return new Command.Submit(ActionRequest.of(machine, action).within(Duration.ofMinutes(4)));
  }

  /** A caller who asks again, under the same key, until there is an answer. */
  private static void at(
      SimulationWorld world,
      long minute,
      PoolUnderTest ward,
      java.util.function.Supplier<Command> command) {
    world.timeline.after(
        minute * MINUTE, () -> ask(world, ward, command.get(), Optional.of("minute-" + minute), 0));
  }

  private static void ask(
      SimulationWorld world, PoolUnderTest ward, Command command, Optional<String> key, int times) {
    CommandSender caller = CommandSender.under(key);
    world.chronicle.tell("user", () -> "asks " + command);
    world.ask(ward, new Event.Asked(command, caller));
    world.timeline.after(20 * SECOND, () -> {
      if (!caller.answer().isDone() && times < 20) {
        ask(world, ward, command, key, times + 1);
      }
    });
  }

  /** A user looks after the pool, in case it freezes. */
  private static void attend(SimulationWorld world, PoolUnderTest ward) {
    world.timeline.after(15 * MINUTE, () -> {
      if (ward.judge.pool().filter(pool -> pool.frozen() != null).isPresent()) {
        world.ask(ward, new Event.Asked(new Command.Thaw(), CommandSender.under(Optional.empty())));
      }
      attend(world, ward);
    });
  }

  private static MachineId member(PoolUnderTest ward, int index) {
    List<MachineRecord> live = ward.judge.present().stream()
        .filter(InvariantChecker::counts)
        .filter(machine -> machine.key() != null)
        .toList();
    return new MachineId(
        live.isEmpty() ? "n-none" : live.get(index % live.size()).id());
  }

  private static MachineId kept(PoolUnderTest ward) {
    return new MachineId(ward.judge.present().stream()
        .filter(MachineRecord::kept)
        .findFirst()
        .map(MachineRecord::id)
        .orElse("n-none"));
  }

  private static MachineId outOfService(PoolUnderTest ward) {
    return new MachineId(ward.judge.present().stream()
        .filter(machine -> machine.serviceState() == ServiceState.OUT_OF_SERVICE)
        .findFirst()
        .map(MachineRecord::id)
        .orElse("n-none"));
  }
}
