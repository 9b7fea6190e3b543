package io.cloudadapter.server.options;

import java.util.Objects;

/**
 * The permissions of a caller: its role, and the pools and verbs that it is limited to.
 *
 * @param role the role, which says what it may do at most
 * @param scope the pools and verbs in which it may do so
 */
public record AccessGrant(Role role, AccessScope scope) {
  /** Checks that nothing is missing. */
  public AccessGrant {
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(scope, "scope");
  }

  /**
   * A role in every pool.
   *
   * @param role the role
   * @return the grant
   */
  public static AccessGrant of(Role role) {
    return new AccessGrant(role, AccessScope.everything());
  }
}
