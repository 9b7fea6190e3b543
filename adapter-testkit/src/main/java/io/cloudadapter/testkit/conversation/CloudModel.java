package io.cloudadapter.testkit.conversation;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.subject.CloudResource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model of the cloud: the launches and machines of a conversation, with what may be true of each by what the adapter
 * has answered. After each step it is compared with the cloud's console.
 */
final class CloudModel {
  private final TestBench bench;
  private final List<ModelLaunch> launches = new ArrayList<>();
  private final Map<MachineId, ModelMachine> machines = new LinkedHashMap<>();

  CloudModel(TestBench bench) {
    this.bench = bench;
  }

  List<ModelLaunch> launches() {
    return launches;
  }

  void add(ModelLaunch launch) {
    launches.add(launch);
  }

  /** All machines that there have been, in the order in which the console has shown them. */
  List<ModelMachine> machines() {
    return List.copyOf(machines.values());
  }

  void add(ModelMachine machine) {
    machines.put(machine.id(), machine);
  }

  Optional<ModelMachine> machine(MachineId id) {
    return Optional.ofNullable(machines.get(id));
  }

  /** Whether a machine of a launch exists whose end was not asked for. */
  boolean lives(ModelLaunch launch) {
    return launch.made().stream()
        .flatMap(id -> machine(id).stream())
        .anyMatch(machine -> machine.lives() && !machine.mayEnd());
  }

  /** Compares the model with what the console shows. */
  void compare() {
    Instant now = bench.clock().instant();
    Map<MachineId, CloudResource> shown = new LinkedHashMap<>();
    for (CloudResource resource : bench.truth().resources()) {
      if (resource.isMachine()) {
        shown.put(new MachineId(resource.id()), resource);
      }
    }
    shown.values().stream().filter(this::isOfThisRun).forEach(resource -> meets(resource, now));
    for (ModelMachine machine : machines.values()) {
      machine.compare(Optional.ofNullable(shown.get(machine.id())), now);
    }
    launches.forEach(CloudModel::compare);
  }

  private boolean isOfThisRun(CloudResource resource) {
    return TestBench.POOL.value().equals(resource.tags().get(OwnershipMarks.POOL_TAG))
        && bench.incarnation().value().equals(resource.tags().get(OwnershipMarks.INCARNATION_TAG));
  }

  private void meets(CloudResource resource, Instant now) {
    MachineId id = new MachineId(resource.id());
    Optional<ModelLaunch> launch = launches.stream()
        .filter(one -> one.key().value().equals(resource.tags().get(OwnershipMarks.KEY_TAG)))
        .findFirst();
    if (launch.isEmpty() && !machines.containsKey(id)) {
      throw new RuleViolation("the cloud has " + resource + ", and no launch of this pool made it");
    }
    launch.ifPresent(one -> {
      one.made(id);
      machines.computeIfAbsent(id, made -> new ModelMachine(id, one, now));
    });
  }

  private static void compare(ModelLaunch launch) {
    if (launch.made().size() > 1) {
      throw new RuleViolation(launch + " has made more than one machine: " + launch.made());
    }
    if (!launch.made().isEmpty() && !launch.isDoubtful() && launch.returned().isEmpty()) {
      throw new RuleViolation(launch + " was refused with effect NONE each time, and made machine "
          + launch.made().iterator().next());
    }
  }
}
