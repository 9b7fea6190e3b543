package io.cloudadapter.http;

import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.RequestKind;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way, and what is known of its effect if no reply arrives. It belongs to the thread that sends it;
 * only {@link #abort} may be called from other threads.
 */
public final class HttpExchange {
  private final RequestKind kind;
  private final String name;
  private @Nullable SingleUseBody body;
  private volatile @Nullable Future<?> waiting;

  /**
   * An exchange that is not sent yet.
   *
   * @param kind the budget that pays for it; READ for every request that changes nothing
   * @param name names the request in errors, such as {@code GET /v1/machines}: no secrets
   */
  public HttpExchange(RequestKind kind, String name) {
    this.kind = kind;
    this.name = name;
  }

  RequestKind kind() {
    return kind;
  }

  String name() {
    return name;
  }

  void sends(SingleUseBody single) {
    if (body != null) {
      throw new IllegalStateException(name + " was sent already");
    }
    body = single;
  }

  void waitsFor(Future<?> reply) {
    waiting = reply;
  }

  /** Ends the wait for a reply. */
  public void abort() {
    Future<?> reply = waiting;
    if (reply != null) {
      reply.cancel(true);
    }
  }

  /**
   * The effect that the request can have had if no reply arrives. It is NONE for a read, and for a request whose first
   * byte was not sent; such a request is not sent afterwards either.
   */
  public Effect effect() {
    if (kind == RequestKind.READ) {
      return Effect.NONE;
    }
    if (body == null || body.giveUp()) {
      return Effect.NONE;
    }
    return Effect.UNKNOWN;
  }

  /** The name. */
  @Override
  public String toString() {
    return name;
  }
}
