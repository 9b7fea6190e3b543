package io.cloudadapter.simulated;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.machine.MachineTable;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.simulated.machine.StateTable;
import io.cloudadapter.simulated.request.LaunchKeyUse;
import io.cloudadapter.simulated.request.SimulatedLaunch;
import io.cloudadapter.spi.LaunchFailure;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.MachineSighting;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** The launch keys that the cloud has seen, and its answers to repetitions. */
final class LaunchKeyMemory {
  private final LaunchKeySupport support;
  private final boolean operations;
  private final StateTable<String, LaunchKeyUse> table;
  private final MachineTable machines;

  LaunchKeyMemory(
      CloudSettings settings, StateTable<String, LaunchKeyUse> table, MachineTable machines) {
    this.support = settings.keySupport();
    this.operations = settings.launchOperations();
    this.table = table;
    this.machines = machines;
  }

  /** The first answer again; empty if the key is new; an exception if it must not be used. */
  Optional<LaunchResult> again(CloudRequest.Launch request, SimulatedLaunch order, long now) {
    if (support.kind() == LaunchKeySupport.Kind.NONE) {
      return Optional.empty();
    }
    forgetExpired(now);
    Optional<LaunchKeyUse> use = table.get(name(request.key(), order));
    if (use.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        support.kind() == LaunchKeySupport.Kind.TOKEN
            ? replay(request, use.get())
            : refuse(request.key(), use.get()));
  }

  void used(
      CloudRequest.Launch request,
      SimulatedLaunch order,
      List<MachineId> made,
      Optional<LaunchFailure> shortfall,
      long now) {
    if (support.kind() != LaunchKeySupport.Kind.NONE) {
      long until = Math.addExact(now, support.lifetime().toNanos());
      String name = name(request.key(), order);
      table.remove(name);
      table.put(name, new LaunchKeyUse(digest(request), request.count(), made, shortfall, until));
    }
  }

  private LaunchResult replay(CloudRequest.Launch request, LaunchKeyUse use) {
    if (!use.digest().equals(digest(request)) || use.count() != request.count()) {
      throw CloudErrors.keyMismatch(request.key());
    }
    List<SimulatedMachine> known =
        use.machines().stream().flatMap(id -> machines.get(id).stream()).toList();
    if (known.stream().noneMatch(LaunchKeyMemory::unended)) {
      throw CloudErrors.keySpent(request.key());
    }
    MachineTruth first = known.get(0).now();
    if (operations
        && (first.state() == MachineState.REQUESTED || first.failure().isPresent())) {
      return LaunchResult.accepted(LaunchExecutor.operation(known.get(0), known.size()), List.of());
    }
    List<MachineSighting> seen = known.stream().map(vm -> vm.now().sighting()).toList();
    return new LaunchResult(seen, use.shortfall());
  }

  /** Names are unique among machines that exist, a rejected one being such until it is forgotten. */
  private LaunchResult refuse(LaunchKey key, LaunchKeyUse use) {
    if (exists(use)) {
      throw CloudErrors.nameTaken(key);
    }
    throw CloudErrors.keySpent(key);
  }

  private boolean exists(LaunchKeyUse use) {
    return use.machines().stream()
        .anyMatch(id -> machines.get(id).filter(LaunchKeyMemory::unended).isPresent());
  }

  private static boolean unended(SimulatedMachine vm) {
    return !vm.now().over() || vm.now().failure().isPresent();
  }

  private void forgetExpired(long now) {
    Iterator<LaunchKeyUse> oldest = table.values().iterator();
    List<String> expired = new java.util.ArrayList<>();
    for (String name : table.rows().keySet()) {
      LaunchKeyUse use = oldest.next();
      if (use.until() > now) {
        break;
      }
      if (support.kind() == LaunchKeySupport.Kind.TOKEN || !exists(use)) {
        expired.add(name);
      }
    }
    expired.forEach(table::remove);
  }

  private String name(LaunchKey key, SimulatedLaunch order) {
    return support.perZone() ? key + "/" + order.zone().orElse("") : key.value();
  }

  private static String digest(CloudRequest.Launch request) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(request.frozen().bytes()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
