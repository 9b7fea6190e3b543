package io.cloudadapter.simulated;

import io.cloudadapter.spi.LaunchKeySupport;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.TokenBucket;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a simulated cloud is like; {@link SimulatedCloudBuilder} says what each means. */
record CloudSettings(
    List<String> zones,
    List<String> sizes,
    int capacity,
    int quota,
    Duration queueTime,
    Duration bootTime,
    Duration endTime,
    Duration shownAfterEnd,
    Duration leastLatency,
    Duration mostLatency,
    Duration listLag,
    int pageSize,
    LaunchKeySupport keySupport,
    int maxPerKey,
    int groupMax,
    boolean partial,
    Duration callTimeout,
    Duration lateAcceptance,
    Map<RequestKind, TokenBucket> buckets,
    Map<RequestKind, TokenBucket> machineBuckets,
    boolean adoption,
    boolean relabel,
    int maxPerEnd,
    boolean actions,
    boolean traceable,
    Duration actionTime,
    boolean services,
    String region,
    List<String> clusters,
    boolean udp,
    boolean launchOperations,
    boolean machineResources) {

  /** How many machines one request may end, at the very most. */
  static final int MOST_PER_END = 1000;

  /** How many ids or keys one list may name. */
  static final int MAX_IDS_PER_LIST = 1000;

  CloudSettings {
    zones = List.copyOf(zones);
    sizes = List.copyOf(sizes);
    clusters = List.copyOf(clusters);
    buckets = Map.copyOf(buckets);
    machineBuckets = Map.copyOf(machineBuckets);
  }

  /** Whether the cloud sizes groups. */
  boolean hasGroups() {
    return keySupport.kind() == LaunchKeySupport.Kind.TARGET;
  }

  /** How long after a failed call a request may take effect: an operation may make its machines when it ends. */
  private Duration latestEffect() {
    return launchOperations ? lateAcceptance.plus(queueTime) : lateAcceptance;
  }

  ProviderProfile profile() {
    return new ProviderProfile(
        keySupport,
        maxPerKey,
        callTimeout,
        latestEffect(),
        listLag,
        listLag,
        MAX_IDS_PER_LIST,
        buckets,
        machineBuckets);
  }

  /** Refuses a zone and a size that the cloud does not have. */
  void checkPlace(String zone, String size) {
    check("zone", zone, zones);
    check("size", size, sizes);
  }

  private static void check(String what, String name, List<String> allowed) {
    if (!allowed.contains(name)) {
      throw new IllegalArgumentException(
          what + " must be one of " + String.join(", ", allowed) + ", was " + name);
    }
  }
}
