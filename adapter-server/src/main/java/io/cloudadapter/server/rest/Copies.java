package io.cloudadapter.server.rest;

import io.cloudadapter.api.Pools;
import io.cloudadapter.api.ReplicaPart;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.Tongue;
import java.util.Optional;

/** Says of what a follower answers how old it may be: header Age, in whole seconds, rounded up. */
public final class Copies implements Tongue {
  private final Pools pools;

  /**
   * Over some pools.
   *
   * @param pools whose answers they are
   */
  public Copies(Pools pools) {
    this.pools = pools;
  }

  @Override
  public HttpReply say(RequestHead head, HttpReply reply) {
    Optional<ReplicaPart> part = pools.replica().filter(replica -> !replica.leads());
    if (part.isEmpty() || reply.status() != 200 || !head.method().equals("GET")) {
      return reply;
    }
    return reply.with("Age", Long.toString(part.get().age().plusMillis(999).toSeconds()));
  }
}
