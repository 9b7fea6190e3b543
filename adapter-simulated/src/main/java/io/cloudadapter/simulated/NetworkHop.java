package io.cloudadapter.simulated;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import java.time.Duration;
import java.util.Locale;

/** The time that an exchange spends under way, and how it ends when that is too much. */
final class NetworkHop {
  private final CallLatency waiting;
  private final CallContext call;
  private final RequestKind verb;

  NetworkHop(CallLatency waiting, CallContext call, RequestKind verb) {
    this.waiting = waiting;
    this.call = call;
    this.verb = verb;
  }

  String what() {
    return verb.name().toLowerCase(Locale.ROOT);
  }

  /** Nothing has been sent yet, so nothing can have happened. */
  void refuseIfOver() {
    if (call.isCancelled() || Thread.currentThread().isInterrupted()) {
      throw failure(Kind.CANCELLED, Effect.NONE, "cancelled before it was sent", "Cancelled");
    }
    if (over(call.remaining())) {
      throw failure(Kind.TIMEOUT, Effect.NONE, "no time was left to send it", "Timeout");
    }
  }

  /** Spends a time, or as much of it as the call has left; then it is a time-out. */
  void spend(Duration time, Effect effect) {
    Duration left = call.remaining();
    boolean tooLong = time.compareTo(left) > 0;
    Duration spent = tooLong ? left : time;
    if (!over(spent)) {
      pass(spent, effect);
    }
    if (call.isCancelled()) {
      throw cancelled(effect);
    }
    if (tooLong) {
      throw failure(Kind.TIMEOUT, effect, "no answer in time", "Timeout");
    }
  }

  private void pass(Duration time, Effect effect) {
    try {
      waiting.spend(time, call);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(effect);
    }
  }

  /** Spends all the time that there is. */
  void hang(Effect effect) {
    spend(call.remaining().plusDays(1), effect);
  }

  /** Hears a refusal, after it has travelled back. */
  void refused(Duration back, CloudException refusal) {
    spend(back, verb == RequestKind.READ ? Effect.NONE : Effect.UNKNOWN);
    throw refusal;
  }

  private static boolean over(Duration left) {
    return left.isNegative() || left.isZero();
  }

  private CloudException cancelled(Effect effect) {
    return failure(Kind.CANCELLED, effect, "cancelled under way", "Cancelled");
  }

  CloudException failure(Kind kind, Effect effect, String seen, String code) {
    return CloudException.of(kind, effect, what() + " at the simulated cloud: " + seen)
        .code(code)
        .requestId(call.traceId())
        .build();
  }
}
