package io.cloudadapter.aws;

import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.notification.NotificationMessage;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.aws.client.QueueUrl;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.NotificationChannel;
import io.cloudadapter.spi.RequestKind;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * Puts messages into queues of SQS, in the account's region. Into a FIFO queue a message comes once, in the order of
 * its machine; into any other it may come twice. Ends with the provider whose account it uses.
 */
final class SqsChannel implements HookChannel, NotificationChannel {
  private static final String QUEUE = "queue";

  private final AwsClient api;

  SqsChannel(AwsClient api) {
    this.api = api;
  }

  @Override
  public String channel() {
    return "sqs";
  }

  @Override
  public void check(HookTarget target) {
    String unused = queue(target);
  }

  /** Error texts leave the address out, because its holder may be able to send to the queue. */
  private static String queue(HookTarget target) {
    String queue = QueueMessage.only(QUEUE, target);
    if (!QueueUrl.matches(queue)) {
      throw new IllegalArgumentException("queue must be the URL of a queue, such as"
          + " https://sqs.eu-north-1.amazonaws.com/111122223333/hooks, was "
          + (queue.isEmpty() ? "missing" : "another text, of " + queue.length() + " characters"));
    }
    return queue;
  }

  @Override
  public void send(HookMessage message, HookTarget target, CallContext call) {
    send(QueueMessage.of(message), queue(target), call);
  }

  @Override
  public void send(NotificationMessage message, HookTarget target, CallContext call) {
    send(QueueMessage.of(message), queue(target), call);
  }

  private void send(QueueMessage message, String queue, CallContext call) {
    SendMessageRequest.Builder request = SendMessageRequest.builder()
        .queueUrl(queue)
        .messageBody(message.body())
        .messageAttributes(Map.of(
            message.attribute(),
            MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(message.id())
                .build()));
    if (queue.endsWith(".fifo")) {
      request.messageGroupId(message.group()).messageDeduplicationId(message.id());
    }
    ApiCall asked = new ApiCall(
        AwsService.SQS, RequestKind.ACT, "SendMessage", "", Set.of("MessageId"), FailureScope.ANY);
    var unused = api.sqs(
        asked,
        call,
        (sqs, with) -> sqs.sendMessage(request.overrideConfiguration(with).build()));
  }

  /** Ends with the provider. */
  @Override
  public void close() {}
}
