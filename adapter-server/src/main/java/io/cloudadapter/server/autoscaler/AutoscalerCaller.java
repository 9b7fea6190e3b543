package io.cloudadapter.server.autoscaler;

import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.Role;
import java.time.Instant;
import java.util.Objects;

/**
 * The caller of the listener: the subject of its client certificate, with its permissions.
 *
 * @param name its name for logs, such as {@code certificate:CN=autoscaler}
 * @param principal the name under which it is configured
 * @param role its role
 * @param scope the pools and verbs that it is limited to
 * @param expires when its certificate ends
 */
public record AutoscalerCaller(
    String name, String principal, Role role, AccessScope scope, Instant expires) {
  /** Checks that nothing is missing. */
  public AutoscalerCaller {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(principal, "principal");
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(expires, "expires");
  }
}
