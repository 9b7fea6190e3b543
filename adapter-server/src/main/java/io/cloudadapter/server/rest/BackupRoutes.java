package io.cloudadapter.server.rest;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.Pools;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.StreamingBody;
import io.cloudadapter.server.options.Role;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** The route that streams a backup of the ledger, not part of the specification. */
public final class BackupRoutes {
  private static final String TYPE = "application/octet-stream";

  private final Pools pools;

  /**
   * Routes to the ledger of some pools.
   *
   * @param pools the pools
   */
  public BackupRoutes(Pools pools) {
    this.pools = pools;
  }

  /**
   * The routes.
   *
   * @return one route, for role admin
   */
  public List<HttpRoute> routes() {
    return List.of(new HttpRoute(
        "GET", "/backup", Optional.of(Role.ADMIN), ExecutionLane.READ, request -> backup()));
  }

  private HttpReply backup() {
    LedgerBackup backup = pools.backup();
    return HttpReply.stream(TYPE, wire -> send(backup.content(), wire))
        .with("X-Ledger-Generation", backup.generation())
        .with("X-Ledger-Revision", Long.toString(backup.revision()))
        .with("Age", Long.toString(backup.age().plusMillis(999).toSeconds()));
  }

  /**
   * Sends parts until one is under way when it returns; its end sends the next ones. What is sent at once is sent in
   * this loop, so that the stack does not grow with the ledger.
   */
  private static void send(Iterator<byte[]> parts, StreamingBody.Wire wire) {
    while (parts.hasNext()) {
      AtomicBoolean other = new AtomicBoolean();
      AtomicBoolean taken = new AtomicBoolean();
      wire.send(parts.next(), done -> {
        taken.set(done);
        // The second of the two, this callback or the loop, goes on.
        if (other.getAndSet(true) && done) {
          send(parts, wire);
        }
      });
      if (!other.getAndSet(true) || !taken.get()) {
        return;
      }
    }
    wire.end();
  }
}
