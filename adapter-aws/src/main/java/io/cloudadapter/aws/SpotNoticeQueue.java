package io.cloudadapter.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.collect.Lists;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.SpotNotice;
import io.cloudadapter.spi.feature.SpotNotice.What;
import io.cloudadapter.spi.feature.SpotNotices;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * What EC2 says of spot instances, as EventBridge puts it into a queue that is there for nothing else. A message that
 * was read is hidden for half a minute and comes again, until it is deleted. One that is no notice is deleted at
 * once: else such messages could hide the others.
 */
final class SpotNoticeQueue implements SpotNotices {
  private static final String INTERRUPTION = "EC2 Spot Instance Interruption Warning";
  private static final String RISK = "EC2 Instance Rebalance Recommendation";

  /** How long before its end EC2 says that an instance is interrupted. */
  private static final Duration AHEAD = Duration.ofMinutes(2);

  /** As many as SQS takes and gives at once. */
  private static final int PAGE = 10;

  private static final int HIDDEN_SECONDS = 30;

  /** Above 0, so that SQS looks everywhere: without a wait it asks some of its hosts, and may miss what is there. */
  private static final int WAIT_SECONDS = 1;

  private static final JsonMapper JSON = new JsonMapper();

  private final AwsClient api;
  private final String queue;

  SpotNoticeQueue(AwsClient api, String queue) {
    this.api = api;
    this.queue = queue;
  }

  @Override
  public List<SpotNotice> notices(CallContext call) {
    api.checkOpen();
    ApiCall asked = new ApiCall(
        AwsService.SQS, RequestKind.READ, "ReceiveMessage", "", Set.of(), FailureScope.ANY);
    List<Message> messages = api.sqs(
            asked,
            call,
            (sqs, with) -> sqs.receiveMessage(ask -> ask.overrideConfiguration(with)
                .queueUrl(queue)
                .maxNumberOfMessages(PAGE)
                .visibilityTimeout(HIDDEN_SECONDS)
                .waitTimeSeconds(WAIT_SECONDS)))
        .messages();
    List<SpotNotice> notices = new ArrayList<>();
    List<String> litter = new ArrayList<>();
    for (Message message : messages) {
      notice(message).ifPresentOrElse(notices::add, () -> litter.add(message.receiptHandle()));
    }
    try {
      delete(litter, call);
    } catch (CloudException later) {
      // It comes again; what was read is not to be lost for it.
    }
    return notices;
  }

  private static Optional<SpotNotice> notice(Message message) {
    JsonNode event;
    try {
      event = JSON.readTree(String.valueOf(message.body()));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
    String id = event.path("detail").path("instance-id").asText("");
    String type = event.path("detail-type").asText("");
    boolean known = type.equals(INTERRUPTION) || type.equals(RISK);
    if (!known || !event.path("source").asText("").equals("aws.ec2") || !InstanceParser.isId(id)) {
      return Optional.empty();
    }
    boolean ends = type.equals(INTERRUPTION);
    Optional<Instant> at = time(event).filter(said -> ends).map(said -> said.plus(AHEAD));
    return Optional.of(new SpotNotice(
        message.receiptHandle(), new MachineId(id), ends ? What.INTERRUPTION : What.RISK, at));
  }

  /** When EC2 has said so. */
  private static Optional<Instant> time(JsonNode event) {
    try {
      return Optional.of(Instant.parse(event.path("time").asText("")));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public void forget(Collection<SpotNotice> notices, CallContext call) {
    api.checkOpen();
    delete(notices.stream().map(SpotNotice::receipt).distinct().toList(), call);
  }

  private void delete(List<String> receipts, CallContext call) {
    Lists.partition(receipts, PAGE).forEach(some -> page(some, call));
  }

  private void page(List<String> receipts, CallContext call) {
    List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
    for (String receipt : receipts) {
      String id = "m" + entries.size();
      entries.add(
          DeleteMessageBatchRequestEntry.builder().id(id).receiptHandle(receipt).build());
    }
    ApiCall asked = new ApiCall(
        AwsService.SQS,
        RequestKind.ACT,
        "DeleteMessageBatch",
        "",
        Set.of("Successful"),
        FailureScope.ANY);
    List<BatchResultErrorEntry> failed = api.sqs(
            asked,
            call,
            (sqs, with) -> sqs.deleteMessageBatch(
                ask -> ask.overrideConfiguration(with).queueUrl(queue).entries(entries)))
        .failed();
    if (!failed.isEmpty()) {
      throw CloudException.of(
              Kind.UNAVAILABLE,
              Effect.UNKNOWN,
              failed.size() + " of " + receipts.size() + " notices were not deleted")
          .code(String.valueOf(failed.get(0).code()))
          .build();
    }
  }
}
