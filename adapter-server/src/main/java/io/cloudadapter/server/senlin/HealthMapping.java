package io.cloudadapter.server.senlin;

import io.cloudadapter.api.scaling.HealthPolicy;
import io.cloudadapter.api.scaling.HealthPolicy.PollUrl;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolDocument;
import io.cloudadapter.core.config.ProbeConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.RemediationResponse;
import io.cloudadapter.health.ProbeHosts;
import io.cloudadapter.health.ResponsePatterns;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.SafeText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Writes a health policy of Senlin's as the health probe and the remediation of a pool. */
final class HealthMapping {
  private static final double TIMEOUT_SHARE = 0.1;
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** Below the shortest interval. */
  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(900);

  private HealthMapping() {}

  /**
   * Checks what the server's file decides about a policy.
   *
   * @throws HttpError 400 if it names a host that the file does not list, or no regular expression
   */
  static void check(HealthPolicy policy, ProbeHosts hosts) {
    policy.pollUrl().ifPresent(url -> {
      int port = url.port().orElse(url.https() ? 443 : 80);
      url.host().filter(host -> !hosts.allows(host, port)).ifPresent(host -> {
        throw HttpError.badRequest(
            "The host of 'poll_url' must be {nodename}, which is the machine itself, or one of healthHosts"
                + " in the server's file, was '" + SafeText.bare(host) + "'; " + hosts.shown()
                + ".",
            "nothing was changed");
      });
      url.healthyResponse().ifPresent(HealthMapping::checkResponse);
    });
  }

  private static void checkResponse(String pattern) {
    Optional<String> fault = ResponsePatterns.fault(pattern);
    try {
      ProbeConfig unused = ProbeConfig.http(80, "/").withResponse(pattern);
    } catch (IllegalArgumentException e) {
      fault = Optional.of(String.valueOf(e.getMessage()));
    }
    fault.ifPresent(problem -> {
      throw HttpError.badRequest(
          "The 'poll_url_healthy_response' must be a regular expression of RE2, was '"
              + SafeText.bare(pattern) + "'.",
          problem);
    });
  }

  /** A pool's configuration with a policy. */
  static PoolConfig with(PoolConfig pool, HealthPolicy policy) {
    HealthConfig health =
        policy.pollUrl().map(url -> health(pool.health(), policy, url)).orElse(pool.health());
    RemediationConfig remediation = pool.remediation().toBuilder()
        .enabled(true)
        // An outage of all shows within one interval, so nothing is recovered before.
        .after(policy.interval())
        .response(
            policy.recovery() == HealthPolicy.Recovery.REBOOT
                ? RemediationResponse.REBOOT
                : RemediationResponse.REPLACE)
        .build();
    return pool.toBuilder().health(health).remediation(remediation).build();
  }

  private static HealthConfig health(HealthConfig before, HealthPolicy policy, PollUrl url) {
    int port = url.port().orElse(url.https() ? 443 : 80);
    ProbeConfig probe =
        url.https() ? ProbeConfig.https(port, url.path()) : ProbeConfig.http(port, url.path());
    probe = probe.withCheckCertificate(url.https() && url.sslVerify());
    if (url.healthyResponse().isPresent()) {
      probe = probe.withResponse(url.healthyResponse().get());
    }
    if (url.host().isPresent()) {
      probe = probe.withHost(url.host().get());
    }
    return before
        .withProbe(probe)
        .withTimes(policy.interval(), timeout(policy, url))
        .withThresholds(url.retryLimit(), before.successes())
        .withGrace(policy.nodeUpdateTimeout())
        .withRetryInterval(url.retryInterval());
  }

  /** As in Senlin a tenth of the time between retries, and 1 s at least; it stays below the interval. */
  private static Duration timeout(HealthPolicy policy, PollUrl url) {
    Duration tenth = Duration.ofMillis((long) (url.retryInterval().toMillis() * TIMEOUT_SHARE));
    Duration timeout = tenth.compareTo(SHORTEST) < 0 ? SHORTEST : tenth;
    return timeout.compareTo(policy.interval()) < 0 ? timeout : SHORTEST_TIMEOUT;
  }

  /** The parts of a pool's document that a policy changes. */
  static Map<String, Object> parts(PoolConfig pool) {
    Map<String, Object> all = PoolDocument.of(pool).values();
    Map<String, Object> parts = new LinkedHashMap<>();
    for (String part : new String[] {"health", "remediation"}) {
      if (all.containsKey(part)) {
        parts.put(part, all.get(part));
      }
    }
    return parts;
  }
}
