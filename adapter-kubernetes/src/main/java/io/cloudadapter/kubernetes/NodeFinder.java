package io.cloudadapter.kubernetes;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.ProviderIdFormat;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the nodes of a machine: by provider ID, otherwise as the target allows. */
final class NodeFinder {
  private final ProviderIdFormat format;
  private final NodeTarget.Fallback fallback;

  /**
   * The rule of one pool.
   *
   * @param account the pool's account
   * @param pool the pool's name
   */
  NodeFinder(NodeTarget target, String account, String pool) {
    this.format = new ProviderIdFormat(target.providerId(), account, pool);
    this.fallback = target.fallback();
  }

  /**
   * Finds them. There are several if a machine joined again under another name and its old node was not deleted.
   *
   * @param nodes all nodes
   * @param id the machine
   * @param machine the machine in the pool's view, if it is still there
   */
  List<Node> find(Collection<Node> nodes, MachineId id, Optional<Machine> machine) {
    List<Node> named = nodes.stream()
        .filter(
            node -> format.read(node.providerId()).filter(id.value()::equals).isPresent())
        .toList();
    if (!named.isEmpty() || fallback == NodeTarget.Fallback.NONE) {
      return named;
    }
    Set<String> addresses = new HashSet<>();
    machine.ifPresent(known -> {
      addresses.addAll(known.privateIps());
      addresses.addAll(known.publicIps());
    });
    return nodes.stream()
        // A node with a provider ID of this pool is another machine's.
        .filter(node -> format.read(node.providerId()).isEmpty())
        .filter(node -> fallback == NodeTarget.Fallback.NAME
            ? node.name().equals(id.value())
            : node.addresses().stream().anyMatch(addresses::contains))
        .toList();
  }
}
