package io.cloudadapter.spring;

import io.cloudadapter.core.config.DriftResponse;
import io.cloudadapter.core.config.ProbeAddress;
import io.cloudadapter.core.config.ProbeKind;
import io.cloudadapter.core.config.ProbeMethod;
import io.cloudadapter.core.config.RemediationResponse;
import io.cloudadapter.core.config.ScalingConfig.CooldownFrom;
import io.cloudadapter.core.config.VictimSelectionPolicy;
import io.cloudadapter.core.config.WarmPoolState;
import io.cloudadapter.spi.LaunchSpec.Market;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of a pool: {@code cloudadapter.pools.NAME.*}. They are the keys of {@link
 * io.cloudadapter.core.config.PoolSettings}; what is absent has the default that is documented there. Hooks, scaling
 * policies and schedules come from a {@link PoolCustomizer}.
 *
 * @param account The account of the pool; optional if there is only one.
 * @param maxSize The most machines that count, and the greatest desired size.
 * @param initialSize The first desired size of a new pool; at most maxSize, by default minSize.
 * @param minSize The fewest machines that scaling leaves; at most maxSize.
 * @param maxSizeLimit The greatest maxSize that a resize may set; by default maxSize itself.
 * @param cooldownFrom Whether a cooldown begins when the pool accepts a request, or when it has reached its size.
 * @param surge How many machines that do not count (draining, out of service, stopped, quarantined) may exist
 *     beyond maxSize; by default the greater of 2 and a fifth of maxSize.
 * @param headroom How many machines the pool keeps in service above the desired size, within maxSize: a number, or a
 *     percentage of the desired size, rounded up; by default none.
 * @param zones The zones to spread over; by default the cloud chooses.
 * @param size The cloud's name for a machine size.
 * @param image The cloud's name for an image.
 * @param market The purchase option of machines.
 * @param userData The user data of each machine.
 * @param victims Which machines the pool removes first when it shrinks; a deletion policy overrides it.
 * @param bootDeadline How long a machine may boot before the pool replaces it.
 * @param remediation Whether and when the pool replaces machines that stay UNHEALTHY.
 * @param listInterval How often the pool lists the cloud.
 * @param launchesPerHour How many machines the pool launches within an hour; by default 4 times maxSize, and at
 *     least 20.
 * @param terminationsPerHour How many machines the pool terminates within an hour without an explicit command; by
 *     default maxSize, and at least 20.
 * @param missingListsUntilGone How many complete lists in a row must miss a machine before it is gone.
 * @param massDisappearanceShare The pool freezes when more than this share (and more than 3) goes missing at
 *     once.
 * @param actions Bounds on the actions of machines.
 * @param idempotencyKeys Bounds on idempotency keys.
 * @param notRunningAlarm How long an operator may suspend the pool, or have it observe, until the alarm NOT_RUNNING
 *     stands.
 * @param maxInstanceLifetime How old a machine may become that the pool has launched, 1h to 3650d; the pool replaces
 *     it in the last tenth of that time. By default of any age.
 * @param hardLifetime From which age on such a machine is replaced also while no window of disruption is open, 1h to
 *     3650d, and at least maxInstanceLifetime; limits hold it back all the same. By default no age.
 * @param drift Whether the pool starts a refresh by itself when machines differ from its launch template.
 * @param refreshPercentPerDay At most this share of the desired size is replaced within 24 hours by refreshes that
 *     start by themselves; at least one machine.
 * @param loadBalancing The load balancers of the pool.
 * @param mirrorServiceState Whether the pool mirrors service states onto the machines as labels.
 * @param disruption When and how far the pool may begin to disrupt machines by itself.
 * @param health How the health probe runs.
 * @param warm Machines that the pool prepares ahead.
 * @param labels The labels of the pool, by name, by which tenants have pools.
 * @param tags Tags that each machine gets; names must not begin with that of the library's own marks.
 * @param template The adapter's own settings of a launch, by their names in its documentation.
 */
public record PoolProperties(
    @Nullable String account,
    @Nullable Integer maxSize,
    @Nullable Integer initialSize,
    @Nullable Integer minSize,
    @Nullable Integer maxSizeLimit,
    @Nullable CooldownFrom cooldownFrom,
    @Nullable Integer surge,
    @Nullable String headroom,
    @Nullable List<String> zones,
    @Nullable String size,
    @Nullable String image,
    @Nullable Market market,
    @Nullable String userData,
    @Nullable VictimSelectionPolicy victims,
    @Nullable Duration bootDeadline,
    @NestedConfigurationProperty @Nullable Remediation remediation,
    @NestedConfigurationProperty @Nullable ListInterval listInterval,
    @Nullable Integer launchesPerHour,
    @Nullable Integer terminationsPerHour,
    @Nullable Integer missingListsUntilGone,
    @Nullable Double massDisappearanceShare,
    @NestedConfigurationProperty @Nullable Actions actions,
    @NestedConfigurationProperty @Nullable IdempotencyKeys idempotencyKeys,
    @Nullable Duration notRunningAlarm,
    @Nullable Duration maxInstanceLifetime,
    @Nullable Duration hardLifetime,
    @Nullable DriftResponse drift,
    @Nullable Integer refreshPercentPerDay,
    @NestedConfigurationProperty @Nullable LoadBalancing loadBalancing,
    @Nullable Boolean mirrorServiceState,
    @NestedConfigurationProperty @Nullable Disruption disruption,
    @NestedConfigurationProperty @Nullable Health health,
    @NestedConfigurationProperty @Nullable Warm warm,
    @DefaultValue Map<String, String> labels,
    @DefaultValue Map<String, String> tags,
    @DefaultValue Map<String, String> template) {

  /** Copies the collections. */
  public PoolProperties {
    zones = zones == null ? null : List.copyOf(zones);
    labels = Map.copyOf(labels);
    tags = Map.copyOf(tags);
    template = Map.copyOf(template);
  }

  /** Shows the name of the account only; user data and the template may have secrets. */
  @Override
  public String toString() {
    return "PoolProperties[account=" + account + ", maxSize=" + maxSize + "]";
  }

  /**
   * Whether and when the pool replaces machines that stay UNHEALTHY.
   *
   * @param enabled Whether the pool replaces machines that stay UNHEALTHY.
   * @param after How long a machine must be UNHEALTHY.
   * @param massUnhealthyShare When more than this share is UNHEALTHY, the pool replaces none and raises an alarm.
   * @param response What the pool does about a machine that stays UNHEALTHY: it replaces the machine, reboots it first,
   *     or only raises an alarm.
   * @param rebootWindow How long after a reboot the pool replaces a machine that is UNHEALTHY again instead of
   *     rebooting it again.
   */
  public record Remediation(
      @Nullable Boolean enabled,
      @Nullable Duration after,
      @Nullable Double massUnhealthyShare,
      @Nullable RemediationResponse response,
      @Nullable Duration rebootWindow) {}

  /**
   * Where the pool learns of the health of its machines: its probe, which needs the module adapter-health, its load
   * balancers, and the cloud.
   *
   * @param probe How the health probe asks each machine: by a request over http or https, a connection over tcp, or a
   *     command.
   * @param port The port that the probe reaches; by default 80 for http and 443 for https. tcp needs one.
   * @param path The path of the request, with its query; by default /. {machine} in it is the machine's id.
   * @param method The method of the request.
   * @param status The statuses of replies that are well: one, or a range; by default 200-399.
   * @param checkCertificate Whether the certificate of https must be valid for the machine's address.
   * @param command The name of a command of the program's.
   * @param address Which address of the machine the probe reaches: the first private or the first public one.
   * @param interval The time from one probe of a machine to the next, and from one look at the other sources to the
   *     next; 1s to 1h.
   * @param timeout How long one probe may take; below the interval.
   * @param failures After how many failures in a row a machine is UNHEALTHY.
   * @param successes After how many successes in a row a machine is IN_SERVICE.
   * @param grace How long failures of a machine that has begun to run are not counted, until it passes for the first
   *     time; at most bootDeadline.
   * @param jitter By which share of itself the interval varies, so that probes do not come all at once.
   * @param suspendShare When the probe cannot tell about more than this share of the machines, or turns more than this
   *     share UNHEALTHY at once, the pool does not trust it and raises an alarm.
   * @param beforeService Whether a new machine enters service only once it is IN_SERVICE.
   * @param response A regular expression (RE2, without counted repetition) that the body of the reply must have; only
   *     the first 64 KiB are read.
   * @param host Another host that the request goes to, one of those that the HealthProber of the program may reach.
   * @param retryInterval The time from a failure to the next probe, while a machine is not UNHEALTHY yet; 1s to the
   *     interval, which is the default.
   * @param loadBalancers Whether the load balancers of the pool report the health of the machines behind them.
   * @param cloudStatus Whether the cloud's instance status reports the health of machines.
   */
  public record Health(
      @Nullable ProbeKind probe,
      @Nullable Integer port,
      @Nullable String path,
      @Nullable ProbeMethod method,
      @Nullable String status,
      @Nullable Boolean checkCertificate,
      @Nullable String command,
      @Nullable ProbeAddress address,
      @Nullable Duration interval,
      @Nullable Duration timeout,
      @Nullable Integer failures,
      @Nullable Integer successes,
      @Nullable Duration grace,
      @Nullable Double jitter,
      @Nullable Double suspendShare,
      @Nullable Boolean beforeService,
      @Nullable String response,
      @Nullable String host,
      @Nullable Duration retryInterval,
      @Nullable Boolean loadBalancers,
      @Nullable Boolean cloudStatus) {}

  /**
   * Machines that the pool prepares ahead, so that it grows faster.
   *
   * @param state In which state the machines of the warm pool wait: stopped, which the adapter must be able to do, or
   *     running and not in service.
   * @param size How many machines the warm pool has at least, beside the desired size and within maxSize and surge;
   *     alone, just so many.
   * @param prepared How many machines in service and warm ones there are together: the warm pool shrinks as the pool
   *     grows, down to the size.
   * @param maxSize The most machines of the warm pool; at least the size, by default no limit.
   * @param reuseOnScaleIn Whether machines that are too many return to the warm pool, as far as it lacks any and their
   *     launch template is the present one.
   * @param startWithin How long a warm machine may take to run once the pool starts it, 1s to 1d; then the pool
   *     replaces it.
   * @param growthWindow How far back the warm pool looks for the largest growth of the desired size, 10m to 31d; it has
   *     as many machines as that at least. By default growths do not count.
   * @param growthSpan Within what time a rise of the desired size counts as one growth, 1m to 1d; at most the growth
   *     window.
   */
  public record Warm(
      @Nullable WarmPoolState state,
      @Nullable Integer size,
      @Nullable Integer prepared,
      @Nullable Integer maxSize,
      @Nullable Boolean reuseOnScaleIn,
      @Nullable Duration startWithin,
      @Nullable Duration growthWindow,
      @Nullable Duration growthSpan) {}

  /**
   * How often the pool lists the cloud.
   *
   * @param busy The longest time between lists of the cloud while something is under way. While lists show changes,
   *     the next follows after as little as a fifth of it.
   * @param idle The time between lists of the cloud otherwise.
   */
  public record ListInterval(
      @Nullable Duration busy, @Nullable Duration idle) {}

  /**
   * Bounds on the actions of machines.
   *
   * @param perMachine How many actions of one machine may be open at once.
   * @param perCaller How many actions of one caller may be open at once.
   * @param keep How long the pool keeps an ended action; at most 30d.
   */
  public record Actions(
      @Nullable Integer perMachine,
      @Nullable Integer perCaller,
      @Nullable Duration keep) {}

  /**
   * When and how far the pool may disrupt machines by itself. A limit is a number of machines, or a percentage of the
   * desired size.
   *
   * @param maxUnavailable The most machines that may be unavailable before the pool disrupts another one by itself; by
   *     default no limit.
   * @param shrink The same for machines that are too many; by default no limit.
   * @param refresh The same for refreshes that callers start, and rollbacks; by default no limit.
   * @param drift The same for refreshes that drift starts; by default no limit.
   * @param lifetime The same for refreshes that maxInstanceLifetime or hardLifetime starts; by default no limit.
   * @param remediation The same for UNHEALTHY machines that are being replaced; by default 1.
   * @param action The same for disruptive actions; by default a tenth of maxSize, and at least 1.
   * @param windows When work may begin, by name; by default at any time.
   */
  public record Disruption(
      @Nullable String maxUnavailable,
      @Nullable String shrink,
      @Nullable String refresh,
      @Nullable String drift,
      @Nullable String lifetime,
      @Nullable String remediation,
      @Nullable String action,
      @DefaultValue Map<String, Window> windows) {

    /** Copies the map. */
    public Disruption {
      windows = Map.copyOf(windows);
    }
  }

  /**
   * A window in which the pool may begin to disrupt machines by itself.
   *
   * @param cron The times at which it opens: minute, hour, day of the month, month, weekday.
   * @param duration How long it stays open, by elapsed time; 1m to 7d.
   * @param zone The time zone of the times; by default UTC.
   * @param reasons What it is for: shrink, refresh, drift, lifetime, remediation; by default all of these.
   */
  public record Window(
      @Nullable String cron,
      @Nullable Duration duration,
      @Nullable String zone,
      @Nullable List<String> reasons) {

    /** Copies the list. */
    public Window {
      reasons = reasons == null ? null : List.copyOf(reasons);
    }
  }

  /**
   * Bounds on idempotency keys.
   *
   * @param perCaller How many idempotency keys the pool keeps for one caller, each for two days and in at most 150
   *     bytes of memory; further writes under new keys are 429.
   */
  public record IdempotencyKeys(@Nullable Integer perCaller) {}

  /**
   * The load balancers of the pool.
   *
   * @param behind The load balancers with which the pool registers machines in service, each as region/name; at
   *     most 10. They must exist.
   * @param drainWithin How long a leaving machine may take to deregister from all of them; at most 1d.
   */
  public record LoadBalancing(
      @Nullable List<String> behind, @Nullable Duration drainWithin) {
    /** Copies the list. */
    public LoadBalancing {
      behind = behind == null ? null : List.copyOf(behind);
    }
  }
}
