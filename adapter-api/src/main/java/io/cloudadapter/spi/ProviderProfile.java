package io.cloudadapter.spi;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The bounds that an adapter promises about its cloud. The core's safety rests on them: a bound that is too long
 * costs time after an error, one that is too short costs a second machine.
 *
 * @param keySupport whether the cloud itself prevents a second machine for one key
 * @param maxPerKey how many machines one launch may make, 1 or more; 1 unless the cloud can make several in one
 *     request
 * @param callTimeout the longest time that any call takes in all, such as a list with all its pages or
 *     {@code maxIdsPerList} look-ups; above 0. {@link CallContext#remaining()} starts with it
 * @param lateAcceptance the longest after a call has ended that the cloud may still act on its request
 * @param visibleWithin the longest time from the return of the call that made a machine, or changed its marks, to the
 *     start of the first request of a list that surely shows the change. An attach waits this long
 * @param goneWithin the longest time from a machine's end to the start of a list in which it is surely missing or
 *     ended. The time counts from the end, not from the request to terminate. A list is never older than the longer
 *     of this and {@code visibleWithin}.
 * @param maxIdsPerList how many ids or keys one {@link ListQuery} may name, 1 or more
 * @param buckets the cloud's rate limits of requests, by kind; a kind that is missing has no limit
 * @param machineBuckets the cloud's rate limits of machines beside requests, however many requests carry them: LAUNCH
 *     for machines that are made, TERMINATE for machines that end; a kind that is missing has no limit. The core
 *     observes them before it calls the adapter, which acquires for requests only. Each bucket holds as many as one
 *     call may name
 */
public record ProviderProfile(
    LaunchKeySupport keySupport,
    int maxPerKey,
    Duration callTimeout,
    Duration lateAcceptance,
    Duration visibleWithin,
    Duration goneWithin,
    int maxIdsPerList,
    Map<RequestKind, TokenBucket> buckets,
    Map<RequestKind, TokenBucket> machineBuckets) {

  /**
   * Checks the ranges and copies the maps.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ProviderProfile {
    Objects.requireNonNull(keySupport, "keySupport");
    atLeastOne("maxPerKey", maxPerKey);
    atLeastOne("maxIdsPerList", maxIdsPerList);
    notNegative("callTimeout", callTimeout);
    notNegative("lateAcceptance", lateAcceptance);
    notNegative("visibleWithin", visibleWithin);
    notNegative("goneWithin", goneWithin);
    if (callTimeout.isZero()) {
      throw new IllegalArgumentException("callTimeout must be above 0");
    }
    buckets = copy(buckets);
    machineBuckets = copy(machineBuckets);
    for (RequestKind verb : machineBuckets.keySet()) {
      if (verb != RequestKind.LAUNCH && verb != RequestKind.TERMINATE) {
        throw new IllegalArgumentException(
            "machineBuckets must be of LAUNCH and TERMINATE, was " + verb);
      }
    }
    TokenBucket launches = machineBuckets.get(RequestKind.LAUNCH);
    if (launches != null && launches.burst() < maxPerKey) {
      throw new IllegalArgumentException("machineBuckets of LAUNCH must hold maxPerKey, "
          + maxPerKey + ", was " + launches.burst());
    }
  }

  private static Map<RequestKind, TokenBucket> copy(Map<RequestKind, TokenBucket> buckets) {
    Map<RequestKind, TokenBucket> copy = new EnumMap<>(RequestKind.class);
    copy.putAll(buckets);
    return Collections.unmodifiableMap(copy);
  }

  private static void atLeastOne(String field, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(field + " must be 1 or more, was " + value);
    }
  }

  private static void notNegative(String field, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(field + " must not be negative, was " + value);
    }
  }

  /**
   * Starts with a cautious profile: no key support, one machine per key, calls of up to a minute, five minutes of
   * late acceptance, lists that lag by up to five minutes, 100 ids per list, no rate limits.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns how long any list may lag behind the truth.
   *
   * @return the longer of visibleWithin and goneWithin
   */
  public Duration listLag() {
    return visibleWithin.compareTo(goneWithin) >= 0 ? visibleWithin : goneWithin;
  }

  /**
   * Returns how long after its last sending the core looks for a launch of unknown outcome before it may give the
   * launch up.
   *
   * @return callTimeout + lateAcceptance + listLag
   */
  public Duration settle() {
    return callTimeout.plus(lateAcceptance).plus(listLag());
  }

  /**
   * Builds a profile.
   *
   * <pre>{@code
   * ProviderProfile profile = ProviderProfile.builder()
   *     .keySupport(LaunchKeySupport.token(Duration.ofDays(1)))
   *     .callTimeout(Duration.ofSeconds(30))
   *     .lateAcceptance(Duration.ofMinutes(1))
   *     .visibleWithin(Duration.ofSeconds(20))
   *     .goneWithin(Duration.ofSeconds(20))
   *     .bucket(RequestKind.READ, new TokenBucket(100, 20))
   *     .build();
   * }</pre>
   *
   * <p>One thread at a time may use it.
   */
  public static final class Builder {
    private LaunchKeySupport keySupport = LaunchKeySupport.none();
    private int maxPerKey = 1;
    private Duration callTimeout = Duration.ofMinutes(1);
    private Duration lateAcceptance = Duration.ofMinutes(5);
    private Duration visibleWithin = Duration.ofMinutes(5);
    private Duration goneWithin = Duration.ofMinutes(5);
    private int maxIdsPerList = 100;
    private final Map<RequestKind, TokenBucket> buckets = new EnumMap<>(RequestKind.class);
    private final Map<RequestKind, TokenBucket> machineBuckets = new EnumMap<>(RequestKind.class);

    private Builder() {}

    /**
     * Sets {@link ProviderProfile#keySupport()}.
     *
     * @param value the support
     * @return this builder
     */
    public Builder keySupport(LaunchKeySupport value) {
      keySupport = value;
      return this;
    }

    /**
     * Sets {@link ProviderProfile#maxPerKey()}.
     *
     * @param value 1 or more
     * @return this builder
     */
    public Builder maxPerKey(int value) {
      maxPerKey = value;
      return this;
    }

    /**
     * Sets {@link ProviderProfile#callTimeout()}.
     *
     * @param value above 0
     * @return this builder
     */
    public Builder callTimeout(Duration value) {
      callTimeout = value;
      return this;
    }

    /**
     * Sets {@link ProviderProfile#lateAcceptance()}.
     *
     * @param value 0 or more
     * @return this builder
     */
    public Builder lateAcceptance(Duration value) {
      lateAcceptance = value;
      return this;
    }

    /**
     * Sets {@link ProviderProfile#visibleWithin()}.
     *
     * @param value 0 or more
     * @return this builder
     */
    public Builder visibleWithin(Duration value) {
      visibleWithin = value;
      return this;
    }

    /**
     * Sets {@link ProviderProfile#goneWithin()}.
     *
     * @param value 0 or more
     * @return this builder
     */
    public Builder goneWithin(Duration value) {
      goneWithin = value;
      return this;
    }

    /**
     * Sets {@link ProviderProfile#maxIdsPerList()}.
     *
     * @param value 1 or more
     * @return this builder
     */
    public Builder maxIdsPerList(int value) {
      maxIdsPerList = value;
      return this;
    }

    /**
     * Sets the rate limit of one kind of request.
     *
     * @param verb the kind
     * @param bucket the limit
     * @return this builder
     */
    public Builder bucket(RequestKind verb, TokenBucket bucket) {
      buckets.put(verb, bucket);
      return this;
    }

    /**
     * Sets the rate limit of machines that are made or end.
     *
     * @param verb LAUNCH or TERMINATE
     * @param bucket how many machines at once, and how many more each second
     * @return this builder
     */
    public Builder machineBucket(RequestKind verb, TokenBucket bucket) {
      machineBuckets.put(verb, bucket);
      return this;
    }

    /**
     * Builds the profile.
     *
     * @return the profile
     * @throws IllegalArgumentException naming the field, its value and what is allowed
     */
    public ProviderProfile build() {
      return new ProviderProfile(
          keySupport,
          maxPerKey,
          callTimeout,
          lateAcceptance,
          visibleWithin,
          goneWithin,
          maxIdsPerList,
          buckets,
          machineBuckets);
    }
  }
}
