package io.cloudadapter.server.http;

import io.cloudadapter.server.options.AccessScope;
import io.cloudadapter.server.options.Role;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The caller of a request: its name, role and credential.
 *
 * @param name a name for logs, such as {@code token:autoscaler} or {@code certificate:CN=ops,O=Example}
 * @param principal the name under which the caller is configured, which stays the same when its token or its
 *     certificate is replaced: what the caller has, such as idempotency keys, belongs to this name
 * @param role what they may do
 * @param scope the pools and verbs in which they may do so
 * @param expires when the credential ends on its own, if it does
 * @param credential tells the credential from an earlier one of the same name, such as a token that was replaced;
 *     empty if nothing does. No secret: nothing can be found out about the credential by it
 */
public record Caller(
    String name,
    String principal,
    Role role,
    AccessScope scope,
    Optional<Instant> expires,
    String credential) {
  /** A caller who has shown no credential, of a route that needs none. */
  public static final Caller ANYBODY = new Caller("anybody", Role.READ);

  /**
   * A caller whose name in logs is the configured one.
   *
   * @param name the name
   * @param role what they may do
   */
  public Caller(String name, Role role) {
    this(name, role, AccessScope.everything());
  }

  /**
   * A caller of a limited scope, whose name in logs is the configured one.
   *
   * @param name the name
   * @param role what they may do
   * @param scope the pools and verbs in which they may do so
   */
  public Caller(String name, Role role, AccessScope scope) {
    this(name, name, role, scope, Optional.empty());
  }

  /**
   * A caller whose credential cannot be replaced under its name.
   *
   * @param name a name for logs
   * @param principal the name under which the caller is configured
   * @param role what they may do
   * @param scope the pools and verbs in which they may do so
   * @param expires when the credential ends on its own, if it does
   */
  public Caller(
      String name, String principal, Role role, AccessScope scope, Optional<Instant> expires) {
    this(name, principal, role, scope, expires, "");
  }

  /** Checks that nothing is missing. */
  public Caller {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(principal, "principal");
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(expires, "expires");
    Objects.requireNonNull(credential, "credential");
  }
}
