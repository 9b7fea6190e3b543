package io.cloudadapter.api.scaling;

import io.cloudadapter.api.PoolException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Senlin's health policy ({@code senlin.policy.health-1.0} to {@code 1.2}): how the health of machines is found out,
 * and what is done about a machine that is not well. It is no {@link Policy} of growth and shrinkage: a pool has it as
 * its health probe and its remediation.
 *
 * @param interval from one look at a machine to the next, 1 s to 1 h
 * @param nodeUpdateTimeout how long failures of a machine that has begun to run do not count; above 0
 * @param pollUrl the URL that is asked about each machine; empty if only the cloud's status counts
 * @param recovery what is done about a machine that is not well
 */
public record HealthPolicy(
    Duration interval, Duration nodeUpdateTimeout, Optional<PollUrl> pollUrl, Recovery recovery) {
  /** The type of the policy without its version. */
  public static final String TYPE = "senlin.policy.health";

  private static final List<String> VERSIONS = List.of("1.0", "1.1", "1.2");
  private static final String STATUS = "NODE_STATUS_POLLING";
  private static final String URL = "NODE_STATUS_POLL_URL";
  private static final List<String> DETECTIONS =
      List.of("LIFECYCLE_EVENTS", STATUS, URL, "HYPERVISOR_STATUS_POLLING");
  private static final int MOST_SECONDS = 3600;
  private static final int MOST_RETRIES = 100;

  /** What is done about a machine that is not well. */
  public enum Recovery {
    /** It ends, and another one takes its place. */
    RECREATE,
    /** It is rebooted, and replaced if that does not help. */
    REBOOT
  }

  /**
   * A URL that is asked about each machine.
   *
   * @param https whether it is asked over HTTPS
   * @param host the host; empty for the machine itself, which Senlin writes {@code {nodename}}
   * @param port the port, if it is given
   * @param path the path and the query, in which {@code {machine}} stands for the machine's id
   * @param sslVerify whether the certificate of HTTPS must be valid
   * @param healthyResponse a regular expression that the body must have; empty if any will do
   * @param retryLimit after how many failures in a row a machine is not well; 1 to 100
   * @param retryInterval from a failure to the next try; 1 s to the policy's interval
   */
  public record PollUrl(
      boolean https,
      Optional<String> host,
      Optional<Integer> port,
      String path,
      boolean sslVerify,
      Optional<String> healthyResponse,
      int retryLimit,
      Duration retryInterval) {
    private static final String NODE = "{nodename}";

    /** Stands for the name while the URL is read; a host may have it, and no text of a person does. */
    private static final String STAND_IN = "cloudadapter-node-name-0x";

    /** Checks that nothing is missing. */
    public PollUrl {
      Objects.requireNonNull(host, "host");
      Objects.requireNonNull(port, "port");
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(healthyResponse, "healthyResponse");
      Objects.requireNonNull(retryInterval, "retryInterval");
    }

    private static PollUrl read(PolicyProperties options, int interval) {
      String text = options.text("poll_url", "");
      boolean verify = options.truth("poll_url_ssl_verify", true);
      boolean refusedIsIll = options.truth("poll_url_conn_error_as_unhealthy", true);
      String response = options.text("poll_url_healthy_response", "");
      int limit = options.integer("poll_url_retry_limit", 3);
      int retry = options.integer("poll_url_retry_interval", 3);
      options.blameOthers();
      if (!refusedIsIll) {
        options.blame(
            "poll_url_conn_error_as_unhealthy",
            "the 'poll_url_conn_error_as_unhealthy' must be true: a machine that does not answer is not"
                + " well, and a prober without a network changes nothing");
      }
      if (limit < 1 || limit > MOST_RETRIES) {
        options.blame(
            "poll_url_retry_limit",
            "the 'poll_url_retry_limit' must be 1 to " + MOST_RETRIES + ", was " + limit);
      }
      if (retry < 1 || retry > interval) {
        options.blame(
            "poll_url_retry_interval",
            "the 'poll_url_retry_interval' must be 1 to 'interval', which is " + interval + ", was "
                + retry);
      }
      URI uri = uri(text, options);
      String host = String.valueOf(uri.getHost());
      String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
      String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      return new PollUrl(
          "https".equalsIgnoreCase(uri.getScheme()),
          host.equals(STAND_IN) ? Optional.empty() : Optional.of(host.replace(STAND_IN, NODE)),
          uri.getPort() < 0 ? Optional.empty() : Optional.of(uri.getPort()),
          (path + query).replace(STAND_IN, "{machine}"),
          verify,
          Optional.of(response).filter(any -> !any.isEmpty()),
          limit,
          Duration.ofSeconds(Math.max(1, retry)));
    }

    private static URI uri(String text, PolicyProperties options) {
      try {
        URI uri = new URI(text.replace(NODE, STAND_IN));
        boolean http =
            "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (http
            && uri.getHost() != null
            && uri.getUserInfo() == null
            && uri.getFragment() == null) {
          return uri;
        }
      } catch (URISyntaxException e) {
        // The same error as for another scheme.
      }
      options.blame(
          "poll_url",
          "the 'poll_url' must be a URL of http or https with a host, without a user and a fragment,"
              + " in which " + NODE + " stands for the machine, was '" + PythonRepr.of(text) + "'");
      return URI.create("http://" + STAND_IN + "/");
    }
  }

  /** Checks that nothing is missing. */
  public HealthPolicy {
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(nodeUpdateTimeout, "nodeUpdateTimeout");
    Objects.requireNonNull(pollUrl, "pollUrl");
    Objects.requireNonNull(recovery, "recovery");
  }

  /**
   * Whether a specification is one of a health policy, of any version.
   *
   * @param spec the specification, from JSON or YAML
   * @return whether its type is {@value #TYPE}
   */
  public static boolean isOne(Map<String, ?> spec) {
    return TYPE.equals(spec.get("type"));
  }

  /**
   * Reads a specification: {@code type}, {@code version} and {@code properties}; a {@code description} may accompany
   * them.
   *
   * @param spec the specification, from JSON or YAML
   * @return the policy
   * @throws PoolException INVALID, with the first thing that is wrong
   */
  public static HealthPolicy parse(Map<String, ?> spec) {
    PolicyProperties read = PolicyProperties.of(spec);
    String type = read.text("type", "");
    String version = read.text("version", "");
    if (!type.equals(TYPE) || !VERSIONS.contains(version)) {
      read.blame(
          "version",
          PolicyProperties.refusal(
              "The policy_type '" + PythonRepr.of(type + "-" + version) + "' could not be found.",
              "there are " + TYPE + "-" + String.join(", " + TYPE + "-", VERSIONS)));
    }
    PolicyProperties properties = read.map("properties");
    read.has("description"); // For people; Senlin's own examples have it.
    read.blameOthers();
    PolicyProperties detection = properties.map("detection");
    PolicyProperties recovery = properties.map("recovery");
    properties.blameOthers();
    int interval = detection.integer("interval", 60);
    int grace = detection.integer("node_update_timeout", 300);
    String conditional = detection.text("recovery_conditional", "ANY_FAILED");
    List<PolicyProperties> modes = detection.maps("detection_modes");
    detection.blameOthers();
    if (interval < 1 || interval > MOST_SECONDS) {
      detection.blame(
          "interval", "the 'interval' must be 1 to " + MOST_SECONDS + ", was " + interval);
    }
    if (grace < 1) {
      detection.blame("node_update_timeout", "the 'node_update_timeout' must be > 0, was " + grace);
    }
    Optional<PollUrl> url =
        modes(detection, modes == null ? List.of() : modes, interval, conditional);
    Recovery action = recovery(recovery);
    read.refuseFaults();
    return new HealthPolicy(Duration.ofSeconds(interval), Duration.ofSeconds(grace), url, action);
  }

  private static Optional<PollUrl> modes(
      PolicyProperties detection, List<PolicyProperties> modes, int interval, String conditional) {
    String when = detection.choice(
        "recovery_conditional", conditional, List.of("ANY_FAILED", "ALL_FAILED"), word -> word);
    Optional<PollUrl> url = Optional.empty();
    Set<String> seen = new HashSet<>();
    for (PolicyProperties mode : modes) {
      String type = mode.choice("type", mode.text("type"), DETECTIONS, word -> word);
      PolicyProperties options = mode.mapIfAny("options");
      mode.blameOthers();
      if (!seen.add(type)) {
        detection.blame(
            "detection_modes",
            "Duplicate detection modes are not allowed in health policy: " + type);
      } else if (type.equals(URL)) {
        url = Optional.of(PollUrl.read(options, interval));
      } else if (!type.equals(STATUS)) {
        detection.blame(
            "detection_modes",
            "The detection mode " + type + " is not supported; supported are " + STATUS + " and "
                + URL);
      }
    }
    if (modes.isEmpty()) {
      detection.blame("detection_modes", "the 'detection_modes' must have one mode or more");
    }
    if (seen.size() > 1 && when.equals("ALL_FAILED")) {
      detection.blame(
          "recovery_conditional",
          "the 'recovery_conditional' must be ANY_FAILED for several detection modes: a machine that does"
              + " not run is replaced in any case");
    }
    return url;
  }

  private static Recovery recovery(PolicyProperties recovery) {
    List<PolicyProperties> actions = recovery.has("actions") ? recovery.maps("actions") : List.of();
    List<String> names = new ArrayList<>();
    for (PolicyProperties action : actions == null ? List.<PolicyProperties>of() : actions) {
      names.add(action.choice(
          "name", action.text("name"), List.of("REBOOT", "REBUILD", "RECREATE"), word -> word));
      action.mapIfAny("params").blameOthers();
      action.blameOthers();
    }
    if (names.size() > 1) {
      recovery.blame("actions", "Only one 'actions' is supported for now.");
    }
    if (names.contains("REBUILD")) {
      recovery.blame(
          "actions",
          "The recovery action REBUILD is not supported: RECREATE replaces the machine, REBOOT reboots it");
    }
    fencing(recovery);
    int delete = recovery.integer("node_delete_timeout", 20);
    if (delete < 0) {
      recovery.blame(
          "node_delete_timeout", "the 'node_delete_timeout' must be >= 0, was " + delete);
    }
    boolean unused = recovery.truth("node_force_recreate", false);
    recovery.blameOthers();
    return names.contains("REBOOT") ? Recovery.REBOOT : Recovery.RECREATE;
  }

  /** A machine that is replaced always ends, which is what fencing of COMPUTE asks for. */
  private static void fencing(PolicyProperties recovery) {
    if (!recovery.has("fencing") || recovery.isNull("fencing")) {
      return;
    }
    for (String service : recovery.texts("fencing")) {
      if (!service.equals("COMPUTE")) {
        recovery.blame(
            "fencing",
            "'" + PythonRepr.of(service) + "' must be one of the allowed values: COMPUTE");
      }
    }
  }
}
