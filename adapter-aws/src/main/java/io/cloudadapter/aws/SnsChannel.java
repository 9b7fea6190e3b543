package io.cloudadapter.aws;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.NotificationChannel;
import io.cloudadapter.spi.RequestKind;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;
import software.amazon.awssdk.services.sns.model.PublishRequest;

/**
 * Publishes messages on topics of SNS, in the account's region. The subscriptions of a topic determine its receivers,
 * if there are any. Ends with the provider whose account it uses.
 */
final class SnsChannel implements HookChannel, NotificationChannel {
  private static final String TOPIC = "topic";
  private static final Pattern ARN =
      Pattern.compile("arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}(\\.fifo)?");

  private final AwsClient api;

  SnsChannel(AwsClient api) {
    this.api = api;
  }

  @Override
  public String channel() {
    return "sns";
  }

  @Override
  public void check(HookTarget target) {
    String unused = topic(target);
  }

  private static String topic(HookTarget target) {
    String topic = QueueMessage.only(TOPIC, target);
    if (!ARN.matcher(topic).matches()) {
      throw new IllegalArgumentException(
          "topic must be the ARN of a topic, such as arn:aws:sns:eu-north-1:111122223333:hooks, was \""
              + topic + '"');
    }
    return topic;
  }

  @Override
  public void send(HookMessage message, HookTarget target, CallContext call) {
    send(QueueMessage.of(message), topic(target), call);
  }

  @Override
  public void send(NotificationMessage message, HookTarget target, CallContext call) {
    send(QueueMessage.of(message), topic(target), call);
  }

  private void send(QueueMessage message, String topic, CallContext call) {
    PublishRequest.Builder request = PublishRequest.builder()
        .topicArn(topic)
        .message(message.body())
        .messageAttributes(Map.of(
            message.attribute(),
            MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(message.id())
                .build()));
    if (topic.endsWith(".fifo")) {
      request.messageGroupId(message.group()).messageDeduplicationId(message.id());
    }
    ApiCall asked = new ApiCall(
        AwsService.SNS, RequestKind.ACT, "Publish", "", Set.of("MessageId"), FailureScope.ANY);
    var unused = api.sns(
        asked,
        call,
        (sns, with) -> sns.publish(request.overrideConfiguration(with).build()));
  }

  /** Ends with the provider. */
  @Override
  public void close() {}
}
