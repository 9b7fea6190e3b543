package io.cloudadapter.aws.client;

import io.cloudadapter.http.HttpExchange;
import io.cloudadapter.spi.CallContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One passage through the SDK, from our request to the SDK's answer: what the transport below the SDK saw, and the SDK
 * does not report. It belongs to the thread of its call.
 */
final class SdkExchange {
  final ApiCall asked;
  final CallContext call;
  final HttpExchange http;
  private @Nullable RuntimeException failure;

  SdkExchange(ApiCall asked, CallContext call) {
    this.asked = asked;
    this.call = call;
    this.http = new HttpExchange(asked.verb(), asked.toString());
  }

  void failed(RuntimeException e) {
    failure = e;
  }

  /** The error of the transport, before the SDK wrapped it. */
  Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }
}
