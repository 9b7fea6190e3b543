package io.cloudadapter.aws;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.time.Duration;
import java.util.Optional;

/** How queues and topics say no. */
enum QueueDialect implements ErrorDialect {
  SQS {
    @Override
    ProxyReply says(int status, String code, String message) {
      return ProxyReply.of(
          status,
          "application/x-amz-json-1.0",
          "{\"__type\":\"com.amazonaws.sqs#%s\",\"message\":\"%s\"}".formatted(code, message));
    }

    @Override
    public ProxyReply throttled(Duration retryAfter) {
      return says(400, "RequestThrottled", "The request was denied due to request throttling.")
          .with("Retry-After", Long.toString(retryAfter.toSeconds()));
    }

    @Override
    public ProxyReply unauthenticated() {
      return says(403, "UnrecognizedClientException", "The security token is invalid");
    }
  },
  SNS {
    @Override
    ProxyReply says(int status, String code, String message) {
      return ProxyReply.of(
          status,
          "text/xml",
          ("<ErrorResponse><Error><Type>Sender</Type><Code>%s</Code><Message>%s</Message></Error>"
                  + "<RequestId>req-wire</RequestId></ErrorResponse>")
              .formatted(code, message));
    }

    @Override
    public ProxyReply throttled(Duration retryAfter) {
      return says(429, "Throttled", "Rate exceeded")
          .with("Retry-After", Long.toString(retryAfter.toSeconds()));
    }

    @Override
    public ProxyReply unauthenticated() {
      return says(403, "InvalidClientTokenId", "The security token is invalid");
    }
  };

  abstract ProxyReply says(int status, String code, String message);

  @Override
  public ProxyReply unavailable() {
    return says(500, "InternalFailure", "The request processing has failed.");
  }

  @Override
  public Optional<ProxyReply> capacity() {
    return Optional.empty();
  }

  @Override
  public Optional<ProxyReply> quota() {
    return Optional.empty();
  }

  @Override
  public RequestKind verb(RecordedExchange exchange) {
    return RequestKind.ACT;
  }
}
