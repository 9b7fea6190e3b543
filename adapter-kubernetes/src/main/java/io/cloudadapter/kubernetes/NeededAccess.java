package io.cloudadapter.kubernetes;

import io.cloudadapter.api.hook.LifecycleTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A permission that the work for a hook needs, as the authorization of Kubernetes names it.
 *
 * @param namespace the namespace; empty for the whole cluster
 * @param resource the plural of the resource, of the core API
 * @param subresource its part, such as eviction
 * @param verb such as patch
 */
record NeededAccess(
    Optional<String> namespace, String resource, Optional<String> subresource, String verb) {

  /** What a hook in a transition needs with its target. */
  static List<NeededAccess> of(LifecycleTransition transition, NodeTarget target) {
    List<NeededAccess> needs = new ArrayList<>();
    for (String verb : List.of("list", "watch", "create", "patch", "delete")) {
      needs.add(
          new NeededAccess(Optional.of(target.namespace()), "secrets", Optional.empty(), verb));
    }
    needs.add(ofCluster("nodes", "list"));
    needs.add(ofCluster("nodes", "watch"));
    if (target.joinToken().isPresent()) {
      for (String verb : List.of("create", "get", "delete")) {
        needs.add(new NeededAccess(Optional.of("kube-system"), "secrets", Optional.empty(), verb));
      }
      needs.add(
          new NeededAccess(Optional.of("kube-public"), "configmaps", Optional.empty(), "get"));
    }
    switch (transition) {
      case LAUNCH, WARM_IN -> {
        // They only wait for the node.
      }
      case WAKE -> needs.add(ofCluster("nodes", "patch"));
      case TERMINATE -> {
        needs.addAll(ofDrain(target));
        needs.add(ofCluster("nodes", "delete"));
      }
      case WARM_RETURN -> needs.addAll(ofDrain(target));
    }
    return needs;
  }

  private static List<NeededAccess> ofDrain(NodeTarget target) {
    List<NeededAccess> needs = new ArrayList<>(List.of(
        ofCluster("nodes", "patch"),
        ofCluster("pods", "list"),
        new NeededAccess(Optional.empty(), "pods", Optional.of("eviction"), "create")));
    if (target.deleteAtTimeout()) {
      needs.add(ofCluster("pods", "delete"));
    }
    return needs;
  }

  private static NeededAccess ofCluster(String resource, String verb) {
    return new NeededAccess(Optional.empty(), resource, Optional.empty(), verb);
  }

  /** The end of a sentence about what may be done. */
  @Override
  public String toString() {
    return verb + " " + resource + subresource.map(part -> "/" + part).orElse("")
        + namespace.map(name -> " in namespace " + name).orElse("");
  }
}
