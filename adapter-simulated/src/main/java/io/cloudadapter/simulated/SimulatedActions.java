package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.machine.EpochNanos;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Snapshots;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Runs actions on the simulated machines, and answers later questions about their progress. */
final class SimulatedActions {
  private static final long BYTES = 8L << 30;

  private final CloudState world;

  SimulatedActions(CloudState world) {
    this.world = world;
  }

  /** Does it at once; the caller gets UNDER_WAY where actions take time. */
  ActionProgress act(CloudRequest.Act request) {
    SimulatedMachine vm = world
        .machines
        .get(request.machine())
        .filter(known -> !known.now().over())
        .orElseThrow(() -> CloudErrors.machineNotFound(request.machine()));
    Map<String, String> result = Map.of();
    if (request.action() instanceof Action.Start) {
      start(vm);
    } else if (request.action() instanceof Action.Stop) {
      stop(vm);
    } else if (!vm.now().alive() && request.action() instanceof Action.Reboot) {
      return ActionProgress.failed("machine " + vm.id() + " does not run");
    } else if (request.action() instanceof Action.Restore restore) {
      if (made(restore.snapshot()).isEmpty()) {
        throw CloudErrors.notFound("snapshot", restore.snapshot());
      }
      result = Map.of(Snapshots.SNAPSHOT_ID, restore.snapshot());
    } else if (request.action() instanceof Action.Snapshot) {
      result = Map.of(
          Snapshots.SNAPSHOT_ID, world.snapshotId(), Snapshots.SIZE_IN_BYTES, Long.toString(BYTES));
    } else if (!(request.action() instanceof Action.Reboot)) {
      throw new IllegalStateException(
          "nothing carries out " + request.action().getClass().getName());
    }
    return progress(world.note(vm, request.token(), result));
  }

  private void start(SimulatedMachine vm) {
    if (vm.now().stopped()) {
      new StateProgression(world).startAgain(vm);
    }
  }

  private void stop(SimulatedMachine vm) {
    if (vm.now().alive()) {
      new StateProgression(world).stop(vm);
    }
  }

  private Optional<ActionExecution> made(String snapshot) {
    return world.memory.executions().values().stream()
        .filter(execution -> snapshot.equals(execution.result().get(Snapshots.SNAPSHOT_ID)))
        .findFirst();
  }

  /** What has become of an attempt. */
  ActionProgress progress(MachineId machine, ActionToken token) {
    UUID action = token.action();
    Optional<ActionExecution> execution = world.memory.executions().values().stream()
        .filter(
            known -> known.machine().equals(machine) && known.token().action().equals(action))
        .findFirst();
    return execution
        .map(this::progress)
        .orElse(world.settings.traceable() ? ActionProgress.notDone() : ActionProgress.unknown());
  }

  private ActionProgress progress(ActionExecution execution) {
    Duration passed = Duration.between(execution.at(), EpochNanos.instant(world.now()));
    return passed.compareTo(world.settings.actionTime()) < 0
        ? ActionProgress.underWay()
        : ActionProgress.done(execution.result());
  }
}
