package io.cloudadapter.aws;

import io.cloudadapter.spi.Verb;
import io.cloudadapter.testkit.wire.Dialect;
import io.cloudadapter.testkit.wire.Exchange;
import io.cloudadapter.testkit.wire.Reply;
import java.time.Duration;
import java.util.Optional;

/** How queues and topics say no. */
enum MailDialect implements Dialect {
  SQS {
    @Override
    Reply says(int status, String code, String message) {
      return Reply.of(
          status,
          "application/x-amz-json-1.0",
          "{\"__type\":\"com.amazonaws.sqs#%s\",\"message\":\"%s\"}".formatted(code, message));
    }

    @Override
    public Reply throttled(Duration retryAfter) {
      return says(400, "RequestThrottled", "The request was denied due to request throttling.")
          .with("Retry-After", Long.toString(retryAfter.toSeconds()));
    }

    @Override
    public Reply unauthenticated() {
      return says(403, "UnrecognizedClientException", "The security token is invalid");
    }
  },
  SNS {
    @Override
    Reply says(int status, String code, String message) {
      return Reply.of(
          status,
          "text/xml",
          ("<ErrorResponse><Error><Type>Sender</Type><Code>%s</Code><Message>%s</Message></Error>"
                  + "<RequestId>req-wire</RequestId></ErrorResponse>")
              .formatted(code, message));
    }

    @Override
    public Reply throttled(Duration retryAfter) {
      return says(429, "Throttled", "Rate exceeded")
          .with("Retry-After", Long.toString(retryAfter.toSeconds()));
    }

    @Override
    public Reply unauthenticated() {
      return says(403, "InvalidClientTokenId", "The security token is invalid");
    }
  };

  abstract Reply says(int status, String code, String message);

  @Override
  public Reply unavailable() {
    return says(500, "InternalFailure", "The request processing has failed.");
  }

  @Override
  public Optional<Reply> capacity() {
    return Optional.empty();
  }

  @Override
  public Optional<Reply> quota() {
    return Optional.empty();
  }

  @Override
  public Verb verb(Exchange exchange) {
    return Verb.ACT;
  }
}
