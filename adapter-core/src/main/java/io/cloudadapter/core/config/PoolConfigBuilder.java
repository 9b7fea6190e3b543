package io.cloudadapter.core.config;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.LifecycleHook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * Builds a {@link PoolConfig}.
 *
 * <pre>{@code
 * PoolConfig config = PoolConfig.named("web", "demo", 20)
 *     .initialSize(3)
 *     .scaling(ScalingConfig.none().withMinSize(2))
 *     .hook(LifecycleHook.onTerminate("drain", Duration.ofMinutes(5), HookTarget.listener()))
 *     .build();
 * }</pre>
 *
 * <p>One thread at a time may use it.
 */
public final class PoolConfigBuilder {
  private final PoolName name;
  private final String account;
  private final int maxSize;
  private OptionalInt surge = OptionalInt.empty();
  private Headroom headroom = Headroom.none();
  private OptionalInt initialSize = OptionalInt.empty();
  LaunchConfig launch = LaunchConfig.builder().build();
  private VictimSelectionPolicy victims = VictimSelectionPolicy.NEWEST;
  Duration bootDeadline = PoolSettings.DEFAULTS.duration("bootDeadline");
  RemediationConfig remediation = RemediationConfig.builder().build();
  ListIntervalConfig listInterval = ListIntervalConfig.usual();
  private int launchesPerHour;
  private int terminationsPerHour;
  private int missingListsUntilGone = PoolSettings.DEFAULTS.integer("missingListsUntilGone");
  private double massDisappearanceShare = PoolSettings.DEFAULTS.decimal("massDisappearanceShare");
  private boolean mirrorServiceState;
  ScalingConfig scaling = ScalingConfig.none();
  private final List<LifecycleHook> hooks = new ArrayList<>();
  ActionsConfig actions = ActionsConfig.usual();
  LoadBalancingConfig loadBalancing = LoadBalancingConfig.none();
  private int keysPerCaller = PoolSettings.DEFAULTS.integer("idempotencyKeys.perCaller");
  private Duration notRunningAlarm = PoolSettings.DEFAULTS.duration("notRunningAlarm");
  AutomaticRefreshConfig automaticRefresh = AutomaticRefreshConfig.none();
  DisruptionConfig disruption = DisruptionConfig.none();
  HealthConfig health = HealthConfig.none();
  WarmConfig warm = WarmConfig.none();
  private Map<String, String> labels = Map.of();

  PoolConfigBuilder(PoolName name, String account, int maxSize) {
    this.name = name;
    this.account = account;
    this.maxSize = maxSize;
    // A wrong maxSize is an error of build(), which names it.
    int size = Math.max(1, Math.min(maxSize, PoolConfig.LARGEST));
    this.launchesPerHour = Math.max(20, 4 * size);
    this.terminationsPerHour = Math.max(20, size);
  }

  PoolConfigBuilder(PoolConfig same) {
    this.name = same.name();
    this.account = same.account();
    this.maxSize = same.maxSize();
    this.surge = same.surge();
    this.headroom = same.headroom();
    this.initialSize = OptionalInt.of(same.initialSize());
    this.launch = same.launch();
    this.victims = same.victims();
    this.bootDeadline = same.bootDeadline();
    this.remediation = same.remediation();
    this.listInterval = same.listInterval();
    this.launchesPerHour = same.launchesPerHour();
    this.terminationsPerHour = same.terminationsPerHour();
    this.missingListsUntilGone = same.missingListsUntilGone();
    this.massDisappearanceShare = same.massDisappearanceShare();
    this.mirrorServiceState = same.mirrorServiceState();
    this.scaling = same.scaling();
    this.hooks.addAll(same.hooks());
    this.actions = same.actions();
    this.loadBalancing = same.loadBalancing();
    this.keysPerCaller = same.keysPerCaller();
    this.notRunningAlarm = same.notRunningAlarm();
    this.automaticRefresh = same.automaticRefresh();
    this.disruption = same.disruption();
    this.health = same.health();
    this.warm = same.warm();
    this.labels = same.labels();
  }

  /**
   * Sets {@link PoolConfig#surge()}.
   *
   * @param value 1 to 100,000
   * @return this builder
   */
  public PoolConfigBuilder surge(int value) {
    surge = OptionalInt.of(value);
    return this;
  }

  /**
   * Sets {@link PoolConfig#headroom()}.
   *
   * @param value how many machines the pool keeps in service above the desired size
   * @return this builder
   */
  public PoolConfigBuilder headroom(Headroom value) {
    headroom = Objects.requireNonNull(value, "value");
    return this;
  }

  /**
   * Sets {@link PoolConfig#initialSize()}.
   *
   * @param value 0 to maxSize
   * @return this builder
   */
  public PoolConfigBuilder initialSize(int value) {
    initialSize = OptionalInt.of(value);
    return this;
  }

  /**
   * Sets {@link PoolConfig#launch()}.
   *
   * @param value what to launch
   * @return this builder
   */
  public PoolConfigBuilder launch(LaunchConfig value) {
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
  public PoolConfigBuilder victims(VictimSelectionPolicy value) {
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
  public PoolConfigBuilder bootDeadline(Duration value) {
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
  public PoolConfigBuilder remediation(RemediationConfig value) {
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
  public PoolConfigBuilder listInterval(Duration busy, Duration idle) {
    listInterval = new ListIntervalConfig(busy, idle);
    return this;
  }

  /**
   * Sets {@link PoolConfig#launchesPerHour()}.
   *
   * @param value 1 or more
   * @return this builder
   */
  public PoolConfigBuilder launchesPerHour(int value) {
    launchesPerHour = value;
    return this;
  }

  /**
   * Sets {@link PoolConfig#terminationsPerHour()}.
   *
   * @param value 1 or more
   * @return this builder
   */
  public PoolConfigBuilder terminationsPerHour(int value) {
    terminationsPerHour = value;
    return this;
  }

  /**
   * Sets {@link PoolConfig#missingListsUntilGone()}.
   *
   * @param value 2 to 100
   * @return this builder
   */
  public PoolConfigBuilder missingListsUntilGone(int value) {
    missingListsUntilGone = value;
    return this;
  }

  /**
   * Sets {@link PoolConfig#massDisappearanceShare()}.
   *
   * @param value above 0, at most 1
   * @return this builder
   */
  public PoolConfigBuilder massDisappearanceShare(double value) {
    massDisappearanceShare = value;
    return this;
  }

  /**
   * Sets {@link PoolConfig#mirrorServiceState()}.
   *
   * @param value whether to write service states onto the machines
   * @return this builder
   */
  public PoolConfigBuilder mirrorServiceState(boolean value) {
    mirrorServiceState = value;
    return this;
  }

  /**
   * Sets {@link PoolConfig#scaling()}.
   *
   * @param value limits and policies
   * @return this builder
   */
  public PoolConfigBuilder scaling(ScalingConfig value) {
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
  public PoolConfigBuilder hook(LifecycleHook value) {
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
  public PoolConfigBuilder keysPerCaller(int value) {
    keysPerCaller = value;
    return this;
  }

  /**
   * Sets {@link PoolConfig#notRunningAlarm()}.
   *
   * @param value above 0
   * @return this builder
   */
  public PoolConfigBuilder notRunningAlarm(Duration value) {
    notRunningAlarm = Objects.requireNonNull(value, "value");
    return this;
  }

  /**
   * Sets {@link PoolConfig#disruption()}.
   *
   * @param value when and how far the pool may disrupt machines by itself
   * @return this builder
   */
  public PoolConfigBuilder disruption(DisruptionConfig value) {
    disruption = Objects.requireNonNull(value, "value");
    return this;
  }

  /**
   * Sets {@link PoolConfig#labels()}.
   *
   * @param value names and values, in the form of {@link PoolLabel}
   * @return this builder
   */
  public PoolConfigBuilder labels(Map<String, String> value) {
    labels = Map.copyOf(value);
    return this;
  }

  /**
   * Sets {@link PoolConfig#actions()}.
   *
   * @param value how many there may be, and how long they are kept
   * @return this builder
   */
  public PoolConfigBuilder actions(ActionsConfig value) {
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
  public PoolConfigBuilder loadBalancing(LoadBalancingConfig value) {
    Objects.requireNonNull(value, "value");
    loadBalancing = value;
    return this;
  }

  /**
   * Sets {@link PoolConfig#automaticRefresh()}.
   *
   * @param value which refreshes the pool starts by itself
   * @return this builder
   */
  public PoolConfigBuilder automaticRefresh(AutomaticRefreshConfig value) {
    Objects.requireNonNull(value, "value");
    automaticRefresh = value;
    return this;
  }

  /**
   * Sets {@link PoolConfig#health()}.
   *
   * @param value how the pool learns of the health of its machines
   * @return this builder
   */
  public PoolConfigBuilder health(HealthConfig value) {
    health = Objects.requireNonNull(value, "value");
    return this;
  }

  /**
   * Sets {@link PoolConfig#warm()}.
   *
   * @param value which machines the pool prepares ahead
   * @return this builder
   */
  public PoolConfigBuilder warm(WarmConfig value) {
    warm = Objects.requireNonNull(value, "value");
    return this;
  }

  /** Refuses a warm pool that the pool has no room for. */
  void checkWarm() {
    warm.check(maxSize, surge.orElse(PoolConfig.usualSurge(maxSize)), 0);
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
        headroom,
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
        keysPerCaller,
        notRunningAlarm,
        automaticRefresh,
        disruption,
        health,
        warm,
        labels);
  }
}
