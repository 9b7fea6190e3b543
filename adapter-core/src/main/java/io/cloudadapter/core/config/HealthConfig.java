package io.cloudadapter.core.config;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.health.HealthSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Where a pool learns of the health of its machines beside callers and agents, and what follows from that: its probe,
 * its load balancers, and the cloud's instance status. Times, thresholds and shares hold for each of these sources.
 *
 * <pre>{@code
 * HealthConfig health = HealthConfig.of(ProbeConfig.http(8080, "/health")).withBeforeService(true);
 * HealthConfig asTheBalancerSees = HealthConfig.none().withLoadBalancers(true);
 * }</pre>
 *
 * @param probe what the probe asks
 * @param interval from one probe of a machine to the next, and from one look at the other sources to the next; 1 second
 *     to 1 hour
 * @param timeout how long one probe may take; above 0, below the interval
 * @param failures after how many failures in a row a machine is UNHEALTHY; 1 to 100
 * @param successes after how many successes in a row a machine is IN_SERVICE; 1 to 100
 * @param grace how long failures of a machine that runs are not counted unless it has passed before; above 0, at most
 *     the pool's bootDeadline
 * @param jitter by which share of itself the interval varies; above 0, at most 1
 * @param suspendShare with more than this share of machines about which probes cannot tell, or which they turn
 *     UNHEALTHY at once, the pool does not trust them; above 0, at most 1
 * @param beforeService whether a new machine enters service only once it is IN_SERVICE; without a probe, a caller or
 *     an agent makes it so
 * @param retryInterval from a failure to the next probe of a machine that is not UNHEALTHY yet; 1 second to the
 *     interval; empty for the interval
 * @param loadBalancers whether the load balancers of the pool report the health of the machines behind them
 * @param cloudStatus whether the cloud's instance status reports the health of machines
 */
public record HealthConfig(
    ProbeConfig probe,
    Duration interval,
    Duration timeout,
    int failures,
    int successes,
    Duration grace,
    double jitter,
    double suspendShare,
    boolean beforeService,
    Optional<Duration> retryInterval,
    boolean loadBalancers,
    boolean cloudStatus) {
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public HealthConfig {
    Objects.requireNonNull(probe, "probe");
    if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "health.interval must be 1s to 1h, was " + TimeSpan.text(interval));
    }
    PoolSettings.check("health.timeout", timeout);
    PoolSettings.check("health.failures", failures);
    PoolSettings.check("health.successes", successes);
    PoolSettings.check("health.grace", grace);
    PoolSettings.check("health.jitter", jitter);
    PoolSettings.check("health.suspendShare", suspendShare);
    if (retryInterval.filter(span -> span.compareTo(SHORTEST) < 0).isPresent()) {
      throw new IllegalArgumentException("health.retryInterval must be 1s to health.interval, was "
          + TimeSpan.text(retryInterval.get()));
    }
  }

  /**
   * There is no probe, and no other source beside callers and agents.
   *
   * @return the defaults
   */
  public static HealthConfig none() {
    return of(ProbeConfig.none());
  }

  /**
   * A probe with the usual times and counts.
   *
   * @param probe what it asks
   * @return the probe, which keeps no machine from service
   */
  public static HealthConfig of(ProbeConfig probe) {
    return new HealthConfig(
        probe,
        PoolSettings.DEFAULTS.duration("health.interval"),
        PoolSettings.DEFAULTS.duration("health.timeout"),
        PoolSettings.DEFAULTS.integer("health.failures"),
        PoolSettings.DEFAULTS.integer("health.successes"),
        PoolSettings.DEFAULTS.duration("health.grace"),
        PoolSettings.DEFAULTS.decimal("health.jitter"),
        PoolSettings.DEFAULTS.decimal("health.suspendShare"),
        false,
        Optional.empty(),
        false,
        false);
  }

  /** Refuses settings that contradict each other, or others of the pool, unless no source uses them. */
  void check(Duration bootDeadline, LoadBalancingConfig balancing) {
    if (enabled()) {
      checkProbe();
    }
    if (loadBalancers && balancing.behind().isEmpty()) {
      throw new IllegalArgumentException(
          "health.loadBalancers must be false unless loadBalancing.behind names a load balancer, was true");
    }
    boolean used = Stream.of(HealthSource.values()).anyMatch(this::hears);
    if (used && grace.compareTo(bootDeadline) > 0) {
      throw new IllegalArgumentException("health.grace must be at most bootDeadline, which is "
          + TimeSpan.text(bootDeadline) + ", was " + TimeSpan.text(grace));
    }
  }

  private void checkProbe() {
    probe.checkComplete();
    if (timeout.compareTo(interval) >= 0) {
      throw new IllegalArgumentException("health.timeout must be below health.interval, which is "
          + TimeSpan.text(interval) + ", was " + TimeSpan.text(timeout));
    }
    if (retryInterval.filter(span -> span.compareTo(interval) > 0).isPresent()) {
      throw new IllegalArgumentException(
          "health.retryInterval must be 1s to health.interval, which is " + TimeSpan.text(interval)
              + ", was " + TimeSpan.text(retryInterval.get()));
    }
  }

  /**
   * Whether there is a probe.
   *
   * @return false by default
   */
  public boolean enabled() {
    return probe.kind() != ProbeKind.NONE;
  }

  /**
   * Whether these settings make a source report.
   *
   * @param source which source
   * @return false for callers and agents, who need no setting
   */
  public boolean hears(HealthSource source) {
    return switch (source) {
      case CALLER, AGENT -> false;
      case LOAD_BALANCER -> loadBalancers;
      case PROBE -> enabled();
      case CLOUD -> cloudStatus;
    };
  }

  /**
   * Returns the same with another probe.
   *
   * @param value what it asks
   * @return the changed settings
   */
  public HealthConfig withProbe(ProbeConfig value) {
    return edit(edit -> edit.probe = value);
  }

  /**
   * Returns the same with another interval and timeout.
   *
   * @param every from one probe of a machine to the next
   * @param atMost how long one probe may take
   * @return the changed settings
   */
  public HealthConfig withTimes(Duration every, Duration atMost) {
    return edit(edit -> {
      edit.interval = every;
      edit.timeout = atMost;
    });
  }

  /**
   * Returns the same with other thresholds.
   *
   * @param toUnhealthy after how many failures a machine is UNHEALTHY
   * @param toHealthy after how many successes a machine is IN_SERVICE
   * @return the changed settings
   */
  public HealthConfig withThresholds(int toUnhealthy, int toHealthy) {
    return edit(edit -> {
      edit.failures = toUnhealthy;
      edit.successes = toHealthy;
    });
  }

  /**
   * Returns the same with another grace.
   *
   * @param value how long failures of a new machine are not counted
   * @return the changed settings
   */
  public HealthConfig withGrace(Duration value) {
    return edit(edit -> edit.grace = value);
  }

  /**
   * Returns the same with another jitter.
   *
   * @param value by which share of itself the interval varies
   * @return the changed settings
   */
  public HealthConfig withJitter(double value) {
    return edit(edit -> edit.jitter = value);
  }

  /**
   * Returns the same with another share.
   *
   * @param value with more than which share of machines without a result the probe is not trusted
   * @return the changed settings
   */
  public HealthConfig withSuspendShare(double value) {
    return edit(edit -> edit.suspendShare = value);
  }

  /**
   * Returns the same with a gate, or without.
   *
   * @param value whether a new machine enters service only once it is IN_SERVICE
   * @return the changed settings
   */
  public HealthConfig withBeforeService(boolean value) {
    return edit(edit -> edit.beforeService = value);
  }

  /**
   * Returns the same with another time from a failure to the next probe.
   *
   * @param value 1 second to the interval
   * @return the changed settings
   */
  public HealthConfig withRetryInterval(Duration value) {
    return edit(edit -> edit.retryInterval = Optional.of(value));
  }

  /**
   * Returns the same with the load balancers as a source, or without.
   *
   * @param value whether the load balancers of the pool report the health of the machines behind them
   * @return the changed settings
   */
  public HealthConfig withLoadBalancers(boolean value) {
    return edit(edit -> edit.loadBalancers = value);
  }

  /**
   * Returns the same with the cloud's instance status as a source, or without.
   *
   * @param value whether the cloud's instance status reports the health of machines
   * @return the changed settings
   */
  public HealthConfig withCloudStatus(boolean value) {
    return edit(edit -> edit.cloudStatus = value);
  }

  private HealthConfig edit(Consumer<Edit> change) {
    Edit edit = new Edit();
    change.accept(edit);
    return new HealthConfig(
        edit.probe,
        edit.interval,
        edit.timeout,
        edit.failures,
        edit.successes,
        edit.grace,
        edit.jitter,
        edit.suspendShare,
        edit.beforeService,
        edit.retryInterval,
        edit.loadBalancers,
        edit.cloudStatus);
  }

  /** The fields, open for a moment. */
  private final class Edit {
    private ProbeConfig probe = HealthConfig.this.probe;
    private Duration interval = HealthConfig.this.interval;
    private Duration timeout = HealthConfig.this.timeout;
    private int failures = HealthConfig.this.failures;
    private int successes = HealthConfig.this.successes;
    private Duration grace = HealthConfig.this.grace;
    private double jitter = HealthConfig.this.jitter;
    private double suspendShare = HealthConfig.this.suspendShare;
    private boolean beforeService = HealthConfig.this.beforeService;
    private Optional<Duration> retryInterval = HealthConfig.this.retryInterval;
    private boolean loadBalancers = HealthConfig.this.loadBalancers;
    private boolean cloudStatus = HealthConfig.this.cloudStatus;
  }
}
