package io.cloudadapter.server.senlin;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.server.http.ListedPool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Machines as Senlin's nodes. */
final class Nodes {
  private final Clusters clusters;

  Nodes(Clusters clusters) {
    this.clusters = clusters;
  }

  /** A machine, and the pool that it is in. */
  record Node(MachinePool pool, int index, Machine machine) {
    String id() {
      return StableUuids.node(pool.name(), machine.id());
    }
  }

  /** All of all pools that can be read. */
  List<Node> all() {
    List<Node> nodes = new ArrayList<>();
    clusters.all().forEach(pool -> nodes.addAll(readable(pool)));
    return nodes;
  }

  private List<Node> readable(MachinePool pool) {
    try {
      return of(pool);
    } catch (PoolException notYet) {
      return List.of(); // The pool's cluster shows why.
    }
  }

  /** Those of one pool. Senlin has no word for machines of a warm pool, and would count one that runs as active. */
  List<Node> of(MachinePool pool) {
    PoolView view = ListedPool.view(pool);
    List<Node> nodes = new ArrayList<>();
    for (Machine machine : view.machines()) {
      if (machine.machineState() != MachineState.TERMINATED && !machine.waitsWarm()) {
        nodes.add(new Node(pool, nodes.size() + 1, machine));
      }
    }
    return nodes;
  }

  /** The machine that is meant by an id, the cloud's id, or the beginning of an id. */
  static Node find(List<Node> nodes, String asked) {
    return ResourceFinder.find(
        nodes, Node::id, node -> List.of(node.machine().id().value()), "node", asked);
  }

  static List<ResourceRow> rows(List<Node> nodes) {
    return nodes.stream().map(Nodes::row).toList();
  }

  static ResourceRow row(Node node) {
    Machine machine = node.machine();
    String id = machine.id().value();
    boolean there = machine.machineState() != MachineState.REQUESTED
        && machine.machineState() != MachineState.REJECTED;
    ResourceRow row = new ResourceRow(node.id(), id)
        .put("cluster_id", StableUuids.cluster(node.pool().name()))
        .put("index", node.index())
        .put("physical_id", there ? id : "")
        .put("status", status(machine))
        .put("status_reason", reason(machine))
        .put("role", "")
        .put("tainted", false)
        .put("data", Map.of("placement", Map.of("zone", machine.zone().orElse(""))))
        .put("dependents", Map.of())
        .put("metadata", machine.metadata())
        .put("profile_id", null)
        .put("profile_name", null)
        .time("created_at", machine.launchTime())
        .time("init_at", machine.launchTime())
        .put("updated_at", null);
    return SingleProject.owned(row);
  }

  /** Returns what the cloud reports about a machine. */
  static Map<String, Object> details(Machine machine) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("machineState", machine.machineState().name());
    details.put("serviceState", machine.serviceState().name());
    details.put("publicIps", machine.publicIps());
    details.put("privateIps", machine.privateIps());
    details.put("zone", machine.zone().orElse(""));
    details.put("size", machine.size().orElse(""));
    details.put("protected", machine.isProtected());
    return details;
  }

  static String status(Machine machine) {
    return switch (machine.machineState()) {
      case REQUESTED, PENDING -> "CREATING";
      case REJECTED -> "ERROR";
      case TERMINATING -> "DELETING";
      case TERMINATED -> "DELETED";
      case RUNNING -> sick(machine) ? "WARNING" : "ACTIVE";
    };
  }

  private static boolean sick(Machine machine) {
    return machine.serviceState() == ServiceState.UNHEALTHY
        || machine.serviceState() == ServiceState.OUT_OF_SERVICE;
  }

  private static String reason(Machine machine) {
    return "The machine is " + machine.machineState() + ", its service is " + machine.serviceState()
        + ".";
  }
}
