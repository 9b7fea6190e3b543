package io.cloudadapter.aws.client;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException.Effect;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One passage through the SDK, from our request to the SDK's answer: what the wire below it knows and the SDK would not
 * tell. Belongs to the thread of its call, but for {@link #abort}.
 */
final class HttpExchange {
  final ApiCall asked;
  final CallContext call;
  private @Nullable SingleUseBody body;
  private @Nullable RuntimeException failure;

  /** What the thread waits for; the SDK's timers ask on threads of their own. */
  private volatile @Nullable Future<?> waiting;

  HttpExchange(ApiCall asked, CallContext call) {
    this.asked = asked;
    this.call = call;
  }

  void sends(SingleUseBody bytes) {
    body = bytes;
  }

  void waitsFor(Future<?> answer) {
    waiting = answer;
  }

  /** Waits no longer. */
  void abort() {
    Future<?> answer = waiting;
    if (answer != null) {
      answer.cancel(true);
    }
  }

  void failed(RuntimeException e) {
    failure = e;
  }

  /** What went wrong on the wire, before the SDK wrapped it. */
  Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  /** What is known of it if it goes no further. */
  Effect effect() {
    if (!asked.writes() || body == null || body.giveUp()) {
      return Effect.NONE;
    }
    return Effect.UNKNOWN;
  }
}
