package io.cloudadapter.server.jetty;

import io.cloudadapter.server.http.HttpReply;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Ends connections whose next request line and headers take too long, TLS handshake included. Jetty's own idle time
 * does not cover this: a client that sends a byte now and then is never idle. Such a client holds no thread, but it
 * holds one of the connections.
 */
final class HeaderTimeout extends AbstractLifeCycle implements Connection.Listener {
  private static final long NOT_YET = Long.MAX_VALUE;

  private final Map<Connection, Watched> connections = new ConcurrentHashMap<>();
  private final long allowed;
  private final LongSupplier nanos;
  private final Scheduler scheduler;

  HeaderTimeout(Duration allowed, LongSupplier nanos, Scheduler scheduler) {
    this.allowed = allowed.toNanos();
    this.nanos = nanos;
    this.scheduler = scheduler;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    sweepLater();
  }

  @Override
  public void onOpened(Connection connection) {
    if (!(connection instanceof SslConnection)) {
      connections.put(connection, new Watched(nanos.getAsLong()));
    }
  }

  @Override
  public void onClosed(Connection connection) {
    connections.remove(connection);
  }

  /** A head is complete; false if it came too late and the connection is being ended. */
  boolean begin(Connection connection) {
    Watched watched = connections.get(connection);
    return watched == null || watched.phase.compareAndSet(Phase.WAITING, Phase.BUSY);
  }

  /** A request is over. */
  void end(Connection connection) {
    Watched watched = connections.get(connection);
    if (watched != null) {
      watched.bytesBefore = connection.getBytesIn();
      watched.since = NOT_YET;
      watched.phase.compareAndSet(Phase.BUSY, Phase.WAITING);
    }
  }

  private void sweepLater() {
    scheduler.schedule(
        () -> {
          if (isRunning() || isStarting()) {
            connections.forEach(this::check);
            sweepLater();
          }
        },
        Math.max(allowed / 8, TimeUnit.MILLISECONDS.toNanos(20)),
        TimeUnit.NANOSECONDS);
  }

  private void check(Connection connection, Watched watched) {
    if (watched.phase.get() != Phase.WAITING) {
      return;
    }
    long now = nanos.getAsLong();
    if (watched.since == NOT_YET) {
      if (connection.getBytesIn() != watched.bytesBefore) {
        watched.since = now;
      }
    } else if (now - watched.since > allowed
        && watched.phase.compareAndSet(Phase.WAITING, Phase.ENDED)) {
      end(connection, connection.getBytesIn() > watched.bytesBefore);
    }
  }

  private static void end(Connection connection, boolean begun) {
    EndPoint endPoint = connection.getEndPoint();
    if (!begun) { // Perhaps still within the TLS handshake: no reply is possible.
      endPoint.close();
      return;
    }
    HttpReply reply =
        HttpReply.error(408, "the request line and headers took too long to arrive", "");
    String head = "HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json\r\n"
        + "Connection: close\r\nContent-Length: " + reply.body().length + "\r\n\r\n";
    ByteBuffer bytes = ByteBuffer.allocate(head.length() + reply.body().length);
    bytes.put(head.getBytes(StandardCharsets.US_ASCII)).put(reply.body()).flip();
    endPoint.write(Callback.from(endPoint::close, failure -> endPoint.close()), bytes);
  }

  private enum Phase {
    WAITING,
    BUSY,
    ENDED
  }

  private static final class Watched {
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private volatile long bytesBefore;
    private volatile long since;

    Watched(long opened) {
      since = opened;
    }
  }
}
