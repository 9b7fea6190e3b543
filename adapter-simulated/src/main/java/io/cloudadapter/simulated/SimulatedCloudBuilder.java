package io.cloudadapter.simulated;

import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds a simulated cloud. Every setting has a default suited to a demonstration: three zones, room for 1000
 * machines in each, machines that boot in 3 seconds, lists that lag by up to a second, launch keys that the cloud
 * recognises for a day.
 *
 * <pre>{@code
 * SimulatedClock clock = SimulatedClock.startingAt(Instant.parse("2027-01-01T00:00:00Z"));
 * try (SimulatedCloud cloud = SimulatedCloud.builder(42, clock)
 *     .zones(List.of("a", "b"))
 *     .bootTime(Duration.ofSeconds(20))
 *     .build()) {
 *   MachineId stranger = cloud.createMachine();
 *   cloud.kill(stranger);
 * }
 * }</pre>
 *
 * <p>One thread at a time may use it.
 */
public final class SimulatedCloudBuilder extends FeatureOptions<SimulatedCloudBuilder> {
  private final long seed;
  private final SimulatedClock clock;
  private List<String> zones = List.of("a", "b", "c");
  private List<String> sizes = List.of("small", "medium", "large");
  private int capacity = 1000;
  private int quota = 1000;
  private Duration queueTime = Duration.ZERO;
  private Duration bootTime = Duration.ofSeconds(3);
  private Duration endTime = Duration.ofSeconds(2);
  private Duration shownAfterEnd = Duration.ofMinutes(1);
  private Duration leastLatency = Duration.ofMillis(10);
  private Duration mostLatency = Duration.ofMillis(50);
  private Duration listLag = Duration.ofSeconds(1);
  private int pageSize = 100;
  private LaunchKeySupport keySupport = LaunchKeySupport.token(Duration.ofDays(1));
  private int maxPerKey = 1;
  private int groupMax = 1000;
  private boolean partial = true;
  private Duration callTimeout = Duration.ofSeconds(10);
  private Duration lateAcceptance = Duration.ofSeconds(5);
  private final Map<RequestKind, TokenBucket> buckets = new EnumMap<>(RequestKind.class);
  private final Map<RequestKind, TokenBucket> machineBuckets = new EnumMap<>(RequestKind.class);
  private @Nullable Path file;

  SimulatedCloudBuilder(long seed, SimulatedClock clock) {
    this.seed = seed;
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  SimulatedCloudBuilder self() {
    return this;
  }

  /**
   * The zones. A launch that names none goes where the fewest machines are.
   *
   * @param names one or more, all different, none empty
   * @return this builder
   */
  public SimulatedCloudBuilder zones(List<String> names) {
    zones = named("zones", names);
    return this;
  }

  /**
   * The machine sizes on offer. A launch that names none gets the first.
   *
   * @param names one or more, all different, none empty
   * @return this builder
   */
  public SimulatedCloudBuilder sizes(List<String> names) {
    sizes = named("sizes", names);
    return this;
  }

  /**
   * How many machines of one size fit into one zone; beyond that launches get CAPACITY. {@link
   * SimulatedCloud#setCapacity} changes it for one zone and size later.
   *
   * @param machines 0 or more; 1000 unless said
   * @return this builder
   */
  public SimulatedCloudBuilder capacity(int machines) {
    capacity = atLeast(0, "capacity", machines);
    return this;
  }

  /**
   * How many machines the account may own, stopped ones included; beyond that launches get QUOTA. {@link
   * SimulatedCloud#setQuota} changes it later.
   *
   * @param machines 0 or more; 1000 unless said
   * @return this builder
   */
  public SimulatedCloudBuilder quota(int machines) {
    quota = atLeast(0, "quota", machines);
    return this;
  }

  /**
   * How long a machine is REQUESTED before it is PENDING.
   *
   * @param time 0 or more; 0 unless said, and then machines are PENDING from the start
   * @return this builder
   */
  public SimulatedCloudBuilder queueTime(Duration time) {
    queueTime = notNegative("queueTime", time);
    return this;
  }

  /**
   * How long a machine is PENDING before it is RUNNING.
   *
   * @param time 0 or more; 3 seconds unless said
   * @return this builder
   */
  public SimulatedCloudBuilder bootTime(Duration time) {
    bootTime = notNegative("bootTime", time);
    return this;
  }

  /**
   * How long a machine is TERMINATING before it is TERMINATED.
   *
   * @param time 0 or more; 2 seconds unless said
   * @return this builder
   */
  public SimulatedCloudBuilder endTime(Duration time) {
    endTime = notNegative("endTime", time);
    return this;
  }

  /**
   * How long an ended or rejected machine is still listed.
   *
   * @param time 0 or more; a minute unless said
   * @return this builder
   */
  public SimulatedCloudBuilder shownAfterEnd(Duration time) {
    shownAfterEnd = notNegative("shownAfterEnd", time);
    return this;
  }

  /**
   * How long an exchange with the cloud takes, there and back; drawn evenly from the range.
   *
   * @param least 0 or more; 10 ms unless said
   * @param most not less than least; 50 ms unless said
   * @return this builder
   */
  public SimulatedCloudBuilder latency(Duration least, Duration most) {
    leastLatency = notNegative("latency", least);
    mostLatency = notNegative("latency", most);
    if (most.compareTo(least) < 0) {
      throw new IllegalArgumentException(
          "latency must go from less to more, was " + least + " to " + most);
    }
    return this;
  }

  /**
   * How far lists may lag behind the truth. Each page of each list shows the cloud as it was at some
   * moment of that span, drawn by the seed: a new machine may be there, then missing, then there.
   * Declared as {@code visibleWithin} and {@code goneWithin}.
   *
   * @param time 0 or more, 0 for lists without lag; a second by default
   * @return this builder
   */
  public SimulatedCloudBuilder listLag(Duration time) {
    listLag = notNegative("listLag", time);
    return this;
  }

  /**
   * How many machines a page holds. With 1, each machine of a list has a lag of its own.
   *
   * @param machines 1 or more; 100 unless said
   * @return this builder
   */
  public SimulatedCloudBuilder pageSize(int machines) {
    pageSize = atLeast(1, "pageSize", machines);
    return this;
  }

  /**
   * Sets whether and how the cloud recognises launch keys.
   *
   * @param support TOKEN: the same bytes under the same key get the same machines (CONFLICT with KEY_MISMATCH for
   *     other bytes or another count, KEY_SPENT when all its machines have ended) until the lifetime is over. NAME: a
   *     second launch of the key is refused, with NAME_TAKEN while its machine exists, with KEY_SPENT afterwards
   *     until the lifetime is over. NONE: each launch makes new machines. TARGET: there are no launches, but a group
   *     for each pool, which the cloud sizes ({@link io.cloudadapter.spi.feature.MachineGroup}). {@link
   *     LaunchKeySupport#perZone()} makes a key count in one zone only. TOKEN for a day unless said.
   * @return this builder
   */
  public SimulatedCloudBuilder keys(LaunchKeySupport support) {
    keySupport = Objects.requireNonNull(support, "support");
    return this;
  }

  /**
   * How many machines one launch may make.
   *
   * @param machines 1 or more, and 1 for keys of kind NAME; 1 unless said
   * @return this builder
   */
  public SimulatedCloudBuilder maxPerKey(int machines) {
    maxPerKey = atLeast(1, "maxPerKey", machines);
    return this;
  }

  /**
   * How many machines a group may have, with keys of kind TARGET.
   *
   * @param machines 1 or more; 1000 unless said
   * @return this builder
   */
  public SimulatedCloudBuilder groupMax(int machines) {
    groupMax = atLeast(1, "groupMax", machines);
    return this;
  }

  /**
   * What becomes of a launch of several machines for which there is room only in part.
   *
   * @param allowed true: it makes those that fit and says why there are no more; false: it is refused
   *     as a whole. True unless said.
   * @return this builder
   */
  public SimulatedCloudBuilder partialLaunches(boolean allowed) {
    partial = allowed;
    return this;
  }

  /**
   * The longest that a call takes; a call that hangs ends then, or at its own deadline if that is
   * earlier.
   *
   * @param time above 0; 10 seconds unless said
   * @return this builder
   */
  public SimulatedCloudBuilder callTimeout(Duration time) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("callTimeout must be above 0, was " + time);
    }
    callTimeout = time;
    return this;
  }

  /**
   * The longest after the end of a call that the cloud may still act on it.
   *
   * @param time 0 or more; 5 seconds unless said
   * @return this builder
   */
  public SimulatedCloudBuilder lateAcceptance(Duration time) {
    lateAcceptance = notNegative("lateAcceptance", time);
    return this;
  }

  /**
   * Meters one kind of request: one token per exchange; without a token the answer is THROTTLED with
   * the time until the next. Declared in the profile.
   *
   * @param verb which kind
   * @param bucket how it is metered; not at all unless said
   * @return this builder
   */
  public SimulatedCloudBuilder bucket(RequestKind verb, TokenBucket bucket) {
    buckets.put(Objects.requireNonNull(verb, "verb"), Objects.requireNonNull(bucket, "bucket"));
    return this;
  }

  /**
   * Meters machines that are made or end: one token for each that a request names; if there are too few the answer is
   * THROTTLED with the time until there are enough. Declared in the profile.
   *
   * @param verb LAUNCH or TERMINATE
   * @param bucket how they are metered; not at all unless said. It holds as many as one request may name
   * @return this builder
   */
  public SimulatedCloudBuilder machineBucket(RequestKind verb, TokenBucket bucket) {
    machineBuckets.put(
        Objects.requireNonNull(verb, "verb"), Objects.requireNonNull(bucket, "bucket"));
    return this;
  }

  /**
   * Keeps the cloud in a file, so that it outlives this process. Every change is on disk before its
   * call returns; time goes on while no process has the file open. Beside it lies a lock file, of the
   * same name with {@code .lock} appended. The file is opened by the first use of the cloud.
   *
   * @param path the file; made when missing, its directory too
   * @return this builder
   */
  public SimulatedCloudBuilder file(Path path) {
    file = Objects.requireNonNull(path, "path");
    return this;
  }

  /**
   * Makes the cloud. Does no I/O.
   *
   * @return the cloud
   * @throws IllegalArgumentException if the choices do not fit together
   */
  public SimulatedCloud build() {
    return new SimulatedCloud(seed, clock, settings(), Optional.ofNullable(file));
  }

  CloudSettings settings() {
    if (keySupport.kind() == LaunchKeySupport.Kind.NAME && maxPerKey > 1) {
      throw new IllegalArgumentException(
          "maxPerKey must be 1 where keys are names, was " + maxPerKey);
    }
    boolean groups = keySupport.kind() == LaunchKeySupport.Kind.TARGET;
    if (launchOperations && (groups || queueTime.isZero())) {
      throw new IllegalArgumentException(
          groups
              ? "launchOperations must be off where the cloud sizes groups, was on"
              : "queueTime must be above 0 where launches are operations, was 0s");
    }
    if (machineResources && groups) {
      throw new IllegalArgumentException(
          "machineResources must be off where the cloud sizes groups, was on");
    }
    return new CloudSettings(
        zones,
        sizes,
        capacity,
        quota,
        queueTime,
        bootTime,
        endTime,
        shownAfterEnd,
        leastLatency,
        mostLatency,
        listLag,
        pageSize,
        keySupport,
        maxPerKey,
        groupMax,
        partial,
        callTimeout,
        lateAcceptance,
        buckets,
        machineBuckets,
        adoption,
        relabel,
        maxPerEnd,
        actions,
        traceable,
        actionTime,
        services,
        region,
        clusters,
        udp,
        launchOperations,
        machineResources);
  }
}
