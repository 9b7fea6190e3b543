package io.cloudadapter.server.http;

import io.cloudadapter.server.Role;
import java.util.Objects;

/**
 * Who asks.
 *
 * @param name a name for logs, such as {@code token:autoscaler} or {@code certificate:CN=ops}
 * @param role what they may do
 */
public record Caller(String name, Role role) {
  /** Checks that nothing is missing. */
  public Caller {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(role, "role");
  }
}
