package io.cloudadapter.core.planning;

import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.PlacementPolicy;
import java.util.Optional;

/**
 * The placement and deletion policies of a pool, which apply to every growth and shrinkage.
 *
 * @param placement over which zones machines are spread; if empty evenly, the emptiest first
 * @param deletion which machines go, and how; if empty by the pool's order of victims
 * @param seed decides the lot of a deletion policy
 * @param adoption whether machines can be let go alive
 */
public record PlacementPolicies(
    Optional<PlacementPolicy> placement,
    Optional<DeletionPolicy> deletion,
    long seed,
    boolean adoption) {
  /** Of a pool without policies. */
  public static final PlacementPolicies NONE =
      new PlacementPolicies(Optional.empty(), Optional.empty(), 0, true);

  /** Whether removed machines are to keep running although the pool cannot detach machines. */
  boolean stuck() {
    return !adoption && deletion.filter(policy -> !policy.destroy()).isPresent();
  }
}
