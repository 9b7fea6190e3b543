package io.cloudadapter.console;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolPlan;
import io.cloudadapter.api.PoolStatus;
import io.cloudadapter.api.QuarantinedMachine;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.api.hook.WaitingHook;
import io.cloudadapter.api.refresh.RefreshCause;
import io.cloudadapter.api.refresh.RefreshRequest;
import io.cloudadapter.api.refresh.RefreshState;
import io.cloudadapter.api.refresh.RefreshStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Still pools with everything that the console has a dialog for, but for those about configurations. */
final class DialogPools {
  private static final UUID ID = new UUID(0, 1);
  private static final MachineId MACHINE = new MachineId("i-web-00000");

  private DialogPools() {}

  static StillPools all() {
    return new StillPools()
        .with(web())
        .with(refreshed("running", RefreshState.RUNNING))
        .with(refreshed("paused", RefreshState.PAUSED))
        .with(new StillPools.StillPool("observing", 1).being(PoolStatus.OBSERVING))
        .with(new StillPools.StillPool("frozen", 1).being(PoolStatus.FROZEN))
        .with(new StillPools.StillPool("suspended", 1).being(PoolStatus.SUSPENDED));
  }

  private static StillPools.StillPool web() {
    PoolPlan plan =
        new PoolPlan(2, 2, 0, List.of(), List.of(), List.of(), List.of(), 0, Optional.empty());
    return new StillPools.StillPool(
            "web", 2, List.of(machine(MACHINE, false), machine(new MachineId("i-spared"), true)))
        .answering("planFor", arguments -> plan)
        .answering("hooks", arguments -> List.of(hook()))
        .answering("actions", arguments -> new ActionList(1, List.of(action())))
        .answering("protect", arguments -> null)
        .answering("quarantine", arguments -> List.of(quarantined()))
        .answering("refreshStatus", arguments -> Optional.empty());
  }

  private static Machine machine(MachineId id, boolean isProtected) {
    return new Machine(
        id,
        MachineState.RUNNING,
        ServiceState.IN_SERVICE,
        Optional.of(StillPools.LAUNCHED),
        List.of(),
        List.of("10.0.0.1"),
        Optional.of("zone-a"),
        Optional.of("small"),
        isProtected,
        Map.of());
  }

  private static QuarantinedMachine quarantined() {
    return new QuarantinedMachine(
        new MachineId("i-unknown"),
        MachineState.RUNNING,
        "its launch key is not in the ledger",
        true,
        Optional.of(StillPools.LAUNCHED),
        Optional.of("zone-b"),
        List.of(),
        List.of("10.0.0.9"));
  }

  private static WaitingHook hook() {
    return new WaitingHook(
        ID,
        MACHINE,
        LifecycleTransition.TERMINATE,
        "drain",
        StillPools.LAUNCHED,
        StillPools.LAUNCHED.plusSeconds(60),
        StillPools.LAUNCHED.plusSeconds(600),
        true);
  }

  private static ActionStatus action() {
    return new ActionStatus(
        ID,
        1,
        new PoolName("web"),
        MACHINE,
        ID,
        Action.of("Reboot", Map.of("mode", "soft")),
        ActionPhase.PENDING,
        "",
        StillPools.LAUNCHED,
        StillPools.LAUNCHED,
        StillPools.LAUNCHED.plusSeconds(600),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Map.of(),
        false,
        Map.of(),
        "token:olga",
        Optional.empty());
  }

  private static StillPools.StillPool refreshed(String name, RefreshState state) {
    RefreshStatus refresh = new RefreshStatus(
        ID,
        state,
        RefreshCause.REQUEST,
        Optional.empty(),
        Optional.empty(),
        RefreshRequest.defaults(),
        2,
        OptionalInt.of(1),
        OptionalInt.empty(),
        2,
        1,
        0,
        2,
        1,
        0,
        List.of(),
        StillPools.LAUNCHED,
        "token:olga",
        Optional.empty());
    return new StillPools.StillPool(name, 2)
        .answering("refreshStatus", arguments -> Optional.of(refresh));
  }
}
