package io.cloudadapter.core.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.scaling.PlacementPolicy;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.OwnershipMarks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The configuration of one pool. Everything but name, account and maxSize has a default.
 *
 * @param name the pool
 * @param account the account that it lives in
 * @param maxSize effective machines and pending launches together never exceed it; 1 to 100,000
 * @param surge how many machines that do not count (draining, out of service, stopped, quarantined) may
 *     exist beyond maxSize; by default the greater of 2 and a fifth of maxSize
 * @param initialSize the desired size of a pool that never had one; 0 to maxSize, by default the minSize of
 *     its scaling
 * @param launch what to launch
 * @param victims which machines go first when the pool shrinks
 * @param bootDeadline how long a machine may take to run before it is ended and replaced; above 0
 * @param remediation what to do about UNHEALTHY machines
 * @param listInterval how often the pool lists the cloud
 * @param launchesPerHour how many machines may be launched within any hour; 1 or more, by default 4 times
 *     maxSize and at least 20
 * @param terminationsPerHour how many machines may be terminated within any hour for reasons other than an
 *     explicit command; 1 or more, by default maxSize and at least 20
 * @param missingListsUntilGone in how many complete lists in a row a machine must be missing before it is
 *     gone; 2 to 100
 * @param massDisappearanceShare when more than this share of the live machines (and more than 3) is newly
 *     missing from one list, the pool freezes; above 0, at most 1
 * @param mirrorServiceState whether service states are written onto the machines as labels
 * @param scaling within which limits and by which policies the pool is scaled. Its deletion policy takes
 *     the place of {@code victims}
 * @param hooks pauses of machines that are about to end or to enter service, in this order; at most 50,
 *     each with a name of its own
 * @param actions how many actions of its machines there may be
 * @param loadBalancing behind which load balancers its machines are kept
 * @param keysPerCaller how many idempotency keys of one caller the pool keeps, each for two days; 1 to 10,000,000
 */
public record PoolConfig(
    PoolName name,
    String account,
    int maxSize,
    OptionalInt surge,
    int initialSize,
    Launch launch,
    VictimSelectionPolicy victims,
    Duration bootDeadline,
    Remediation remediation,
    ListIntervalConfig listInterval,
    int launchesPerHour,
    int terminationsPerHour,
    int missingListsUntilGone,
    double massDisappearanceShare,
    boolean mirrorServiceState,
    ScalingConfig scaling,
    List<LifecycleHook> hooks,
    Actions actions,
    LoadBalancingConfig loadBalancing,
    int keysPerCaller) {

  /** How many idempotency keys of one caller are kept unless it is configured. */
  public static final int USUAL_KEYS = 100_000;

  /** The greatest maxSize. */
  public static final int LARGEST = 100_000;

  /** The most hooks of a pool. */
  public static final int MOST_HOOKS = 50;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public PoolConfig {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(launch, "launch");
    Objects.requireNonNull(victims, "victims");
    Objects.requireNonNull(remediation, "remediation");
    Objects.requireNonNull(listInterval, "listInterval");
    Objects.requireNonNull(scaling, "scaling");
    Objects.requireNonNull(actions, "actions");
    Objects.requireNonNull(loadBalancing, "loadBalancing");
    hooks = List.copyOf(hooks);
    inRange("the number of hooks", hooks.size(), 0, MOST_HOOKS);
    if (hooks.stream().map(LifecycleHook::name).distinct().count() < hooks.size()) {
      throw new IllegalArgumentException("hooks must differ in their names, were "
          + hooks.stream().map(LifecycleHook::name).toList());
    }
    inRange("maxSize", maxSize, 1, LARGEST);
    inRange("initialSize", initialSize, 0, maxSize);
    if (surge.isPresent()) {
      inRange("surge", surge.getAsInt(), 1, LARGEST);
    }
    inRange("launchesPerHour", launchesPerHour, 1, Integer.MAX_VALUE);
    inRange("terminationsPerHour", terminationsPerHour, 1, Integer.MAX_VALUE);
    inRange("missingListsUntilGone", missingListsUntilGone, 2, 100);
    share("massDisappearanceShare", massDisappearanceShare);
    inRange("idempotencyKeys.perCaller", keysPerCaller, 1, 10_000_000);
    positive("bootDeadline", bootDeadline);
    inRange("scaling.minSize", scaling.minSize(), 0, maxSize);
    if (scaling.maxSizeLimit().isPresent()) {
      inRange("scaling.maxSizeLimit", scaling.maxSizeLimit().getAsInt(), maxSize, LARGEST);
    }
    int most = scaling.maxSizeLimit().orElse(maxSize);
    scaling.schedules().values().forEach(schedule -> schedule.checkUpTo(most));
    for (PlacementPolicy.Share share :
        scaling.placement().map(PlacementPolicy::shares).orElse(List.of())) {
      if (!launch.zones().isEmpty() && !launch.zones().contains(share.name())) {
        throw new IllegalArgumentException(
            "scaling.policies must place in the zones of the pool, which are " + launch.zones()
                + ", was " + share.name());
      }
    }
  }

  /**
   * The most machines that the pool may ever be allowed.
   *
   * @return the maxSizeLimit of its scaling, else maxSize
   */
  public int maxSizeLimit() {
    return scaling.maxSizeLimit().orElse(maxSize);
  }

  /**
   * Where machines may be launched.
   *
   * @return the zones of the launch, else those of the zone placement; empty if the cloud chooses
   */
  public List<String> zones() {
    return launch.zones().isEmpty()
        ? scaling.placement().map(PlacementPolicy::shares).orElse(List.of()).stream()
            .map(PlacementPolicy.Share::name)
            .toList()
        : launch.zones();
  }

  /**
   * How many machines may exist beyond maxSize without counting.
   *
   * @return the configured surge, or the greater of 2 and a fifth of maxSize
   */
  public int effectiveSurge() {
    return surge.orElse(Math.max(2, maxSize / 5));
  }

  /**
   * Begins a configuration.
   *
   * @param name the pool's name
   * @param account the account's name
   * @param maxSize the most machines that count, 1 to 100,000
   * @return a builder
   */
  public static Builder named(String name, String account, int maxSize) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(account, "account");
    return new Builder(new PoolName(name), account, maxSize);
  }

  /**
   * Begins another configuration that is like this one.
   *
   * @return a builder that has all of this
   */
  public Builder toBuilder() {
    Builder same = new Builder(name, account, maxSize);
    same.surge = surge;
    same.initialSize = OptionalInt.of(initialSize);
    same.launch = launch;
    same.victims = victims;
    same.bootDeadline = bootDeadline;
    same.remediation = remediation;
    same.listInterval = listInterval;
    same.launchesPerHour = launchesPerHour;
    same.terminationsPerHour = terminationsPerHour;
    same.missingListsUntilGone = missingListsUntilGone;
    same.massDisappearanceShare = massDisappearanceShare;
    same.mirrorServiceState = mirrorServiceState;
    same.scaling = scaling;
    same.hooks.addAll(hooks);
    same.actions = actions;
    same.keysPerCaller = keysPerCaller;
    same.loadBalancing = loadBalancing;
    return same;
  }

  static void inRange(String field, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          field + " must be " + least + " to " + most + ", was " + value);
    }
  }

  static void positive(String field, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(field + " must be above 0, was " + TimeSpan.text(value));
    }
  }

  /**
   * The launch configuration: what the pool's machines are made of.
   *
   * @param zones the zones to spread over, evenly; if empty the cloud chooses
   * @param size the cloud's name for a machine size, if the template does not say
   * @param image the cloud's image, if the template does not say
   * @param market on demand or spot
   * @param tags the user's tags; none begins with {@code ca-}
   * @param userData handed to each machine at its first boot
   * @param template values for the adapter's {@link
   *     io.cloudadapter.spi.MachineProviderFactory#template()}
   */
  public record Launch(
      List<String> zones,
      Optional<String> size,
      Optional<String> image,
      LaunchSpec.Market market,
      Map<String, String> tags,
      Optional<Secret> userData,
      Map<String, String> template) {
    private static final Launch PLAIN = new Launch(
        List.of(),
        Optional.empty(),
        Optional.empty(),
        LaunchSpec.Market.ON_DEMAND,
        Map.of(),
        Optional.empty(),
        Map.of());

    /**
     * Checks the tags and copies the collections.
     *
     * @throws IllegalArgumentException if a tag's name is reserved or a zone is named twice
     */
    public Launch {
      zones = List.copyOf(zones);
      tags = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(tags));
      template = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(template));
      if (zones.stream().distinct().count() != zones.size()) {
        throw new IllegalArgumentException("zones must differ from each other, were " + zones);
      }
      for (String tag : tags.keySet()) {
        if (tag.startsWith(OwnershipMarks.RESERVED)) {
          throw new IllegalArgumentException(
              "tags must not begin with " + OwnershipMarks.RESERVED + ", was " + tag);
        }
      }
    }

    /**
     * A machine as the adapter makes it by default.
     *
     * @return no zones, size, image, tags, user data or template; on demand
     */
    public static Launch plain() {
      return PLAIN;
    }
  }

  /**
   * The treatment of machines that are UNHEALTHY.
   *
   * @param enabled whether to end and replace them at all
   * @param after how long a machine must have been UNHEALTHY; above 0
   * @param atOnce how many may be on their way out for this reason at the same time; 1 or more
   * @param massUnhealthyShare when more than this share of the effective machines is UNHEALTHY, nothing is done
   *     and an alarm is raised; above 0, at most 1
   */
  public record Remediation(
      boolean enabled, Duration after, int atOnce, double massUnhealthyShare) {

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException naming the field, its value and what is allowed
     */
    public Remediation {
      positive("remediation.after", after);
      inRange("remediation.atOnce", atOnce, 1, LARGEST);
      share("remediation.massUnhealthyShare", massUnhealthyShare);
    }

    /**
     * Leaves UNHEALTHY machines alone.
     *
     * @return remediation that is off
     */
    public static Remediation off() {
      return new Remediation(false, Duration.ofMinutes(5), 1, 0.3);
    }
  }

  static void share(String field, double value) {
    if (!(value > 0 && value <= 1)) {
      throw new IllegalArgumentException(field + " must be above 0 and at most 1, was " + value);
    }
  }

  /**
   * How many actions of machines there may be, and how long they are kept.
   *
   * @param perMachine how many of one machine may not have ended; 1 to 1,000
   * @param perCaller how many of one caller may not have ended; 1 to 1,000,000
   * @param disruptedAtOnce how many machines may be under an action that disrupts them; 1 or more
   * @param keep for how long an action that has ended is kept; above 0, at most 30 days
   */
  public record Actions(int perMachine, int perCaller, int disruptedAtOnce, Duration keep) {
    private static final Duration LONGEST = Duration.ofDays(30);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException naming the field, its value and what is allowed
     */
    public Actions {
      inRange("actions.perMachine", perMachine, 1, 1_000);
      inRange("actions.perCaller", perCaller, 1, 1_000_000);
      inRange("actions.disruptedAtOnce", disruptedAtOnce, 1, LARGEST);
      positive("actions.keep", keep);
      if (keep.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "actions.keep must be at most 30d, was " + TimeSpan.text(keep));
      }
    }

    /**
     * What suits most pools of a given maxSize: 16 for a machine, 1,000 for a caller, a tenth of maxSize (at least
     * one machine) disrupted, an hour.
     *
     * @param maxSize the pool's maxSize
     * @return the limits
     */
    public static Actions of(int maxSize) {
      return new Actions(16, 1_000, Math.max(1, maxSize / 10), Duration.ofHours(1));
    }
  }

  /** Builds a configuration. One thread at a time may use it. */
  public static final class Builder {
    private final PoolName name;
    private final String account;
    private final int maxSize;
    private OptionalInt surge = OptionalInt.empty();
    private OptionalInt initialSize = OptionalInt.empty();
    private Launch launch = Launch.plain();
    private VictimSelectionPolicy victims = VictimSelectionPolicy.NEWEST;
    private Duration bootDeadline = Duration.ofMinutes(15);
    private Remediation remediation = Remediation.off();
    private ListIntervalConfig listInterval = ListIntervalConfig.usual();
    private int launchesPerHour;
    private int terminationsPerHour;
    private int missingListsUntilGone = 3;
    private double massDisappearanceShare = 0.1;
    private boolean mirrorServiceState;
    private ScalingConfig scaling = ScalingConfig.none();
    private final List<LifecycleHook> hooks = new ArrayList<>();
    private Actions actions;
    private LoadBalancingConfig loadBalancing = LoadBalancingConfig.none();
    private int keysPerCaller = USUAL_KEYS;

    private Builder(PoolName name, String account, int maxSize) {
      this.name = name;
      this.account = account;
      this.maxSize = maxSize;
      // A wrong maxSize is an error of build(), which names it.
      int size = Math.max(1, Math.min(maxSize, LARGEST));
      this.launchesPerHour = Math.max(20, 4 * size);
      this.terminationsPerHour = Math.max(20, size);
      this.actions = Actions.of(size);
    }

    /**
     * Sets {@link PoolConfig#surge()}.
     *
     * @param value 1 to 100,000
     * @return this builder
     */
    public Builder surge(int value) {
      surge = OptionalInt.of(value);
      return this;
    }

    /**
     * Sets {@link PoolConfig#initialSize()}.
     *
     * @param value 0 to maxSize
     * @return this builder
     */
    public Builder initialSize(int value) {
      initialSize = OptionalInt.of(value);
      return this;
    }

    /**
     * Sets {@link PoolConfig#launch()}.
     *
     * @param value what to launch
     * @return this builder
     */
    public Builder launch(Launch value) {
      Objects.requireNonNull(value, "value");
      launch = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#victims()}.
     *
     * @param value the order
     * @return this builder
     */
    public Builder victims(VictimSelectionPolicy value) {
      Objects.requireNonNull(value, "value");
      victims = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#bootDeadline()}.
     *
     * @param value above 0
     * @return this builder
     */
    public Builder bootDeadline(Duration value) {
      Objects.requireNonNull(value, "value");
      bootDeadline = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#remediation()}.
     *
     * @param value what to do about UNHEALTHY machines
     * @return this builder
     */
    public Builder remediation(Remediation value) {
      Objects.requireNonNull(value, "value");
      remediation = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#listInterval()}.
     *
     * @param busy the longest time between lists while something is under way; above 0
     * @param idle the time between lists otherwise; above 0
     * @return this builder
     * @throws IllegalArgumentException naming the field, its value and what is allowed
     */
    public Builder listInterval(Duration busy, Duration idle) {
      listInterval = new ListIntervalConfig(busy, idle);
      return this;
    }

    /**
     * Sets {@link PoolConfig#launchesPerHour()}.
     *
     * @param value 1 or more
     * @return this builder
     */
    public Builder launchesPerHour(int value) {
      launchesPerHour = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#terminationsPerHour()}.
     *
     * @param value 1 or more
     * @return this builder
     */
    public Builder terminationsPerHour(int value) {
      terminationsPerHour = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#missingListsUntilGone()}.
     *
     * @param value 2 to 100
     * @return this builder
     */
    public Builder missingListsUntilGone(int value) {
      missingListsUntilGone = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#massDisappearanceShare()}.
     *
     * @param value above 0, at most 1
     * @return this builder
     */
    public Builder massDisappearanceShare(double value) {
      massDisappearanceShare = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#mirrorServiceState()}.
     *
     * @param value whether to write service states onto the machines
     * @return this builder
     */
    public Builder mirrorServiceState(boolean value) {
      mirrorServiceState = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#scaling()}.
     *
     * @param value limits and policies
     * @return this builder
     */
    public Builder scaling(ScalingConfig value) {
      Objects.requireNonNull(value, "value");
      scaling = value;
      return this;
    }

    /**
     * Adds a hook after those there are, see {@link PoolConfig#hooks()}.
     *
     * @param value a pause of machines
     * @return this builder
     */
    public Builder hook(LifecycleHook value) {
      Objects.requireNonNull(value, "value");
      hooks.add(value);
      return this;
    }

    /**
     * Sets {@link PoolConfig#keysPerCaller()}.
     *
     * @param value 1 to 10,000,000; what is kept takes at most some 150 bytes for each
     * @return this builder
     */
    public Builder keysPerCaller(int value) {
      keysPerCaller = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#actions()}.
     *
     * @param value how many there may be, and how long they are kept
     * @return this builder
     */
    public Builder actions(Actions value) {
      Objects.requireNonNull(value, "value");
      actions = value;
      return this;
    }

    /**
     * Sets {@link PoolConfig#loadBalancing()}.
     *
     * @param value behind which load balancers
     * @return this builder
     */
    public Builder loadBalancing(LoadBalancingConfig value) {
      Objects.requireNonNull(value, "value");
      loadBalancing = value;
      return this;
    }

    /**
     * Ends the description.
     *
     * @return the configuration
     * @throws IllegalArgumentException naming the field, its value and what is allowed
     */
    public PoolConfig build() {
      return new PoolConfig(
          name,
          account,
          maxSize,
          surge,
          initialSize.orElse(Math.min(scaling.minSize(), maxSize)),
          launch,
          victims,
          bootDeadline,
          remediation,
          listInterval,
          launchesPerHour,
          terminationsPerHour,
          missingListsUntilGone,
          massDisappearanceShare,
          mirrorServiceState,
          scaling,
          hooks,
          actions,
          loadBalancing,
          keysPerCaller);
    }
  }
}
