package io.cloudadapter.core.config;

import io.cloudadapter.api.DisruptionReason;
import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.core.config.ScalingConfig.CooldownFrom;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of a pool that have a key of their own: type, range, default and meaning of each, and what its value
 * sets in a {@link PoolConfigBuilder}. Builders take their defaults from here, records their ranges, and a
 * configuration file its keys.
 */
public final class PoolSettings {
  private static final int LARGEST = PoolConfig.LARGEST;
  private static final int NO_LIMIT = Integer.MAX_VALUE;
  private static final Optional<String> NO_DEFAULT = Optional.empty();

  private static final List<PoolSetting> OWN = List.of(
      PoolSetting.given(
          "account",
          ConfigKey.Type.TEXT,
          "The account of the pool; optional if there is only one."),
      PoolSetting.required(
          "maxSize", 1, LARGEST, "The most machines that count, and the greatest desired size."),
      PoolSetting.integer(
          "initialSize",
          NO_DEFAULT,
          0,
          LARGEST,
          "The first desired size of a new pool; at most maxSize, by default minSize.",
          PoolConfigBuilder::initialSize),
      PoolSetting.integer(
          "minSize",
          Optional.of("0"),
          0,
          LARGEST,
          "The fewest machines that scaling leaves; at most maxSize.",
          (pool, value) -> pool.scaling(pool.scaling.withMinSize(value))),
      PoolSetting.integer(
          "maxSizeLimit",
          NO_DEFAULT,
          1,
          LARGEST,
          "The greatest maxSize that a resize may set; by default maxSize itself.",
          (pool, value) -> pool.scaling(pool.scaling.withMaxSizeLimit(value))),
      PoolSetting.choice(
          "cooldownFrom",
          CooldownFrom.class,
          "Whether a cooldown begins when the pool accepts a request, or when it has reached its size.",
          (pool, value) -> pool.scaling(pool.scaling.withCooldownFrom(value))),
      PoolSetting.integer(
          "surge",
          NO_DEFAULT,
          1,
          LARGEST,
          "How many machines that do not count (draining, out of service, stopped, quarantined) may exist "
              + "beyond maxSize; by default the greater of 2 and a fifth of maxSize.",
          PoolConfigBuilder::surge),
      PoolSetting.text(
          "headroom",
          "How many machines the pool keeps in service above the desired size, within maxSize: a number, or a "
              + "percentage of the desired size, rounded up; by default none.",
          (pool, value) -> pool.headroom(Headroom.parse(value))),
      PoolSetting.list(
          "zones",
          "The zones to spread over; by default the cloud chooses.",
          (pool, value) -> pool.launch(pool.launch.toBuilder().zones(value).build())),
      PoolSetting.text(
          "size",
          "The cloud's name for a machine size.",
          (pool, value) -> pool.launch(pool.launch.toBuilder().size(value).build())),
      PoolSetting.text(
          "image",
          "The cloud's name for an image.",
          (pool, value) -> pool.launch(pool.launch.toBuilder().image(value).build())),
      PoolSetting.choice(
          "market",
          LaunchSpec.Market.class,
          "The purchase option of machines.",
          (pool, value) -> pool.launch(pool.launch.toBuilder().market(value).build())),
      PoolSetting.secret(
          "userData",
          "The user data of each machine: file:PATH, env:NAME, or the text itself.",
          (pool, value) -> pool.launch(pool.launch.toBuilder().userData(value).build())),
      PoolSetting.choice(
          "victims",
          VictimSelectionPolicy.class,
          "Which machines the pool removes first when it shrinks; a deletion policy overrides it.",
          PoolConfigBuilder::victims),
      PoolSetting.time(
          "bootDeadline",
          "15m",
          "How long a machine may boot before the pool replaces it.",
          PoolConfigBuilder::bootDeadline),
      PoolSetting.flag(
          "remediation.enabled",
          "Whether the pool replaces machines that stay UNHEALTHY.",
          (pool, value) ->
              pool.remediation(pool.remediation.toBuilder().enabled(value).build())),
      PoolSetting.time(
          "remediation.after",
          "5m",
          "How long a machine must be UNHEALTHY.",
          (pool, value) ->
              pool.remediation(pool.remediation.toBuilder().after(value).build())),
      PoolSetting.share(
          "remediation.massUnhealthyShare",
          "0.3",
          "When more than this share is UNHEALTHY, the pool replaces none and raises an alarm.",
          (pool, value) -> pool.remediation(
              pool.remediation.toBuilder().massUnhealthyShare(value).build())),
      PoolSetting.choice(
          "remediation.response",
          RemediationResponse.class,
          "What the pool does about a machine that stays UNHEALTHY: it replaces the machine, reboots it first, or only "
              + "raises an alarm.",
          (pool, value) ->
              pool.remediation(pool.remediation.toBuilder().response(value).build())),
      PoolSetting.time(
          "remediation.rebootWindow",
          "1h",
          "How long after a reboot the pool replaces a machine that is UNHEALTHY again instead of rebooting it again.",
          (pool, value) ->
              pool.remediation(pool.remediation.toBuilder().rebootWindow(value).build())),
      PoolSetting.time(
          "listInterval.busy",
          "5s",
          "The longest time between lists of the cloud while something is under way. While lists show "
              + "changes, the next follows after as little as a fifth of it.",
          (pool, value) -> pool.listInterval(value, pool.listInterval.idle())),
      PoolSetting.time(
          "listInterval.idle",
          "30s",
          "The time between lists of the cloud otherwise.",
          (pool, value) -> pool.listInterval(pool.listInterval.busy(), value)),
      PoolSetting.integer(
          "launchesPerHour",
          NO_DEFAULT,
          1,
          NO_LIMIT,
          "How many machines the pool launches within an hour; by default 4 times maxSize, and at least 20.",
          PoolConfigBuilder::launchesPerHour),
      PoolSetting.integer(
          "terminationsPerHour",
          NO_DEFAULT,
          1,
          NO_LIMIT,
          "How many machines the pool terminates within an hour without an explicit command; by default "
              + "maxSize, and at least 20.",
          PoolConfigBuilder::terminationsPerHour),
      PoolSetting.integer(
          "missingListsUntilGone",
          Optional.of("3"),
          2,
          100,
          "How many complete lists in a row must miss a machine before it is gone.",
          PoolConfigBuilder::missingListsUntilGone),
      PoolSetting.share(
          "massDisappearanceShare",
          "0.1",
          "The pool freezes when more than this share (and more than 3) goes missing at once.",
          PoolConfigBuilder::massDisappearanceShare),
      PoolSetting.integer(
          "actions.perMachine",
          Optional.of("16"),
          1,
          1_000,
          "How many actions of one machine may be open at once.",
          (pool, value) -> pool.actions(pool.actions.withPerMachine(value))),
      PoolSetting.integer(
          "actions.perCaller",
          Optional.of("1000"),
          1,
          1_000_000,
          "How many actions of one caller may be open at once.",
          (pool, value) -> pool.actions(pool.actions.withPerCaller(value))),
      PoolSetting.time(
          "actions.keep",
          "1h",
          "How long the pool keeps an ended action; at most 30d.",
          (pool, value) -> pool.actions(pool.actions.withKeep(value))),
      PoolSetting.integer(
          "idempotencyKeys.perCaller",
          Optional.of("100000"),
          1,
          10_000_000,
          "How many idempotency keys the pool keeps for one caller, each for two days and in at most 150 "
              + "bytes of memory; further writes under new keys are 429.",
          PoolConfigBuilder::keysPerCaller),
      PoolSetting.time(
          "notRunningAlarm",
          "24h",
          "How long an operator may suspend the pool, or have it observe, until the alarm NOT_RUNNING stands.",
          PoolConfigBuilder::notRunningAlarm),
      PoolSetting.time(
          "maxInstanceLifetime",
          "How old a machine may become that the pool has launched, 1h to 3650d; the pool replaces it in the last "
              + "tenth of that time. By default of any age.",
          (pool, value) ->
              pool.automaticRefresh(pool.automaticRefresh.withMaxInstanceLifetime(value))),
      PoolSetting.time(
          "hardLifetime",
          "From which age on such a machine is replaced also while no window of disruption is open, 1h to 3650d, and "
              + "at least maxInstanceLifetime; limits hold it back all the same. By default no age.",
          (pool, value) -> pool.automaticRefresh(pool.automaticRefresh.withHardLifetime(value))),
      PoolSetting.choice(
          "drift",
          DriftResponse.class,
          "Whether the pool starts a refresh by itself when machines differ from its launch template.",
          (pool, value) -> pool.automaticRefresh(pool.automaticRefresh.withDrift(value))),
      PoolSetting.integer(
          "refreshPercentPerDay",
          Optional.of("10"),
          1,
          100,
          "At most this share of the desired size is replaced within 24 hours by refreshes that start by "
              + "themselves; at least one machine.",
          (pool, value) -> pool.automaticRefresh(pool.automaticRefresh.withPercentPerDay(value))),
      PoolSetting.list(
          "loadBalancing.behind",
          "The load balancers with which the pool registers machines in service, each as region/name; at "
              + "most 10. They must exist.",
          (pool, value) -> pool.loadBalancing(new LoadBalancingConfig(
              value.stream().map(LoadBalancerName::parse).toList(),
              pool.loadBalancing.drainWithin()))),
      PoolSetting.time(
          "loadBalancing.drainWithin",
          "5m",
          "How long a leaving machine may take to deregister from all of them; at most 1d.",
          (pool, value) ->
              pool.loadBalancing(new LoadBalancingConfig(pool.loadBalancing.behind(), value))),
      PoolSetting.text(
          "disruption.maxUnavailable",
          "The most machines that may be unavailable before the pool disrupts another one by itself: a number, or a "
              + "percentage of the desired size; by default no limit.",
          (pool, value) ->
              pool.disruption(pool.disruption.withMaxUnavailable(DisruptionLimit.parse(value)))),
      limit(
          DisruptionReason.SHRINK, "The same for machines that are too many; by default no limit."),
      limit(
          DisruptionReason.REFRESH,
          "The same for refreshes that callers start, and rollbacks; by default no limit."),
      limit(
          DisruptionReason.DRIFT, "The same for refreshes that drift starts; by default no limit."),
      limit(
          DisruptionReason.LIFETIME,
          "The same for refreshes that maxInstanceLifetime or hardLifetime starts; by default no limit."),
      limit(
          DisruptionReason.REMEDIATION,
          "The same for UNHEALTHY machines that are being replaced; by default 1."),
      limit(
          DisruptionReason.ACTION,
          "The same for disruptive actions; by default a tenth of maxSize, and at least 1."),
      PoolSetting.flag(
          "mirrorServiceState",
          "Whether the pool mirrors service states onto the machines as labels.",
          PoolConfigBuilder::mirrorServiceState));

  private static final List<PoolSetting> ALL =
      Stream.of(OWN, HealthSettings.ALL, WarmSettings.ALL).flatMap(List::stream).toList();

  private static final Map<String, ConfigKey> KEYS = ALL.stream()
      .map(PoolSetting::key)
      .collect(Collectors.toUnmodifiableMap(ConfigKey::name, key -> key));

  private static final ConfigSpec SPEC = spec(ALL);

  /** The defaults. The required maxSize is 1 and means nothing. */
  static final ProviderConfig DEFAULTS = SPEC.parse(Map.of("maxSize", "1"));

  private PoolSettings() {}

  private static PoolSetting limit(DisruptionReason reason, String doc) {
    return PoolSetting.text(
        "disruption." + reason.word(),
        doc,
        (pool, value) ->
            pool.disruption(pool.disruption.with(reason, DisruptionLimit.parse(value))));
  }

  private static ConfigSpec spec(List<PoolSetting> settings) {
    ConfigSpec.Builder spec = ConfigSpec.builder();
    settings.forEach(setting -> spec.add(setting.key()));
    return spec.build();
  }

  /**
   * The keys of all settings, in the order of the documentation.
   *
   * @return the keys
   */
  public static ConfigSpec spec() {
    return SPEC;
  }

  /**
   * Sets in a builder what values there are.
   *
   * @param values accepted by {@link #spec()}
   * @param except keys whose values are not to be set
   * @param pool the builder; its account and maxSize stay
   * @param problem takes the key of a value that the builder refuses, and the reason as the rest of a sentence
   *     that begins with the key
   */
  public static void set(
      ProviderConfig values,
      Set<String> except,
      PoolConfigBuilder pool,
      BiConsumer<String, String> problem) {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(problem, "problem");
    for (PoolSetting setting : ALL) {
      String name = setting.key().name();
      if (values.has(name) && !except.contains(name)) {
        try {
          setting.assignment().set(pool, values);
        } catch (IllegalArgumentException e) {
          String reason = String.valueOf(e.getMessage());
          problem.accept(
              name, reason.startsWith(name + " ") ? reason.substring(name.length() + 1) : reason);
        }
      }
    }
    checkTogether(
        () -> pool.health.check(pool.bootDeadline, pool.loadBalancing),
        problem,
        () -> pool.health(HealthConfig.none()));
    checkTogether(pool::checkWarm, problem, () -> pool.warm(WarmConfig.none()));
  }

  /** Settings may fit each by itself, and not together; then all of them are left out. */
  private static void checkTogether(
      Runnable check, BiConsumer<String, String> problem, Runnable leaveOut) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      int end = message.indexOf(' ');
      problem.accept(message.substring(0, end), message.substring(end + 1));
      leaveOut.run();
    }
  }

  /** Refuses a number outside of its key's range. */
  static void check(String name, double value) {
    ConfigKey key = key(name);
    if (!(value >= key.minimum() && value <= key.maximum())) {
      boolean whole = key.type() == ConfigKey.Type.INTEGER;
      long least = (long) key.minimum();
      long most = (long) key.maximum();
      throw new IllegalArgumentException(name + " must be "
          + (!whole
              ? "above 0 and at most " + most
              : most == NO_LIMIT ? least + " or more" : least + " to " + most)
          + ", was " + (whole ? Long.toString((long) value) : Double.toString(value)));
    }
  }

  /** Refuses a time span that is not above 0. */
  static void check(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " must be above 0, was " + TimeSpan.text(value));
    }
  }

  private static ConfigKey key(String name) {
    return Objects.requireNonNull(KEYS.get(name), name);
  }
}
