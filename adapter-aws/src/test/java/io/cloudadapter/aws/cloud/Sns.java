package io.cloudadapter.aws.cloud;

import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;

/** Topics, which are there before anybody publishes on them. */
final class Sns {
  final Mail mail;

  Sns(InstantSource clock) {
    mail = new Mail(clock);
  }

  static String arn(String name) {
    return "arn:aws:sns:" + Shelf.REGION + ":" + Sts.ACCOUNT + ":" + name;
  }

  String answer(String action, Params params) {
    if (!action.equals("Publish")) {
      throw Refusal.wrong("InvalidAction", "Could not find operation " + action);
    }
    String topic = params.get("TopicArn").orElse("");
    String name = topic.substring(topic.lastIndexOf(':') + 1);
    if (!topic.equals(arn(name))) {
      throw Refusal.wrong("InvalidParameter", "Invalid parameter: TopicArn");
    }
    if (!mail.has(name)) {
      throw new Refusal(404, "NotFound", "Topic does not exist");
    }
    String message = params.get("Message").orElse("");
    if (message.isEmpty()) {
      throw Refusal.wrong("InvalidParameter", "Invalid parameter: Empty message");
    }
    Map<String, String> attributes = new TreeMap<>();
    for (String each : params.prefixes("MessageAttributes.entry")) {
      attributes.put(params.must(each + ".Name"), params.must(each + ".Value.StringValue"));
    }
    String id = mail.take(
        name,
        message,
        attributes,
        params.get("MessageGroupId"),
        params.get("MessageDeduplicationId"));
    return new Xml()
        .open("PublishResult")
        .put("MessageId", id)
        .close("PublishResult")
        .toString();
  }
}
