package io.cloudadapter.api.scaling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Senlin's deletion policy 1.1: chooses which machines a pool removes when it shrinks, and how. Bad machines go
 * first, then those that never started, then the others by the criteria; equal ones go by id, so that the order of
 * the input does not matter. A protected machine is never chosen.
 *
 * @param criteria the order of the healthy machines
 * @param destroy whether the pool ends the machines; if not, they only leave the pool
 * @param gracePeriod how long to wait before that, 0 or more
 * @param reduceDesired whether removing named machines lowers the desired size
 * @param hooks what happens before a machine leaves, if anything
 */
public record DeletionPolicy(
    DeletionCriteria criteria,
    boolean destroy,
    Duration gracePeriod,
    boolean reduceDesired,
    Optional<Hooks> hooks)
    implements Policy {

  /** How the hooks of a deletion policy announce that a machine is about to leave. */
  public enum HookType {
    /** A message in a Zaqar queue. */
    ZAQAR,
    /** A call to a URL. */
    WEBHOOK;

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The hook of a deletion policy, as data; this class does not act on it.
   *
   * @param type how the hook announces it
   * @param queue the queue, possibly empty
   * @param url the address, possibly empty; it may contain a secret and is not shown in texts
   * @param timeout seconds until the machine leaves without an answer; empty if it waits for ever
   */
  public record Hooks(HookType type, String queue, String url, OptionalInt timeout) {
    @Override
    public String toString() {
      return "Hooks[type=" + type.key() + ", queue=" + queue + ", timeout=" + timeout + "]";
    }
  }

  /** Checks the grace period. */
  public DeletionPolicy {
    Objects.requireNonNull(criteria, "criteria");
    Objects.requireNonNull(hooks, "hooks");
    if (gracePeriod.isNegative()) {
      throw new IllegalArgumentException("the 'grace_period' must be >= 0, was: " + gracePeriod);
    }
  }

  /**
   * Makes a policy that destroys at once.
   *
   * @param criteria the order of the healthy machines
   * @return a policy without grace period and hooks
   */
  public static DeletionPolicy of(DeletionCriteria criteria) {
    return new DeletionPolicy(criteria, true, Duration.ZERO, true, Optional.empty());
  }

  /**
   * Reads the properties of a {@code senlin.policy.deletion-1.1} (or 1.0): {@code criteria},
   * {@code destroy_after_deletion}, {@code grace_period}, {@code reduce_desired_capacity} and
   * {@code hooks} with {@code type}, {@code params} and {@code timeout}.
   *
   * @param properties the properties, from JSON or YAML
   * @return the policy
   * @throws io.cloudadapter.api.PoolException INVALID, with Senlin's message
   */
  public static DeletionPolicy parse(Map<String, ?> properties) {
    return read(PolicyProperties.of(properties));
  }

  static DeletionPolicy read(PolicyProperties spec) {
    String order = spec.text("criteria", DeletionCriteria.RANDOM.name());
    boolean destroy = spec.truth("destroy_after_deletion", true);
    int grace = spec.integer("grace_period", 0);
    boolean reduce = spec.truth("reduce_desired_capacity", true);
    Optional<Hooks> hooks =
        spec.has("hooks") ? Optional.of(hooks(spec.map("hooks"))) : Optional.empty();
    spec.blameOthers();
    DeletionCriteria criteria =
        spec.choice("criteria", order, List.of(DeletionCriteria.values()), DeletionCriteria::name);
    if (grace < 0) {
      spec.blame("grace_period", "the 'grace_period' must be >= 0");
    }
    spec.refuseFaults();
    return new DeletionPolicy(criteria, destroy, Duration.ofSeconds(grace), reduce, hooks);
  }

  private static Hooks hooks(PolicyProperties spec) {
    String type = spec.text("type", HookType.ZAQAR.key());
    PolicyProperties params = spec.mapIfAny("params");
    String queue = params.text("queue", "");
    String url = params.text("url", "");
    params.blameOthers();
    OptionalInt timeout =
        spec.isNull("timeout") ? OptionalInt.empty() : OptionalInt.of(spec.integer("timeout", 0));
    spec.blameOthers();
    HookType known = spec.choice("type", type, List.of(HookType.values()), HookType::key);
    if (timeout.orElse(0) < 0) {
      spec.blame("timeout", "the 'timeout' for 'hooks' must be >= 0");
    }
    return new Hooks(known, queue, url, timeout);
  }

  @Override
  public int priority() {
    return 400;
  }

  /**
   * Chooses the victims.
   *
   * @param machines all that are in the pool, in any order
   * @param count how many to choose, 0 or more
   * @param seed decides the random order of {@link DeletionCriteria#RANDOM}
   * @return the victims; fewer than asked for if not enough may be chosen
   */
  public VictimChoice choose(Collection<VictimCandidate> machines, int count, long seed) {
    List<VictimCandidate> ranked = ranked(machines, seed);
    List<VictimChoice.Victim> victims = new ArrayList<>();
    for (VictimCandidate machine : ranked.subList(0, Math.min(Math.max(0, count), ranked.size()))) {
      victims.add(new VictimChoice.Victim(machine, why(machine)));
    }
    return new VictimChoice(victims, Math.max(0, count) - victims.size());
  }

  /**
   * Chooses the victims of each zone or region. If a place has fewer eligible machines than the plan takes there, the
   * rest comes from the other places.
   *
   * @param machines all that are in the pool, in any order
   * @param plan how many to take from each zone or region
   * @param seed decides the random order of {@link DeletionCriteria#RANDOM}
   * @return the victims, in the order of the criteria; fewer than the plan has if not enough may be chosen
   */
  public VictimChoice choose(Collection<VictimCandidate> machines, PlacementPlan plan, long seed) {
    List<VictimCandidate> ranked = ranked(machines, seed);
    Set<VictimCandidate> chosen = new HashSet<>();
    Map<String, Integer> left = new HashMap<>(plan.counts());
    int elsewhere = plan.elsewhere();
    for (VictimCandidate machine : ranked) {
      String place = machine.place().orElse("");
      int wanted = left.getOrDefault(place, 0);
      if (wanted > 0) {
        left.put(place, wanted - 1);
        chosen.add(machine);
      } else if (elsewhere > 0 && !plan.places().contains(place)) {
        elsewhere--;
        chosen.add(machine);
      }
    }
    Set<VictimCandidate> substitutes = new HashSet<>();
    for (VictimCandidate machine : ranked) {
      if (chosen.size() + substitutes.size() < plan.total() && !chosen.contains(machine)) {
        substitutes.add(machine);
      }
    }
    List<VictimChoice.Victim> victims = new ArrayList<>();
    for (VictimCandidate machine : ranked) {
      String why = why(machine) + machine.place().map(place -> " in " + place).orElse("");
      if (chosen.contains(machine)) {
        victims.add(new VictimChoice.Victim(machine, why));
      } else if (substitutes.contains(machine)) {
        victims.add(new VictimChoice.Victim(machine, why + ", for one that may not go"));
      }
    }
    return new VictimChoice(victims, plan.total() - victims.size());
  }

  private List<VictimCandidate> ranked(Collection<VictimCandidate> machines, long seed) {
    Comparator<VictimCandidate> order = Comparator.comparing(DeletionPolicy::turn);
    Comparator<VictimCandidate> byCriteria = switch (criteria) {
      case OLDEST_FIRST -> Comparator.comparing(DeletionPolicy::launch);
      case YOUNGEST_FIRST -> Comparator.comparing(DeletionPolicy::launch).reversed();
      case OLDEST_PROFILE_FIRST ->
        Comparator.comparingLong(VictimCandidate::profile).thenComparing(DeletionPolicy::launch);
      case RANDOM -> Comparator.comparingLong(machine -> lot(seed, machine.id()));
    };
    return machines.stream()
        .filter(machine -> !machine.isProtected())
        .sorted(order.thenComparing(byCriteria).thenComparing(VictimCandidate::id))
        .toList();
  }

  private static int turn(VictimCandidate machine) {
    return machine.bad() ? 0 : machine.launched().isEmpty() ? 1 : 2;
  }

  private static Instant launch(VictimCandidate machine) {
    return machine.launched().orElse(Instant.MAX);
  }

  private String why(VictimCandidate machine) {
    return switch (turn(machine)) {
      case 0 -> "bad";
      case 1 -> "never came up";
      default -> criteria.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  /** Returns a pseudo-random number, always the same for the same machine and seed. */
  private static long lot(long seed, String id) {
    long z = 0x9E3779B97F4A7C15L * (seed + 1) + id.hashCode();
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
