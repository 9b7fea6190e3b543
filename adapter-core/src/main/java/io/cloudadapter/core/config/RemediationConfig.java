package io.cloudadapter.core.config;

import java.time.Duration;
import java.util.Objects;

/**
 * The treatment of machines that are UNHEALTHY.
 *
 * <pre>{@code
 * RemediationConfig remediation =
 *     RemediationConfig.builder().enabled(true).after(Duration.ofMinutes(10)).build();
 * }</pre>
 *
 * @param enabled whether to end and replace them at all
 * @param after how long a machine must have been UNHEALTHY; above 0
 * @param massUnhealthyShare when more than this share of the effective machines is UNHEALTHY, nothing is done
 *     and an alarm is raised; above 0, at most 1
 * @param response what is done about such a machine
 * @param rebootWindow how long after a reboot a machine that is UNHEALTHY again is replaced instead of being rebooted
 *     again; above 0
 */
public record RemediationConfig(
    boolean enabled,
    Duration after,
    double massUnhealthyShare,
    RemediationResponse response,
    Duration rebootWindow) {

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public RemediationConfig {
    PoolSettings.check("remediation.after", after);
    PoolSettings.check("remediation.massUnhealthyShare", massUnhealthyShare);
    Objects.requireNonNull(response, "response");
    PoolSettings.check("remediation.rebootWindow", rebootWindow);
  }

  /**
   * Begins with remediation that is off.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Begins another configuration that is like this one.
   *
   * @return a builder that has all of this
   */
  public Builder toBuilder() {
    return new Builder()
        .enabled(enabled)
        .after(after)
        .massUnhealthyShare(massUnhealthyShare)
        .response(response)
        .rebootWindow(rebootWindow);
  }

  /**
   * Builds a remediation.
   *
   * <pre>{@code
   * RemediationConfig remediation = RemediationConfig.builder()
   *     .enabled(true)
   *     .after(Duration.ofMinutes(10))
   *     .build();
   * PoolConfig config = PoolConfig.named("web", "demo", 20).remediation(remediation).build();
   * }</pre>
   *
   * <p>One thread at a time may use it.
   */
  public static final class Builder {
    private boolean enabled = false;
    private Duration after = PoolSettings.DEFAULTS.duration("remediation.after");
    private double massUnhealthyShare =
        PoolSettings.DEFAULTS.decimal("remediation.massUnhealthyShare");
    private RemediationResponse response = RemediationResponse.REPLACE;
    private Duration rebootWindow = PoolSettings.DEFAULTS.duration("remediation.rebootWindow");

    private Builder() {}

    /**
     * Sets {@link RemediationConfig#enabled()}.
     *
     * @param value whether to replace UNHEALTHY machines
     * @return this builder
     */
    public Builder enabled(boolean value) {
      enabled = value;
      return this;
    }

    /**
     * Sets {@link RemediationConfig#after()}.
     *
     * @param value above 0
     * @return this builder
     */
    public Builder after(Duration value) {
      after = Objects.requireNonNull(value, "value");
      return this;
    }

    /**
     * Sets {@link RemediationConfig#massUnhealthyShare()}.
     *
     * @param value above 0, at most 1
     * @return this builder
     */
    public Builder massUnhealthyShare(double value) {
      massUnhealthyShare = value;
      return this;
    }

    /**
     * Sets {@link RemediationConfig#response()}.
     *
     * @param value what is done about a machine that stays UNHEALTHY
     * @return this builder
     */
    public Builder response(RemediationResponse value) {
      response = Objects.requireNonNull(value, "value");
      return this;
    }

    /**
     * Sets {@link RemediationConfig#rebootWindow()}.
     *
     * @param value above 0
     * @return this builder
     */
    public Builder rebootWindow(Duration value) {
      rebootWindow = Objects.requireNonNull(value, "value");
      return this;
    }

    /**
     * Ends the description.
     *
     * @return the remediation
     * @throws IllegalArgumentException naming the field, its value and what is allowed
     */
    public RemediationConfig build() {
      return new RemediationConfig(enabled, after, massUnhealthyShare, response, rebootWindow);
    }
  }
}
