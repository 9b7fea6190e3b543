package io.cloudadapter.kubernetes;

import io.cloudadapter.api.TimeSpan;
import io.cloudadapter.api.cloud.ProviderIdFormat;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings of one hook that waits for a node: where the cluster is, which node a machine is, and how the node is
 * drained. The names of the last ones are those of {@code kubectl drain}.
 *
 * @param namespace where messages are kept
 * @param kubeconfig the file that leads to the cluster; empty for the service account of this pod
 * @param context the context of that file; its current one if empty
 * @param providerId the form of the provider IDs of nodes
 * @param fallback how else a node is found
 * @param timeout the longest that a node drains; as long as the hook waits if empty
 * @param gracePeriod what pods get to end; their own time if empty
 * @param force whether pods without a controller are evicted
 * @param deleteEmptydirData whether pods with an emptyDir are evicted
 * @param deleteAtTimeout whether pods that are left at the time-out are deleted
 * @param joinToken how long a join token is valid that is made for each launch; none is made if empty
 */
record NodeTarget(
    String namespace,
    Optional<Path> kubeconfig,
    Optional<String> context,
    String providerId,
    Fallback fallback,
    Optional<Duration> timeout,
    Optional<Duration> gracePeriod,
    boolean force,
    boolean deleteEmptydirData,
    boolean deleteAtTimeout,
    Optional<Duration> joinToken) {

  /** How the node of a machine is found if no node has its provider ID. */
  enum Fallback {
    /** Not at all. */
    NONE,
    /** By its name, which is the machine's id. */
    NAME,
    /** By an address of the machine. */
    ADDRESS
  }

  private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Duration LONGEST_GRACE = Duration.ofHours(24);

  static final String JOIN_TOKEN = "joinToken";

  /** The keys that only a drain uses. */
  private static final List<String> OF_DRAINS =
      List.of("timeout", "gracePeriod", "force", "deleteEmptydirData", "deleteAtTimeout");

  /** The keys of such a target. */
  static final ConfigSpec KEYS = ConfigSpec.builder()
      .required(
          "namespace",
          ConfigKey.Type.TEXT,
          "The namespace in which messages are kept as Secrets until they are done.")
      .optional(
          "kubeconfig",
          ConfigKey.Type.TEXT,
          "A kubeconfig file with a token or a client certificate; by default the service account "
              + "of the pod in which the server runs.")
      .optional(
          "context",
          ConfigKey.Type.TEXT,
          "The context of the kubeconfig file; by default its current-context.")
      .optional(
          "providerId",
          ConfigKey.Type.TEXT,
          ProviderIdFormat.USUAL,
          "The form of the nodes' provider IDs, such as aws:///{zone}/{id}, with {id}, the "
              + "machine's id, and, if wanted, {account}, {pool} and {zone}.")
      .choice(
          "fallback",
          List.of("none", "name", "address"),
          "How a node without a provider ID of that form is found: name, if its name is the "
              + "machine's id; address, if it has an address of the machine.")
      .optional(
          "timeout",
          ConfigKey.Type.DURATION,
          "The longest that a node drains, at most the hook's limit; by default until shortly before it.")
      .optional(
          "gracePeriod",
          ConfigKey.Type.DURATION,
          "The time that a pod gets to end; by default its own.")
      .optional(
          "force",
          ConfigKey.Type.BOOLEAN,
          "false",
          "Whether pods without a controller are evicted; otherwise the drain waits for them.")
      .optional(
          "deleteEmptydirData",
          ConfigKey.Type.BOOLEAN,
          "false",
          "Whether pods with an emptyDir are evicted; otherwise the drain waits for them.")
      .optional(
          "deleteAtTimeout",
          ConfigKey.Type.BOOLEAN,
          "false",
          "Whether the pods that are left at the timeout are deleted, against their disruption "
              + "budgets.")
      .optional(
          JOIN_TOKEN,
          ConfigKey.Type.DURATION,
          "How long a token of kubeadm is valid that is made for each launch, 20m to 24h; it stands "
              + "in the user data in place of {{join-token}}. By default none is made.")
      .build();

  /** Throws IllegalArgumentException naming the parameter, its value and what is allowed. */
  static NodeTarget of(HookTarget target) {
    List<ConfigError> faults = KEYS.faults(target.parameters());
    if (!faults.isEmpty()) {
      ConfigError first = faults.get(0);
      throw new IllegalArgumentException(first.key() + " " + first.problem());
    }
    if (target.secret().isPresent()) {
      throw new IllegalArgumentException(
          "secret is not used by this channel; the kubeconfig file has the credentials");
    }
    ProviderConfig values = KEYS.parse(target.parameters());
    if (!NAMESPACE.matcher(values.text("namespace")).matches()) {
      throw new IllegalArgumentException(
          "namespace must be 1 to 63 of a-z, 0-9 and -, was " + values.text("namespace"));
    }
    ProviderIdFormat.problem(values.text("providerId")).ifPresent(problem -> {
      throw new IllegalArgumentException("providerId " + problem);
    });
    if (values.has("context") && !values.has("kubeconfig")) {
      throw new IllegalArgumentException(
          "context needs a kubeconfig, was " + values.text("context") + " without one");
    }
    return new NodeTarget(
        values.text("namespace"),
        text(values, "kubeconfig").map(NodeTarget::file),
        text(values, "context"),
        values.text("providerId"),
        Fallback.valueOf(values.text("fallback").toUpperCase(Locale.ROOT)),
        time(values, "timeout"),
        time(values, "gracePeriod").map(NodeTarget::grace),
        values.flag("force"),
        values.flag("deleteEmptydirData"),
        values.flag("deleteAtTimeout"),
        time(values, JOIN_TOKEN).map(NodeTarget::tokenTime));
  }

  /** Whether a hook in a transition drains a node; otherwise it waits for one. */
  static boolean isOfDrain(LifecycleTransition transition) {
    return switch (transition) {
      case TERMINATE, WARM_RETURN -> true;
      case LAUNCH, WARM_IN, WAKE -> false;
    };
  }

  /**
   * Refuses what a target sets without effect: a time limit of the drain that the hook's limit cuts off, settings of
   * drains in a hook that drains nothing, and tokens for machines that have joined.
   *
   * @throws IllegalArgumentException naming the parameter, its value and what is allowed
   */
  static void checkFits(LifecycleHook hook) {
    Map<String, String> given = hook.target().parameters();
    if (!isOfDrain(hook.transition())) {
      OF_DRAINS.stream().filter(given::containsKey).findFirst().ifPresent(key -> {
        throw new IllegalArgumentException(
            key + " must be left out of a hook on " + hook.transition().word()
                + ", which drains no node; it is for hooks on termination or warm-return, was "
                + given.get(key));
      });
    }
    boolean joins = hook.transition() == LifecycleTransition.LAUNCH
        || hook.transition() == LifecycleTransition.WARM_IN;
    if (!joins && given.containsKey(JOIN_TOKEN)) {
      throw new IllegalArgumentException(JOIN_TOKEN + " must be left out of a hook on "
          + hook.transition().word() + ", whose machine has joined; it is for hooks on launch or"
          + " warm-in, was " + given.get(JOIN_TOKEN));
    }
    of(hook.target())
        .timeout()
        .filter(timeout -> timeout.compareTo(hook.limit()) > 0)
        .ifPresent(timeout -> {
          throw new IllegalArgumentException(
              "timeout must be at most the limit of the hook, which is "
                  + TimeSpan.text(hook.limit()) + ", was " + TimeSpan.text(timeout));
        });
  }

  private static Path file(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("kubeconfig must be the path of a file: " + e.getReason());
    }
  }

  private static Duration grace(Duration time) {
    if (time.compareTo(LONGEST_GRACE) > 0) {
      throw new IllegalArgumentException(
          "gracePeriod must be at most 24h, was " + time.toSeconds() + "s");
    }
    return time;
  }

  private static Duration tokenTime(Duration time) {
    if (time.compareTo(JoinToken.SHORTEST) < 0 || time.compareTo(JoinToken.LONGEST) > 0) {
      throw new IllegalArgumentException("joinToken must be " + TimeSpan.text(JoinToken.SHORTEST)
          + " to " + TimeSpan.text(JoinToken.LONGEST) + ", was " + TimeSpan.text(time));
    }
    return time;
  }

  private static Optional<String> text(ProviderConfig values, String key) {
    return values.has(key) ? Optional.of(values.text(key)) : Optional.empty();
  }

  private static Optional<Duration> time(ProviderConfig values, String key) {
    return values.has(key) ? Optional.of(values.duration(key)) : Optional.empty();
  }
}
