package io.cloudadapter.server.rest;

import io.cloudadapter.server.http.StreamingBody;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The server-sent events of one client. The frames of one call to the source are under way at most; a client that does
 * not take them in time is cut off. One thread pumps.
 */
final class SseStream {
  private static final long HEARTBEAT = TimeUnit.SECONDS.toNanos(15);
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  private final SseSource source;
  private final LongSupplier nanos;
  private final BooleanSupplier stands;
  private final Runnable left;
  private StreamingBody.@Nullable Wire wire;
  private volatile boolean busy = true;
  private volatile boolean over;
  private boolean ending;
  private long sentAt;

  SseStream(SseSource source, LongSupplier nanos, BooleanSupplier stands, Runnable left) {
    this.source = source;
    this.nanos = nanos;
    this.stands = stands;
    this.left = left;
  }

  /** Sends the head of the reply. */
  void begin(StreamingBody.Wire to) {
    wire = to;
    send(":\n\n".getBytes(StandardCharsets.UTF_8));
  }

  /** Ends the stream when nothing is under way. */
  void end() {
    ending = true;
  }

  /** Whether the client still has its credential and its rights. */
  boolean mayGoOn() {
    return stands.getAsBoolean();
  }

  /** To be called once, when the stream is over. */
  void left() {
    left.run();
  }

  boolean isOver() {
    return over;
  }

  /** Sends what there is. */
  void pump() {
    StreamingBody.Wire to = wire;
    if (over || to == null) {
      return;
    }
    if (busy) {
      if (nanos.getAsLong() - sentAt > PATIENCE) {
        over = true;
        to.cut();
      }
      return;
    }
    if (ending || to.gone()) {
      over = true;
      if (ending) {
        to.end();
      } else {
        to.cut();
      }
      return;
    }
    byte[] bytes = source.next();
    ending |= source.isOver();
    if (bytes.length > 0) {
      send(bytes);
    } else if (nanos.getAsLong() - sentAt > HEARTBEAT) {
      send(": heartbeat\n\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  private void send(byte[] bytes) {
    busy = true;
    sentAt = nanos.getAsLong();
    StreamingBody.Wire to = wire;
    if (to != null) {
      to.send(bytes, taken -> {
        over |= !taken;
        busy = false;
      });
    }
  }

  /** One event; the id is left out if it is empty. */
  static byte[] frame(String kind, String id, byte[] json) {
    return ((id.isEmpty() ? "" : "id: " + id + "\n") + "event: " + kind + "\ndata: "
            + new String(json, StandardCharsets.UTF_8) + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
