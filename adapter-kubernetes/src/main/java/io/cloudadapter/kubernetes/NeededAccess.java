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
 * @param name the one object that is needed, as roles with resourceNames allow; empty for all of them
 * @param verb such as patch
 */
record NeededAccess(
    Optional<String> namespace,
    String resource,
    Optional<String> subresource,
    Optional<String> name,
    String verb) {

  /** What a hook in a transition needs with its target. */
  static List<NeededAccess> of(LifecycleTransition transition, NodeTarget target) {
    List<NeededAccess> needs = new ArrayList<>();
    for (String verb : List.of("list", "watch", "create", "patch", "delete")) {
      needs.add(inNamespace(target.namespace(), "secrets", verb));
    }
    needs.add(ofCluster("nodes", "list"));
    needs.add(ofCluster("nodes", "watch"));
    if (target.joinToken().isPresent()) {
      for (String verb : List.of("create", "get", "delete")) {
        needs.add(inNamespace("kube-system", "secrets", verb));
      }
      needs.add(new NeededAccess(
          Optional.of(ClusterInfo.NAMESPACE),
          "configmaps",
          Optional.empty(),
          Optional.of(ClusterInfo.NAME),
          "get"));
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
        new NeededAccess(
            Optional.empty(), "pods", Optional.of("eviction"), Optional.empty(), "create")));
    if (target.deleteAtTimeout()) {
      needs.add(ofCluster("pods", "delete"));
    }
    return needs;
  }

  private static NeededAccess ofCluster(String resource, String verb) {
    return new NeededAccess(Optional.empty(), resource, Optional.empty(), Optional.empty(), verb);
  }

  private static NeededAccess inNamespace(String namespace, String resource, String verb) {
    return new NeededAccess(
        Optional.of(namespace), resource, Optional.empty(), Optional.empty(), verb);
  }

  /** The end of a sentence about what may be done. */
  @Override
  public String toString() {
    return verb + " " + resource + subresource.map(part -> "/" + part).orElse("")
        + name.map(object -> " " + object).orElse("")
        + namespace.map(name -> " in namespace " + name).orElse("");
  }
}
