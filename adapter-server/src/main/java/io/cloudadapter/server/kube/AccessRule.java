package io.cloudadapter.server.kube;

import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.options.PoolVerb;
import io.cloudadapter.server.options.Role;
import java.util.List;
import java.util.Optional;

/**
 * The permissions of a role on a resource, as reviews of access show them.
 *
 * @param group the resource's group, the core one being empty
 * @param resource the resource, with its subresource after a slash
 * @param verbs the verbs of Kubernetes
 * @param role the least role that may
 * @param change the verb of pools that it needs beside the role, if it does
 */
record AccessRule(
    String group, String resource, List<String> verbs, Role role, Optional<PoolVerb> change) {
  /** The group of the reviews of access themselves. */
  static final String AUTHORIZATION = "authorization.k8s.io";

  /** The group of the review of who the caller is. */
  static final String AUTHENTICATION = "authentication.k8s.io";

  /** All that is served, in the order of the roles. */
  static final List<AccessRule> ALL = List.of(
      new AccessRule("", "actions", List.of("get", "list", "watch"), Role.READ),
      new AccessRule("", "actions/status", List.of("get"), Role.READ),
      new AccessRule("", "namespaces", List.of("get", "list"), Role.READ),
      new AccessRule(AUTHORIZATION, "selfsubjectaccessreviews", List.of("create"), Role.READ),
      new AccessRule(AUTHORIZATION, "selfsubjectrulesreviews", List.of("create"), Role.READ),
      new AccessRule(AUTHENTICATION, "selfsubjectreviews", List.of("create"), Role.READ),
      changing("actions/status", "update"),
      changing("pods/action", "create"));

  /** Paths that each role may read, a star standing for the rest of a path. */
  static final List<String> PATHS = List.of(
      "/api",
      "/api/*",
      "/apis",
      "/apis/*",
      "/healthz",
      "/livez",
      "/readyz",
      "/version",
      "/metrics");

  AccessRule(String group, String resource, List<String> verbs, Role role) {
    this(group, resource, verbs, role, Optional.empty());
  }

  private static AccessRule changing(String resource, String verb) {
    return new AccessRule("", resource, List.of(verb), Role.OPERATE, Optional.of(PoolVerb.ACTIONS));
  }

  /** Whether a caller may, in the pools of its scope. */
  boolean allows(Caller caller) {
    return caller.role().covers(role)
        && change.filter(verb -> !caller.scope().allows(verb)).isEmpty();
  }

  /** Whether a path may be read. */
  static boolean readable(String path) {
    return PATHS.stream()
        .anyMatch(known -> known.endsWith("*")
            ? path.startsWith(known.substring(0, known.length() - 1))
            : path.equals(known) || path.equals(known + "/"));
  }
}
