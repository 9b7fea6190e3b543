package io.cloudadapter.server.kube;

import io.cloudadapter.api.action.ActionStatus;
import java.util.Optional;

/**
 * The namespace and the tenant under which a request addresses actions. Objects carry the names of their request's
 * path, because clients look them up again by these.
 *
 * @param alias the namespace in the path if it is not the pool's own name; empty otherwise
 * @param tenant the tenant in the path, as Arktos' clients have it; empty otherwise
 */
record ObjectScope(Optional<String> alias, Optional<String> tenant) {
  /** Each action carries its pool's name. */
  static final ObjectScope OWN = new ObjectScope(Optional.empty(), Optional.empty());

  /** The tenant that stands for all of them in a path, and belongs to no object. */
  private static final String ALL_TENANTS = "all";

  /** The tenant that Arktos' clients name if they are given none. */
  private static final String USUAL_TENANT = "system";

  /** The namespace that an action carries. */
  String namespace(ActionStatus action) {
    return alias.orElseGet(() -> action.pool().value());
  }

  /** The tenant that an object carries; empty if the request names none. */
  Optional<String> shownTenant() {
    return tenant.map(name -> name.equals(ALL_TENANTS) ? USUAL_TENANT : name);
  }
}
