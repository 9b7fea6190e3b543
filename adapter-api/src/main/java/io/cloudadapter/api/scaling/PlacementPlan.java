package io.cloudadapter.api.scaling;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many machines to add to, or to remove from, each zone or region: OK, or ERROR with the reason.
 *
 * @param status whether there is a plan
 * @param reason a sentence for people
 * @param counts the zones or regions with more than 0 machines, in the order of the policy
 * @param elsewhere how many to remove from zones or regions that the policy does not list, or from unknown ones
 * @param places all zones or regions that the policy may use
 * @param steps how the plan came about
 */
public record PlacementPlan(
    ScalingDecision.Status status,
    String reason,
    Map<String, Integer> counts,
    int elsewhere,
    Set<String> places,
    List<String> steps) {

  /** Copies the collections. */
  public PlacementPlan {
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    places = Set.copyOf(places);
    steps = List.copyOf(steps);
  }

  static PlacementPlan error(String reason, Set<String> places, List<String> steps) {
    return new PlacementPlan(ScalingDecision.Status.ERROR, reason, Map.of(), 0, places, steps);
  }

  /**
   * Returns whether the status is OK.
   *
   * @return false if there is no plan
   */
  public boolean ok() {
    return status == ScalingDecision.Status.OK;
  }

  /**
   * Returns the number of machines of the whole plan.
   *
   * @return 0 or more
   */
  public int total() {
    int total = elsewhere;
    for (int count : counts.values()) {
      total += count;
    }
    return total;
  }
}
