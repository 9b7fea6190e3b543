package io.cloudadapter.aws.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Queues, which are there before anybody sends to them. Speaks JSON. */
final class FakeSqs {
  private static final int LONGEST = 1024 * 1024;

  private static final Set<String> ACTIONS =
      Set.of("SendMessage", "ReceiveMessage", "DeleteMessageBatch");

  final FakeQueue mail;
  private final InstantSource clock;

  /** Of what was received; guarded by this. */
  private final Map<FakeAws.Message, Instant> hiddenUntil = new IdentityHashMap<>();

  private final Map<String, FakeAws.Message> receipts = new HashMap<>();

  FakeSqs(InstantSource clock) {
    this.clock = clock;
    mail = new FakeQueue(clock);
  }

  String answer(String action, JsonNode ask) {
    if (!ACTIONS.contains(action)) {
      throw AwsRefusal.wrong("InvalidAction", "The action " + action + " is not valid");
    }
    String url = text(ask, "QueueUrl")
        .orElseThrow(() -> AwsRefusal.wrong(
            "MissingParameter", "The request must contain the parameter QueueUrl."));
    String name = url.substring(url.lastIndexOf('/') + 1);
    if (!mail.has(name) || !url.endsWith("/" + FakeSts.ACCOUNT + "/" + name)) {
      throw AwsRefusal.wrong("QueueDoesNotExist", "The specified queue does not exist.");
    }
    return switch (action) {
      case "ReceiveMessage" -> receive(name, ask);
      case "DeleteMessageBatch" -> delete(name, ask);
      default -> send(name, ask);
    };
  }

  /** What was received is hidden for a while, and comes again under another receipt. */
  private synchronized String receive(String name, JsonNode ask) {
    Instant now = clock.instant();
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    int most = ask.path("MaxNumberOfMessages").asInt(1);
    for (FakeAws.Message message : mail.of(name)) {
      boolean hidden = hiddenUntil.getOrDefault(message, now).isAfter(now);
      if (hidden || reply.path("Messages").size() >= most) {
        continue;
      }
      hiddenUntil.put(message, now.plusSeconds(ask.path("VisibilityTimeout").asInt(30)));
      String receipt = "receipt-" + (receipts.size() + 1);
      receipts.put(receipt, message);
      reply
          .withArray("Messages")
          .addObject()
          .put("MessageId", "message-" + receipt)
          .put("ReceiptHandle", receipt)
          .put("MD5OfBody", md5(message.body().getBytes(StandardCharsets.UTF_8)))
          .put("Body", message.body());
    }
    return reply.toString();
  }

  private synchronized String delete(String name, JsonNode ask) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.putArray("Successful");
    for (JsonNode entry : ask.path("Entries")) {
      String id = entry.path("Id").asText();
      FakeAws.Message message = receipts.get(entry.path("ReceiptHandle").asText());
      if (message == null) {
        reply
            .withArray("Failed")
            .addObject()
            .put("Id", id)
            .put("SenderFault", true)
            .put("Code", "ReceiptHandleIsInvalid");
      } else {
        mail.remove(name, message);
        reply.withArray("Successful").addObject().put("Id", id);
      }
    }
    return reply.toString();
  }

  private String send(String name, JsonNode ask) {
    String body = text(ask, "MessageBody").orElse("");
    checkBody(body);
    Map<String, String> attributes = new TreeMap<>();
    ask.path("MessageAttributes").properties().forEach(item -> {
      if (!item.getValue().path("DataType").asText().equals("String")) {
        throw AwsRefusal.wrong("InvalidParameterValue", "The fake knows attributes of type String");
      }
      attributes.put(item.getKey(), item.getValue().path("StringValue").asText());
    });
    String id = mail.take(
        name, body, attributes, text(ask, "MessageGroupId"), text(ask, "MessageDeduplicationId"));
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("MD5OfMessageBody", md5(body.getBytes(StandardCharsets.UTF_8)));
    if (!attributes.isEmpty()) {
      reply.put("MD5OfMessageAttributes", md5(written(attributes)));
    }
    return reply.put("MessageId", id).toString();
  }

  private static Optional<String> text(JsonNode ask, String name) {
    return Optional.ofNullable(ask.get(name)).map(JsonNode::asText);
  }

  /**
   * As documented: tab, line feed, carriage return, and all but the surrogates and the last two of each plane's
   * first.
   */
  private static void checkBody(String body) {
    if (body.isEmpty() || body.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      throw AwsRefusal.wrong("InvalidParameterValue", "One or more parameters are invalid.");
    }
    boolean well = body.codePoints()
        .allMatch(c -> c == 9
            || c == 10
            || c == 13
            || c >= 0x20 && c <= 0xD7FF
            || c >= 0xE000 && c <= 0xFFFD
            || c >= 0x10000);
    if (!well) {
      throw AwsRefusal.wrong("InvalidMessageContents", "Invalid characters found");
    }
  }

  /** Each with its length before it, in the order of names, as SQS documents how to check its sum. */
  private static byte[] written(Map<String, String> attributes) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    attributes.forEach((name, value) -> {
      write(bytes, name);
      write(bytes, "String");
      bytes.write(1);
      write(bytes, value);
    });
    return bytes.toByteArray();
  }

  private static void write(ByteArrayOutputStream bytes, String text) {
    byte[] written = text.getBytes(StandardCharsets.UTF_8);
    bytes.writeBytes(ByteBuffer.allocate(4).putInt(written.length).array());
    bytes.writeBytes(written);
  }

  private static String md5(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has MD5", e);
    }
  }
}
