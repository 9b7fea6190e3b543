package io.cloudadapter.testkit.channel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.NotTestableException;
import io.cloudadapter.testkit.run.RuleViolation;
import io.cloudadapter.testkit.subject.TestReceiver;
import io.cloudadapter.testkit.subject.TestReceiver.Heard;
import io.cloudadapter.testkit.time.TimeLimit;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.FaultProxy;
import io.cloudadapter.testkit.wire.RecordedExchange;
import io.cloudadapter.testkit.wire.WireFault;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A receiver, and the fault proxy that lies before it. May be used by any thread. */
final class ReceiverHarness implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final Duration A_BIT = Duration.ofMillis(5);

  /** Shorter ones are words that stand in many texts. */
  private static final int SHORTEST_SEGMENT = 12;

  private final TestReceiver receiver;
  private final FaultProxy wire;
  private final HookTarget target;

  ReceiverHarness(TestReceiver receiver) {
    this.receiver = receiver;
    this.wire = FaultProxy.open(receiver.dialect());
    this.target = receiver.target(wire);
    wire.secrets(secrets());
    wire.plan(List.of());
  }

  HookTarget target() {
    return target;
  }

  FaultProxy wire() {
    return wire;
  }

  /** What of the target must not show. */
  Set<String> secrets() {
    Set<String> all = new TreeSet<>();
    target.secret().map(Secret::reveal).ifPresent(all::add);
    target
        .parameters()
        .values()
        .forEach(value -> addresses(value).ifPresent(url -> {
          if (url.getRawPath() != null && url.getRawPath().length() > 1) {
            all.add(url.getRawPath());
            for (String segment : url.getRawPath().split("/", -1)) {
              if (segment.length() >= SHORTEST_SEGMENT) {
                all.add(segment);
              }
            }
          }
          if (url.getRawQuery() != null && !url.getRawQuery().isEmpty()) {
            all.add(url.getRawQuery());
          }
        }));
    return all;
  }

  /** The address that a parameter is, if it is one. */
  static Optional<URI> addresses(String value) {
    try {
      return Optional.of(new URI(value)).filter(url -> url.getHost() != null);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  // ---- what has arrived

  List<Heard> heard() {
    return receiver.heard();
  }

  List<Heard> heard(HookMessage message) {
    String token = message.token().toString();
    return heard().stream()
        .filter(one -> token.equals(field(one, "lifecycle_action_token")))
        .toList();
  }

  List<Heard> heard(NotificationMessage message) {
    return heard().stream().filter(one -> message.id().equals(field(one, "id"))).toList();
  }

  boolean has(HookMessage message) {
    return !heard(message).isEmpty();
  }

  /** What a field says; something that no message says if it is not there. */
  static String field(Heard heard, String key) {
    try {
      JsonNode field = JSON.readTree(heard.message()).path(key);
      return field.isValueNode() ? field.asText("") : "(nothing)";
    } catch (JsonProcessingException e) {
      throw new RuleViolation("what has arrived is no JSON: " + heard.message(), e);
    }
  }

  // ---- what crosses

  void plan(List<FaultInjection> injections) {
    wire.plan(injections);
  }

  List<RecordedExchange> exchanges() {
    return wire.exchanges();
  }

  /** Has the next requests wait that are of the kind by which the last message was sent. */
  void fallsSilent(int requests) {
    List<RecordedExchange> before = exchanges();
    if (before.isEmpty()) {
      throw new NotTestableException(ChannelCertifier.ASTRAY);
    }
    RequestKind verb = receiver.dialect().verb(before.get(before.size() - 1));
    for (int i = 0; i < requests; i++) {
      wire.next(verb, WireFault.SLOW);
    }
  }

  /** Waits until there were so many exchanges more than before. */
  void awaitMore(int before, int count) {
    TimeLimit limit = TimeLimit.of(SOON);
    while (exchanges().size() - before < count) {
      if (limit.isOver()) {
        throw RuleViolation.late("only " + (exchanges().size() - before) + " of " + count
            + " messages at once had been sent after " + SOON.toSeconds() + " s");
      }
      limit.pause(A_BIT);
    }
  }

  @Override
  public void close() {
    wire.close();
    receiver.close();
  }
}
