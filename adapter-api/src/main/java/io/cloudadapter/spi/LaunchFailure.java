package io.cloudadapter.spi;

import java.util.Objects;

/**
 * Why a machine failed after the cloud had accepted its launch: Nova's "no valid host" after a 202, EC2's state
 * reason. A sighting in state REJECTED carries it, also for a machine that ran, broke for good and still exists. The
 * core ends such a machine, launches another, and treats the kind and scope as those of a refused launch.
 *
 * @param kind the kind of error
 * @param scope what it concerns
 * @param message the cloud's explanation, without secrets
 */
public record LaunchFailure(CloudException.Kind kind, ErrorScope scope, String message) {
  /** Checks that nothing is missing. */
  public LaunchFailure {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(message, "message");
  }
}
