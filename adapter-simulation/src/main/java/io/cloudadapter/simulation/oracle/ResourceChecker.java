package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.simulation.cloud.CloudMachine;
import io.cloudadapter.simulation.cloud.HostileCloud;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.ResourceSighting;
import java.util.List;

/**
 * Checks the resources beside one pool's machines (I15): no machine is in service without its own, none is released
 * while its machine may live or come, none of another owner is released, and in the end none is left without a machine.
 */
final class ResourceChecker {
  private final InvariantChecker judge;
  private final HostileCloud cloud;

  ResourceChecker(InvariantChecker judge, HostileCloud cloud) {
    this.judge = judge;
    this.cloud = cloud;
  }

  /** A machine enters service. */
  void enters(MachineRecord machine) {
    boolean ended = machine.end() == MachineSighting.End.FINAL;
    rule(
        !cloud.resources.exist() || ended || cloud.resources.isComplete(machine.machineId()),
        "I15",
        () -> "without its resources enters " + machine);
  }

  void leaves(Effect.Release release) {
    ResourceSighting resource = release.resource();
    rule(
        resource.pool().filter(judge.config().name()::equals).isPresent()
            && judge
                .pool()
                .filter(pool -> resource
                    .incarnation()
                    .filter(one -> one.value().equals(pool.incarnation()))
                    .isPresent())
                .isPresent(),
        "I15",
        () -> "released is " + resource + " of another owner");
    boolean lives = resource
        .machine()
        .flatMap(id -> cloud.machine(id.value()))
        .filter(CloudMachine::alive)
        .isPresent();
    rule(
        !lives || !cloud.faults.honest(),
        "I15",
        () -> "released is " + resource + ", whose machine lives: " + resource.machine());
    LaunchRecord launch = resource.key().map(key -> judge.intent(key.value())).orElse(null);
    rule(
        resource.machine().isPresent() || launch == null || !launch.unresolved(),
        "I15",
        () -> "released is " + resource + ", whose launch is under way: " + launch);
  }

  /** Adds what is left over, and what machines lack. */
  void unfinished(List<String> reasons) {
    if (!cloud.resources.exist()) {
      return;
    }
    for (ResourceSighting resource : cloud.resources.all()) {
      boolean ours = resource.pool().filter(judge.config().name()::equals).isPresent();
      if (ours && isLeftOver(resource)) {
        reasons.add("left over: " + resource + " of " + resource.machine());
      }
    }
    for (MachineRecord machine : judge.present()) {
      boolean serves =
          machine.status() == Status.LIVE && machine.made() && machine.ran() && !machine.entering();
      if (serves && !cloud.resources.isComplete(machine.machineId())) {
        reasons.add("without its resources: " + machine);
      }
    }
  }

  private boolean isLeftOver(ResourceSighting resource) {
    if (resource.machine().isPresent()) {
      String id = resource.machine().get().value();
      boolean alive = cloud.machine(id).filter(CloudMachine::alive).isPresent();
      MachineRecord record = judge.machine(id);
      return !alive && (record == null || record.status() != Status.DETACHED);
    }
    LaunchRecord launch = resource.key().map(key -> judge.intent(key.value())).orElse(null);
    return launch == null || launch.ids().stream().noneMatch(this::mayLive);
  }

  private boolean mayLive(String id) {
    MachineRecord record = judge.machine(id);
    return record != null && record.status() != Status.GONE;
  }
}
