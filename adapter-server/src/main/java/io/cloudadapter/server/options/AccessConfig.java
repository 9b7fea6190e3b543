package io.cloudadapter.server.options;

import io.cloudadapter.api.PoolName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of a server about its callers, beside their credentials. Immutable.
 *
 * @param labels the labels of pools, by the pool's name; callers may be limited to pools by them
 * @param issuers the issuers whose bearer tokens are accepted
 * @param audit where the audit log is
 * @param limits what one caller may take
 * @param console whether the server serves the web console, if its module is on the path
 */
public record AccessConfig(
    Map<PoolName, Map<String, String>> labels,
    List<OidcIssuer> issuers,
    AuditConfig audit,
    CallerLimits limits,
    boolean console) {

  /** Copies the collections. */
  public AccessConfig {
    Map<PoolName, Map<String, String>> copy = new LinkedHashMap<>();
    labels.forEach((pool, own) -> copy.put(pool, Map.copyOf(own)));
    labels = Map.copyOf(copy);
    issuers = List.copyOf(issuers);
    Objects.requireNonNull(audit, "audit");
    Objects.requireNonNull(limits, "limits");
  }

  /**
   * Settings of a server whose pools have no labels, and without issuers.
   *
   * @return the settings that hold unless others are given
   */
  public static AccessConfig usual() {
    return new AccessConfig(Map.of(), List.of(), AuditConfig.usual(), CallerLimits.usual(), true);
  }

  /**
   * The same with other labels of pools.
   *
   * @param others the labels, by the pool's name
   * @return the settings
   */
  public AccessConfig withLabels(Map<PoolName, Map<String, String>> others) {
    return new AccessConfig(others, issuers, audit, limits, console);
  }

  /**
   * The same with other issuers.
   *
   * @param others the issuers, each of a URL of its own
   * @return the settings
   */
  public AccessConfig withIssuers(List<OidcIssuer> others) {
    return new AccessConfig(labels, others, audit, limits, console);
  }

  /**
   * The same with another audit log.
   *
   * @param other where it is
   * @return the settings
   */
  public AccessConfig withAudit(AuditConfig other) {
    return new AccessConfig(labels, issuers, other, limits, console);
  }

  /**
   * The same with other limits of callers.
   *
   * @param other what one caller may take
   * @return the settings
   */
  public AccessConfig withLimits(CallerLimits other) {
    return new AccessConfig(labels, issuers, audit, other, console);
  }

  /**
   * The same with or without the web console.
   *
   * @param other whether the server serves it
   * @return the settings
   */
  public AccessConfig withConsole(boolean other) {
    return new AccessConfig(labels, issuers, audit, limits, other);
  }

  /**
   * The labels of a pool.
   *
   * @param pool its name
   * @return its labels, none for a pool that has none
   */
  public Map<String, String> labelsOf(PoolName pool) {
    return labels.getOrDefault(pool, Map.of());
  }
}
