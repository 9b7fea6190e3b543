package io.cloudadapter.server.rest;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.event.PoolEvent;
import io.cloudadapter.api.event.PoolEventPage;
import io.cloudadapter.api.event.PoolEventQuery;
import io.cloudadapter.client.message.EventMessages;
import io.cloudadapter.server.http.HttpReply;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of a pool as frames of a stream, each with a cursor as its id, so that the client resumes with
 * Last-Event-ID at this server, at its next life, or at another server.
 */
final class EventFrames implements SseSource {
  private final MachinePool pool;
  private PoolEventQuery query;
  private @Nullable PoolEventPage first;
  private boolean over;

  EventFrames(MachinePool pool, PoolEventQuery query, PoolEventPage first) {
    this.pool = pool;
    this.query = query;
    this.first = first;
  }

  @Override
  public boolean isOver() {
    return over;
  }

  @Override
  public byte[] next() {
    PoolEventPage page = first;
    first = null;
    try {
      page = page == null ? pool.events(query) : page;
    } catch (PoolException e) {
      if (e.reason() == Reason.UNAVAILABLE || e.reason() == Reason.UNKNOWN) {
        return new byte[0]; // The store serves again by and by.
      }
      over = true;
      return SseStream.frame(
          "error",
          "",
          HttpReply.bytes(json -> json.writeObject(
              Map.of("message", String.valueOf(e.getMessage()), "detail", e.detail()))));
    }
    query = query.after(page.cursor());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String generation = page.cursor().substring(0, 17);
    long oldest = page.oldest().orElse(0L);
    for (PoolEvent event : page.events()) {
      bytes.writeBytes(SseStream.frame(
          event.kind().name(),
          generation + (event.sequence() < oldest ? "k" : "") + event.sequence(),
          HttpReply.bytes(json -> json.writeObject(EventMessages.event(event)))));
    }
    return bytes.toByteArray();
  }
}
