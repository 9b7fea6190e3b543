package io.cloudadapter.api.scaling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Senlin's zone and region placement: spreads machines over zones or regions by weight. Each place gets its weight's
 * share of the machines, and no more than its cap. What a full place cannot take goes to the others. Machines in
 * places that are unlisted or unknown stay where they are while a pool grows, and go first when it shrinks.
 *
 * @param kind zones or regions
 * @param shares the places, at least one, in the order that decides between equal weights
 */
public record PlacementPolicy(Kind kind, List<Share> shares) implements Policy {

  /** What the places are. */
  public enum Kind {
    /** Availability zones. */
    ZONE("zones", "No availability zone found available."),
    /** Regions. */
    REGION("regions", "No region is found usable.");

    private final String key;
    private final String none;

    Kind(String key, String none) {
      this.key = key;
      this.none = none;
    }
  }

  /**
   * One zone or region, with its weight and cap.
   *
   * @param name the cloud's name for it
   * @param weight its share in relation to the others', 0 or more; a place of weight 0 gets no machines
   * @param cap the most machines that it takes, {@link #NO_CAP} or 0 or more
   */
  public record Share(String name, int weight, int cap) {
    /** The cap of a place without a limit. */
    public static final int NO_CAP = -1;

    /** The weight of a place that does not set one. */
    public static final int DEFAULT_WEIGHT = 100;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public Share {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("a name must not be empty");
      }
      if (weight < 0) {
        throw new IllegalArgumentException(
            "the 'weight' of '" + PythonRepr.of(name) + "' must be >= 0, was: " + weight);
      }
      if (cap < NO_CAP) {
        throw new IllegalArgumentException(
            "the 'cap' of '" + PythonRepr.of(name) + "' must be >= -1, was: " + cap);
      }
    }

    /**
     * Makes a place without a cap.
     *
     * @param name its name
     * @param weight its weight, 0 or more
     * @return a share
     */
    public static Share of(String name, int weight) {
      return new Share(name, weight, NO_CAP);
    }
  }

  /**
   * Copies the list; if a name occurs twice, its first position and its last share apply.
   *
   * @throws IllegalArgumentException if there is no place with a weight above 0
   */
  public PlacementPolicy {
    Objects.requireNonNull(kind, "kind");
    Map<String, Share> byName = new LinkedHashMap<>();
    for (Share share : shares) {
      byName.put(share.name(), share);
    }
    shares = List.copyOf(byName.values());
    if (!taking(shares)) {
      throw new IllegalArgumentException(nothingTakes(kind, shares));
    }
  }

  private static boolean taking(List<Share> shares) {
    return shares.stream().anyMatch(share -> share.weight() > 0);
  }

  private static String nothingTakes(Kind kind, List<Share> shares) {
    return "one of the " + kind.key + " at least must have a weight > 0, was: " + shares;
  }

  /**
   * Reads the properties of a {@code senlin.policy.zone_placement-1.0} or {@code senlin.policy.region_placement-1.0}:
   * {@code zones} or {@code regions}, each with {@code name}, {@code weight} (default 100) and {@code cap} (default
   * -1).
   *
   * @param kind zones or regions
   * @param properties the properties, from JSON or YAML
   * @return the placement
   * @throws io.cloudadapter.api.PoolException INVALID, with what is wrong
   */
  public static PlacementPolicy parse(Kind kind, Map<String, ?> properties) {
    return read(kind, PolicyProperties.of(properties));
  }

  static PlacementPolicy read(Kind kind, PolicyProperties spec) {
    List<PolicyProperties> given = spec.maps(kind.key);
    List<Share> shares = new ArrayList<>();
    if (given != null) {
      given.forEach(place -> share(place, shares).ifPresent(shares::add));
    }
    spec.blameOthers();
    if (spec.sound() && !taking(shares)) {
      spec.blame(kind.key, nothingTakes(kind, shares));
    }
    spec.refuseFaults();
    return new PlacementPolicy(kind, shares);
  }

  private static Optional<Share> share(PolicyProperties place, List<Share> others) {
    String name = place.text("name");
    int weight = place.integer("weight", Share.DEFAULT_WEIGHT);
    int cap = place.integer("cap", Share.NO_CAP);
    place.blameOthers();
    if (others.stream().anyMatch(other -> other.name().equals(name))) {
      // Senlin silently takes the last of them and ignores the others.
      place.blame("name", "the 'name' must not come twice, was: '" + PythonRepr.of(name) + "'");
    }
    try {
      return name == null ? Optional.empty() : Optional.of(new Share(name, weight, cap));
    } catch (IllegalArgumentException wrong) {
      place.blame(String.valueOf(wrong.getMessage()));
      return Optional.empty();
    }
  }

  @Override
  public int priority() {
    return kind == Kind.REGION ? 200 : 300;
  }

  /**
   * Decides where new machines go.
   *
   * @param current how many machines each place has now; unlisted places may be among them
   * @param usable the places that the cloud offers
   * @param count how many to add, 0 or more
   * @return a plan whose counts sum to the count, or ERROR if there is no room for all
   */
  public PlacementPlan grow(Map<String, Integer> current, Collection<String> usable, int count) {
    return plan(current, usable, count, true);
  }

  /**
   * Decides where machines are removed.
   *
   * @param current how many machines each place has now; unlisted places may be among them, and an unlisted name such
   *     as "" stands for unknown places
   * @param usable the places that the cloud offers
   * @param count how many to remove, 0 or more
   * @return a plan that sums to the count and takes no more from a place than is there, or ERROR if there are too few
   *     machines
   */
  public PlacementPlan shrink(Map<String, Integer> current, Collection<String> usable, int count) {
    return plan(current, usable, count, false);
  }

  /**
   * Returns how many more machines the places can take.
   *
   * @param current how many machines each place has now
   * @param usable the places that the cloud offers
   * @return 0 or more; {@link Integer#MAX_VALUE} if a usable place with a weight has no cap
   */
  public int room(Map<String, Integer> current, Collection<String> usable) {
    long room = 0;
    for (Share share : shares) {
      if (share.weight() > 0 && usable.contains(share.name())) {
        room += share.cap() == Share.NO_CAP
            ? Integer.MAX_VALUE
            : Math.max(0, share.cap() - current.getOrDefault(share.name(), 0));
      }
    }
    return (int) Math.min(Integer.MAX_VALUE, room);
  }

  private PlacementPlan plan(
      Map<String, Integer> current, Collection<String> usable, int count, boolean growing) {
    if (count < 0) {
      throw new IllegalArgumentException("a count must be 0 or more, was: " + count);
    }
    List<String> steps = new ArrayList<>();
    Map<String, Place> places = new LinkedHashMap<>();
    for (Share share : shares) {
      if (usable.contains(share.name())) {
        int there = current.getOrDefault(share.name(), 0);
        places.put(share.name(), new Place(share, there, growing));
      }
    }
    Set<String> names = places.keySet();
    if (names.isEmpty() && count > 0) {
      return PlacementPlan.error(kind.none, names, steps);
    }
    int remaining = count;
    int elsewhere = 0;
    if (!growing) {
      elsewhere = Math.min(count, elsewhere(current, names));
      remaining -= elsewhere;
      if (elsewhere > 0) {
        steps.add(elsewhere + " go from places that are not listed");
      }
    }
    remaining = spread(places.values(), remaining, growing, steps);
    if (remaining > 0) {
      return PlacementPlan.error("There is no feasible plan to handle all nodes.", names, steps);
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    places.forEach((name, place) -> {
      if (place.planned > 0) {
        counts.put(name, place.planned);
      }
    });
    return new PlacementPlan(
        ScalingDecision.Status.OK, "Placement planned.", counts, elsewhere, names, steps);
  }

  private static int elsewhere(Map<String, Integer> current, Set<String> listed) {
    int elsewhere = 0;
    for (Map.Entry<String, Integer> place : current.entrySet()) {
      if (!listed.contains(place.getKey())) {
        elsewhere += Math.max(0, place.getValue());
      }
    }
    return elsewhere;
  }

  /**
   * Places the machines: first by the shares of all places, then repeatedly by the shares of those that still have
   * room. Returns the number that finds no room.
   */
  private static int spread(
      Collection<Place> places, int count, boolean growing, List<String> steps) {
    Comparator<Place> byWeight = Comparator.comparingInt(place -> place.share.weight());
    List<Place> ordered = new ArrayList<>(places);
    ordered.sort(growing ? byWeight.reversed() : byWeight);
    int remaining = count - pass(ordered, count, growing, steps);
    while (remaining > 0) {
      List<Place> open = ordered.stream().filter(Place::hasRoom).toList();
      int placed = pass(open, remaining, growing, steps);
      if (placed == 0) {
        return remaining;
      }
      remaining -= placed;
    }
    return remaining;
  }

  private static int pass(List<Place> among, int count, boolean growing, List<String> steps) {
    long total = growing ? count : -count;
    long weights = 0;
    for (Place place : among) {
      total += place.size();
      weights += place.share.weight();
    }
    int remaining = count;
    for (Place place : among) {
      int take = (int) Math.min(remaining, Math.max(0, place.room(total, weights)));
      if (take > 0) {
        steps.add(place.share.name() + " has " + place.size() + ", weight " + place.share.weight()
            + " of " + weights + " for " + total + " in all: " + (growing ? "+" : "-") + take);
        place.planned += take;
        remaining -= take;
      }
    }
    return count - remaining;
  }

  /** A place and what is planned for it so far. */
  private static final class Place {
    private final Share share;
    private final int there;
    private final boolean growing;
    private int planned;

    Place(Share share, int there, boolean growing) {
      this.share = share;
      this.there = Math.max(0, there);
      this.growing = growing;
    }

    int size() {
      return growing ? there + planned : there - planned;
    }

    boolean hasRoom() {
      return growing
          ? share.weight() > 0 && (share.cap() == Share.NO_CAP || size() < share.cap())
          : size() > 0;
    }

    /** Returns how many machines it lacks to its share, or has beyond it. */
    long room(long total, long weights) {
      long share = total * this.share.weight();
      if (!growing) {
        return size() - (weights == 0 ? 0 : Math.max(0, Math.floorDiv(share, weights)));
      }
      long quota = weights == 0 ? 0 : Math.floorDiv(share + weights - 1, weights);
      return (this.share.cap() == Share.NO_CAP ? quota : Math.min(quota, this.share.cap()))
          - size();
    }
  }
}
