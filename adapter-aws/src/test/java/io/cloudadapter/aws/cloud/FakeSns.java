package io.cloudadapter.aws.cloud;

import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;

/** Topics, which are there before anybody publishes on them. */
final class FakeSns {
  final FakeQueue mail;

  FakeSns(InstantSource clock) {
    mail = new FakeQueue(clock);
  }

  static String arn(String name) {
    return "arn:aws:sns:" + FakeCatalog.REGION + ":" + FakeSts.ACCOUNT + ":" + name;
  }

  String answer(String action, QueryParams params) {
    if (!action.equals("Publish")) {
      throw AwsRefusal.wrong("InvalidAction", "Could not find operation " + action);
    }
    String topic = params.get("TopicArn").orElse("");
    String name = topic.substring(topic.lastIndexOf(':') + 1);
    if (!topic.equals(arn(name))) {
      throw AwsRefusal.wrong("InvalidParameter", "Invalid parameter: TopicArn");
    }
    if (!mail.has(name)) {
      throw new AwsRefusal(404, "NotFound", "Topic does not exist");
    }
    String message = params.get("Message").orElse("");
    if (message.isEmpty()) {
      throw AwsRefusal.wrong("InvalidParameter", "Invalid parameter: Empty message");
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
    return new XmlWriter()
        .open("PublishResult")
        .put("MessageId", id)
        .close("PublishResult")
        .toString();
  }
}
