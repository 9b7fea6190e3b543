package io.cloudadapter.simulated;

import io.cloudadapter.api.cloud.Cidr;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.simulated.limit.CloudErrors;
import io.cloudadapter.simulated.machine.MachineTruth;
import io.cloudadapter.simulated.machine.SimulatedMachine;
import io.cloudadapter.spi.CloudException.Conflict;
import java.util.List;
import java.util.Optional;

/** The cloud's routes, a table for each cluster that anybody names; no two of a table overlap. */
final class SimulatedRouteTables {
  private final CloudState world;

  SimulatedRouteTables(CloudState world) {
    this.world = world;
  }

  List<Route> all() {
    return world.memory.routes().values().stream().map(this::shown).toList();
  }

  List<Route> of(String cluster) {
    return all().stream().filter(route -> route.cluster().equals(cluster)).toList();
  }

  Route create(String cluster, String name, String target, Cidr destination) {
    List<Route> table = of(cluster);
    Optional<Route> there = table.stream()
        .filter(route -> route.target().equals(target) && route.destination().same(destination))
        .findFirst();
    if (there.isPresent()) {
      return there.get();
    }
    if (machine(target).isEmpty()) {
      throw CloudErrors.notFound("instance", target);
    }
    for (Route other : table) {
      if (other.name().equals(name)) {
        throw CloudErrors.conflict(
            Conflict.NAME_TAKEN,
            "route " + name + " of cluster " + cluster + " leads from " + other.destination()
                + " to " + other.target());
      }
      if (other.destination().overlaps(destination)) {
        throw CloudErrors.conflict("the block " + destination + " overlaps " + other.destination()
            + ", which route " + other.name() + " leads to " + other.target());
      }
    }
    Route route = new Route(cluster, name, target, destination, false);
    world.memory.routes().put(key(cluster, name), route);
    return route;
  }

  void delete(String cluster, String name) {
    if (world.memory.routes().get(key(cluster, name)).isPresent()) {
      world.memory.routes().remove(key(cluster, name));
    }
  }

  private Route shown(Route route) {
    return new Route(
        route.cluster(),
        route.name(),
        route.target(),
        route.destination(),
        machine(route.target()).isEmpty());
  }

  private Optional<MachineTruth> machine(String name) {
    return world.machines.all().stream()
        .map(SimulatedMachine::now)
        .filter(facts -> !facts.over() && facts.id().value().equals(name))
        .findFirst();
  }

  private static String key(String cluster, String name) {
    return cluster + "/" + name;
  }
}
