package io.cloudadapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.LifecycleTransition;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * A message of a hook as it is kept in the cluster: a Secret, since its token completes the hook.
 *
 * @param name the Secret's name
 * @param token the token of the hook
 * @param pool the machine's pool
 * @param machine the machine that waits
 * @param transition why it waits
 * @param hook the hook's name
 * @param since when the wait began
 * @param answered whether the hook was completed though the node was not empty
 */
record NodeMessage(
    String name,
    UUID token,
    PoolName pool,
    MachineId machine,
    LifecycleTransition transition,
    String hook,
    Instant since,
    boolean answered) {
  /** The label of such Secrets. */
  static final String LABEL = "cloudadapter.io/message";

  /** The value of that label. */
  static final String LABEL_VALUE = "hook";

  /** The annotation of one that is answered. */
  static final String ANSWERED = "cloudadapter.io/answered";

  /** The name that a message has in each attempt, and that the token cannot be found from. */
  static String name(UUID token) {
    byte[] text = ("message of " + token).getBytes(StandardCharsets.UTF_8);
    return "hook-" + UUID.nameUUIDFromBytes(text);
  }

  /** The Secret of a message. */
  static ObjectNode secret(HookMessage message) {
    ObjectNode secret = ApiServer.JSON.createObjectNode();
    secret.put("apiVersion", "v1").put("kind", "Secret").put("type", "cloudadapter.io/hook");
    ObjectNode metadata = secret.putObject("metadata");
    metadata.put("name", name(message.token()));
    metadata.putObject("labels").put(LABEL, LABEL_VALUE);
    ObjectNode data = secret.putObject("data");
    message.fields().forEach((key, value) -> data.put(key, encoded(value)));
    data.put("attempt", encoded(Integer.toString(message.attempt())));
    return secret;
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads a Secret; empty if it is none of ours. */
  static Optional<NodeMessage> read(JsonNode secret) {
    JsonNode data = secret.path("data");
    try {
      return Optional.of(new NodeMessage(
          secret.path("metadata").path("name").asText(""),
          UUID.fromString(decoded(data, "lifecycle_action_token")),
          new PoolName(decoded(data, "pool")),
          new MachineId(decoded(data, "resource_id")),
          LifecycleTransition.ofWord(decoded(data, "lifecycle_transition_type")),
          decoded(data, "hook"),
          Instant.parse(decoded(data, "since")),
          secret.path("metadata").path("annotations").has(ANSWERED)));
    } catch (IllegalArgumentException | DateTimeException e) {
      return Optional.empty(); // Written by something else under our label.
    }
  }

  private static String decoded(JsonNode data, String key) {
    return new String(
        Base64.getDecoder().decode(data.path(key).asText("")), StandardCharsets.UTF_8);
  }

  /** Leaves the token out, because logs must not show it. */
  @Override
  public String toString() {
    return "hook " + hook + " of machine " + machine + " of pool " + pool;
  }
}
