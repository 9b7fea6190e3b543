package io.cloudadapter.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.util.Set;

/**
 * A message as queues and topics take it, and what their targets have in common.
 *
 * @param body JSON
 * @param attribute the name of the attribute by which receivers know a message that comes twice
 * @param id the value of that attribute
 * @param group what FIFO queues and topics keep in order
 */
record QueueMessage(String body, String attribute, String id, String group) {
  /** The field of the same name. */
  private static final String TOKEN = "lifecycle_action_token";

  /** In ASCII: SQS refuses some characters of Unicode. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  static QueueMessage of(HookMessage message) {
    return new QueueMessage(
        json(message), TOKEN, message.token().toString(), message.machine().value());
  }

  static QueueMessage of(NotificationMessage message) {
    return new QueueMessage(
        message.json(),
        "id",
        message.id(),
        message.pool().map(PoolName::value).orElse("receivers"));
  }

  /**
   * The only parameter of a target.
   *
   * @throws IllegalArgumentException if there are others, or a secret
   */
  static String only(String parameter, HookTarget target) {
    for (String name : target.parameters().keySet()) {
      if (!name.equals(parameter)) {
        throw new IllegalArgumentException(name + " is unknown; "
            + SpellingSuggestion.to(name, Set.of(parameter))
                .map(near -> "did you mean " + near + "?")
                .orElse("allowed is " + parameter));
      }
    }
    if (target.secret().isPresent()) {
      throw new IllegalArgumentException(
          "secret must be left out: the account's credentials open the " + parameter);
    }
    return target.parameters().getOrDefault(parameter, "");
  }

  private static String json(HookMessage message) {
    ObjectNode fields = JSON.createObjectNode();
    message.fields().forEach(fields::put);
    fields.put("attempt", message.attempt());
    try {
      return JSON.writeValueAsString(fields);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and a number can be written", e);
    }
  }
}
