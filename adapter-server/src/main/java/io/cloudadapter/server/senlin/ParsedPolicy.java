package io.cloudadapter.server.senlin;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.scaling.HealthPolicy;
import io.cloudadapter.api.scaling.Policy;
import java.util.Map;
import java.util.Optional;

/**
 * What the specification of a policy means: one of the two is there.
 *
 * @param scaling a policy of growth and shrinkage
 * @param health a policy of health
 */
record ParsedPolicy(Optional<Policy> scaling, Optional<HealthPolicy> health) {

  /**
   * Reads a specification.
   *
   * @throws PoolException INVALID, with the first thing that is wrong
   */
  static ParsedPolicy of(Map<String, ?> spec) {
    return HealthPolicy.isOne(spec)
        ? new ParsedPolicy(Optional.empty(), Optional.of(HealthPolicy.parse(spec)))
        : of(Policy.parse(spec));
  }

  static ParsedPolicy of(Policy policy) {
    return new ParsedPolicy(Optional.of(policy), Optional.empty());
  }
}
