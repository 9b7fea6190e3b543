package io.cloudadapter.aws.cloud;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What queues and topics have in common: where they are, what came, and that a FIFO one takes a message once. May be
 * used by any thread.
 */
final class FakeQueue {
  /** For how long a FIFO queue or topic knows a message again. */
  private static final Duration KNOWN = Duration.ofMinutes(5);

  private final InstantSource clock;

  /** By name; all fields are guarded by this. */
  private final Map<String, List<FakeAws.Message>> boxes = new TreeMap<>();

  private final Map<String, Sent> sent = new HashMap<>();
  private int number;

  private record Sent(String id, Instant when) {}

  FakeQueue(InstantSource clock) {
    this.clock = clock;
  }

  synchronized void make(String name) {
    boxes.put(name, new ArrayList<>());
  }

  synchronized boolean has(String name) {
    return boxes.containsKey(name);
  }

  synchronized List<FakeAws.Message> of(String name) {
    return List.copyOf(boxes.getOrDefault(name, List.of()));
  }

  /** Puts a message into a queue by AWS itself. */
  synchronized void put(String name, String body) {
    boxes.get(name).add(new FakeAws.Message(body, Map.of(), Optional.empty(), Optional.empty()));
  }

  /** Takes a message out again; one that is not there is no matter. */
  @SuppressWarnings("ReferenceEquality") // Two may say the same.
  synchronized void remove(String name, FakeAws.Message message) {
    boxes.get(name).removeIf(each -> each == message);
  }

  /**
   * Takes a message.
   *
   * @return its id, that of the first one if it is the same again
   */
  synchronized String take(
      String name,
      String body,
      Map<String, String> attributes,
      Optional<String> group,
      Optional<String> token) {
    boolean fifo = name.endsWith(".fifo");
    if (fifo && group.isEmpty()) {
      throw AwsRefusal.wrong(
          "MissingParameter", "The request must contain the parameter MessageGroupId.");
    }
    if (fifo && token.isEmpty()) {
      throw AwsRefusal.wrong(
          "InvalidParameterValue",
          "It should either have ContentBasedDeduplication enabled or MessageDeduplicationId"
              + " provided explicitly");
    }
    if (!fifo && token.isPresent()) {
      throw AwsRefusal.wrong(
          "InvalidParameterValue", "MessageDeduplicationId is not valid for this type");
    }
    Instant now = clock.instant();
    sent.values().removeIf(one -> one.when().plus(KNOWN).isBefore(now));
    Sent before = token.map(each -> sent.get(name + " " + each)).orElse(null);
    if (before != null) {
      return before.id();
    }
    String id = "5fea7756-0ea4-451a-a703-%012d".formatted(++number);
    token.ifPresent(each -> sent.put(name + " " + each, new Sent(id, now)));
    boxes.get(name).add(new FakeAws.Message(body, Map.copyOf(attributes), group, token));
    return id;
  }
}
