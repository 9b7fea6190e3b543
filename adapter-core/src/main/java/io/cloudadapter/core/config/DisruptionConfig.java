package io.cloudadapter.core.config;

import io.cloudadapter.api.DisruptionReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How far and when a pool may disrupt machines by itself. A limit says how many machines may be unavailable at once, a
 * window when work may begin.
 *
 * <pre>{@code
 * DisruptionConfig careful = DisruptionConfig.none()
 *     .withMaxUnavailable(DisruptionLimit.percent(10))
 *     .with(DisruptionReason.REFRESH, DisruptionLimit.machines(1));
 * }</pre>
 *
 * @param maxUnavailable the most machines that may be unavailable, for whichever reason; by default no limit
 * @param byReason the most that may be unavailable for one reason. By default one UNHEALTHY machine is replaced at a
 *     time, a tenth of maxSize (at least one machine) runs a disruptive action, and the other reasons have no limit
 * @param windows when work may begin; by default at any time
 */
public record DisruptionConfig(
    Optional<DisruptionLimit> maxUnavailable,
    Map<DisruptionReason, DisruptionLimit> byReason,
    DisruptionWindows windows) {
  private static final DisruptionConfig NONE =
      new DisruptionConfig(Optional.empty(), Map.of(), DisruptionWindows.none());

  /** Copies the map. */
  public DisruptionConfig {
    Objects.requireNonNull(maxUnavailable, "maxUnavailable");
    Objects.requireNonNull(windows, "windows");
    Map<DisruptionReason, DisruptionLimit> copy = new EnumMap<>(DisruptionReason.class);
    copy.putAll(byReason);
    byReason = Collections.unmodifiableMap(copy);
  }

  /**
   * The limits and windows of a pool whose configuration has none.
   *
   * @return the default
   */
  public static DisruptionConfig none() {
    return NONE;
  }

  /**
   * The same with another limit of unavailable machines.
   *
   * @param limit the most machines that may be unavailable, for whichever reason
   * @return another configuration
   */
  public DisruptionConfig withMaxUnavailable(DisruptionLimit limit) {
    return new DisruptionConfig(Optional.of(limit), byReason, windows);
  }

  /**
   * The same with another limit of one reason.
   *
   * @param reason why machines are unavailable
   * @param limit the most machines that may be
   * @return another configuration
   */
  public DisruptionConfig with(DisruptionReason reason, DisruptionLimit limit) {
    Objects.requireNonNull(limit, "limit");
    Map<DisruptionReason, DisruptionLimit> more = new EnumMap<>(DisruptionReason.class);
    more.putAll(byReason);
    more.put(Objects.requireNonNull(reason, "reason"), limit);
    return new DisruptionConfig(maxUnavailable, more, windows);
  }

  /**
   * The same with one window more.
   *
   * @param name its name
   * @param window when it is open
   * @return another configuration
   * @throws IllegalArgumentException if the name is none, or there are too many
   */
  public DisruptionConfig with(String name, DisruptionWindow window) {
    return new DisruptionConfig(maxUnavailable, byReason, windows.with(name, window));
  }

  /**
   * The limit of one reason.
   *
   * @param reason why machines are unavailable
   * @param maxSize the pool's maxSize, on which a default depends
   * @return as configured, else the default; empty if there is no limit
   */
  public Optional<DisruptionLimit> limit(DisruptionReason reason, int maxSize) {
    DisruptionLimit given = byReason.get(reason);
    if (given != null) {
      return Optional.of(given);
    }
    return switch (reason) {
      case REMEDIATION -> Optional.of(DisruptionLimit.machines(1));
      case ACTION -> Optional.of(DisruptionLimit.machines(Math.max(1, maxSize / 10)));
      case SHRINK, REFRESH, DRIFT, LIFETIME -> Optional.empty();
    };
  }
}
