package io.cloudadapter.aws.client;

import io.cloudadapter.http.HttpReply;
import java.util.Optional;

/**
 * A reply of AWS.
 *
 * @param envelope there only if the body is one whole document of the kind that the service writes
 */
record AwsResponse(HttpReply reply, Optional<ResponseEnvelope> envelope) {

  static AwsResponse of(AwsService service, HttpReply reply) {
    return new AwsResponse(reply, ResponseEnvelope.of(service, reply.body()));
  }

  boolean answers(ApiCall asked) {
    return reply.status() == 200 && envelope.filter(seen -> seen.answers(asked)).isPresent();
  }

  Optional<String> code() {
    return envelope.flatMap(ResponseEnvelope::code);
  }

  Optional<String> requestId() {
    return envelope
        .flatMap(ResponseEnvelope::requestId)
        .or(() -> reply.header("x-amzn-requestid"))
        .or(() -> reply.header("x-amz-request-id"));
  }
}
