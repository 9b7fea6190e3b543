package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.client.message.EventMessages;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.StreamingBody;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The server-sent events of one client: the events of a pool, each with a cursor as its id, so that the client resumes
 * with Last-Event-ID at this server, at its next life, or at another server. At most one page is under way; a client
 * that does not take it in time is cut off. One thread pumps.
 */
final class EventStream {
  private static final long HEARTBEAT = TimeUnit.SECONDS.toNanos(15);
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  private final MachinePool pool;
  private final LongSupplier nanos;
  private final BooleanSupplier stands;
  private final Runnable left;
  private PoolEventQuery query;
  private @Nullable PoolEventPage first;
  private StreamingBody.@Nullable Wire wire;
  private volatile boolean busy = true;
  private volatile boolean over;
  private boolean ending;
  private long sentAt;

  EventStream(
      MachinePool pool,
      PoolEventQuery query,
      PoolEventPage first,
      LongSupplier nanos,
      BooleanSupplier stands,
      Runnable left) {
    this.pool = pool;
    this.query = query;
    this.first = first;
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
    byte[] bytes = next();
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

  private byte[] next() {
    PoolEventPage page = first;
    first = null;
    try {
      page = page == null ? pool.events(query) : page;
    } catch (PoolException e) {
      if (e.reason() == Reason.UNAVAILABLE || e.reason() == Reason.UNKNOWN) {
        return new byte[0]; // The store serves again by and by.
      }
      ending = true;
      return frame(
          "error",
          "",
          HttpReply.bytes(json -> json.writeObject(
              java.util.Map.of("message", String.valueOf(e.getMessage()), "detail", e.detail()))));
    }
    query = query.after(page.cursor());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String generation = page.cursor().substring(0, 17);
    long oldest = page.oldest().orElse(0L);
    for (PoolEvent event : page.events()) {
      bytes.writeBytes(frame(
          event.kind().name(),
          generation + (event.sequence() < oldest ? "k" : "") + event.sequence(),
          HttpReply.bytes(json -> json.writeObject(EventMessages.event(event)))));
    }
    return bytes.toByteArray();
  }

  private static byte[] frame(String kind, String id, byte[] json) {
    return ((id.isEmpty() ? "" : "id: " + id + "\n") + "event: " + kind + "\ndata: "
            + new String(json, StandardCharsets.UTF_8) + "\n\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
