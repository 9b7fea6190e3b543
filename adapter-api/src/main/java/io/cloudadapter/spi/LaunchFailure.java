package io.cloudadapter.spi;

import java.util.Objects;

/**
 * Why a machine failed that the cloud had accepted: Nova's "no valid host" after a 202, EC2's state reason.
 * Shown on a machine in state REJECTED, also on one that ran and broke for good but still exists. The core
 * ends such a machine, launches another, and treats the kind and scope as those of a refused launch.
 *
 * @param kind as for an error
 * @param scope what it concerns
 * @param message what the cloud said, without secrets
 */
public record LaunchFailure(CloudException.Kind kind, ErrorScope scope, String message) {
  /** Checks that nothing is missing. */
  public LaunchFailure {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(message, "message");
  }
}
