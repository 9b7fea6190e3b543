package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.openstack.client.ApiRequest;
import io.cloudadapter.openstack.client.OpenStackClient;
import io.cloudadapter.openstack.client.OpenStackErrorClassifier;
import io.cloudadapter.openstack.client.OpenStackResponse;
import io.cloudadapter.openstack.client.ServiceType;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.NotificationChannel;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Puts messages into queues of Zaqar, which makes a queue with its first message. The message of a hook stays as
 * long as it waits, within the limits of Zaqar. Ends with the provider whose account it uses.
 */
final class ZaqarChannel implements HookChannel, NotificationChannel {
  private static final String QUEUE = "queue";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final long SHORTEST = Duration.ofMinutes(1).toSeconds();
  private static final long LONGEST = Duration.ofDays(14).toSeconds();

  /** Zaqar hides messages from who has sent them: so all of ours come from one client, which reads none. */
  private static final String CLIENT = UUID.nameUUIDFromBytes(
          "cloudadapter:hooks".getBytes(StandardCharsets.UTF_8))
      .toString();

  private final OpenStackClient api;

  ZaqarChannel(OpenStackClient api) {
    this.api = api;
  }

  @Override
  public String channel() {
    return "zaqar";
  }

  @Override
  public void check(HookTarget target) {
    String unused = queue(target);
  }

  private static String queue(HookTarget target) {
    for (String name : target.parameters().keySet()) {
      if (!name.equals(QUEUE)) {
        throw new IllegalArgumentException(name + " is unknown; "
            + SpellingSuggestion.to(name, Set.of(QUEUE))
                .map(near -> "did you mean " + near + "?")
                .orElse("allowed is " + QUEUE));
      }
    }
    if (target.secret().isPresent()) {
      throw new IllegalArgumentException(
          "secret must be left out: the account's login opens the queue");
    }
    String queue = target.parameters().getOrDefault(QUEUE, "");
    if (!NAME.matcher(queue).matches()) {
      throw new IllegalArgumentException(
          "queue must be a name of 1 to 64 letters, digits, _ and -, was \"" + queue + '"');
    }
    return queue;
  }

  @Override
  public void send(HookMessage message, HookTarget target, CallContext call) {
    send(body(message), queue(target), call);
  }

  /** Stays as long as Zaqar keeps messages. */
  @Override
  public void send(NotificationMessage message, HookTarget target, CallContext call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode one = body.putArray("messages").addObject();
    one.put("ttl", LONGEST);
    // As a text, so that the receiver gets the very JSON that other channels carry.
    one.put("body", message.json());
    send(body, queue(target), call);
  }

  private void send(ObjectNode body, String queue, CallContext call) {
    String path = "/queues/" + queue + "/messages";
    ApiRequest request = new ApiRequest(
        ServiceType.MESSAGING,
        RequestKind.ACT,
        "POST",
        path,
        Map.of("Client-ID", CLIENT),
        Optional.of(body));
    OpenStackResponse reply = api.exchange(request, call);
    boolean kept =
        OpenStackErrorClassifier.expect(201, request, reply).path("resources").isArray();
    if (!kept) {
      throw OpenStackErrorClassifier.notUnderstood(request, reply, "list of messages");
    }
  }

  private static ObjectNode body(HookMessage message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode one = body.putArray("messages").addObject();
    long pause = Duration.between(message.since(), message.deadline()).toSeconds();
    one.put("ttl", Math.max(SHORTEST, Math.min(LONGEST, pause)));
    ObjectNode fields = one.putObject("body");
    message.fields().forEach(fields::put);
    fields.put("attempt", message.attempt());
    return body;
  }

  /** Ends with the provider. */
  @Override
  public void close() {}
}
