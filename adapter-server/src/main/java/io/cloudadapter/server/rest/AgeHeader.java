package io.cloudadapter.server.rest;

import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ReplicaRole;
import io.cloudadapter.server.http.Handler;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRoute;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Says of what a follower answers how old it may be: header Age, in whole seconds, rounded up. The age is that
 * of the copy when the request began, and what the answer took beside it: by then the copy may be newer than
 * the answer, or the follower lead. What a leader answers is the truth if it still leads afterwards; if not, since it
 * stood still in the midst of it for longer than its lease, or lost it, the answer is made once more, by a follower.
 */
public final class AgeHeader {
  private final Pools pools;
  private final LongSupplier nanos;

  /**
   * Over some pools.
   *
   * @param pools whose answers they are
   * @param nanos monotonic time
   */
  public AgeHeader(Pools pools, LongSupplier nanos) {
    this.pools = pools;
    this.nanos = nanos;
  }

  /**
   * Adds the age of its answers to a route.
   *
   * @param route the route
   * @return the same if it changes something
   */
  public HttpRoute aged(HttpRoute route) {
    if (!route.method().equals("GET")) {
      return route;
    }
    return route.answeredBy(aged(route.handler()));
  }

  private Handler aged(Handler handler) {
    return request -> {
      while (true) {
        Optional<ReplicaRole> before = pools.replica();
        long began = nanos.getAsLong();
        HttpReply reply = handler.handle(request);
        if (before.isEmpty() || reply.status() != 200) {
          return reply;
        }
        if (!before.get().leads()) {
          Duration age = before.get().age().plusNanos(nanos.getAsLong() - began);
          return reply.with("Age", Long.toString(age.plusMillis(999).toSeconds()));
        }
        if (pools.replica().filter(ReplicaRole::leads).isPresent()) {
          return reply;
        }
      }
    };
  }
}
