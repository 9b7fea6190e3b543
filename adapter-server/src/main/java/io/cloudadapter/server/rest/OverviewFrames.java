package io.cloudadapter.server.rest;

import io.cloudadapter.server.http.HttpReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The overview of pools as frames of a stream: first all rows, then those that have changed. */
final class OverviewFrames implements SseSource {
  private final Supplier<Map<String, String>> rows;
  private Map<String, String> sent = Map.of();
  private boolean begun;

  /** Frames of rows, by the name of their pool. */
  OverviewFrames(Supplier<Map<String, String>> rows) {
    this.rows = rows;
  }

  @Override
  public byte[] next() {
    Map<String, String> now = rows.get();
    List<String> changed = new ArrayList<>();
    now.forEach((pool, row) -> {
      if (!row.equals(sent.get(pool))) {
        changed.add(row);
      }
    });
    List<String> removed =
        sent.keySet().stream().filter(pool -> !now.containsKey(pool)).toList();
    sent = now;
    if (begun && changed.isEmpty() && removed.isEmpty()) {
      return new byte[0];
    }
    begun = true;
    return SseStream.frame("pools", "", message(changed, removed));
  }

  @Override
  public boolean isOver() {
    return false;
  }

  /** The message with some rows, and the names of pools that are gone. */
  static byte[] message(List<String> rows, List<String> removed) {
    return HttpReply.bytes(json -> {
      json.writeStartObject();
      json.writeArrayFieldStart("pools");
      for (String row : rows) {
        json.writeRawValue(row);
      }
      json.writeEndArray();
      if (!removed.isEmpty()) {
        json.writeObjectField("removed", removed);
      }
      json.writeEndObject();
    });
  }
}
