package io.cloudadapter.server.kube;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.server.http.HttpReply;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Writes events for the wire, one line of JSON each. The form of a change is written once for all watches, and kept
 * for a while. Any number of threads may use it.
 */
final class WatchEventEncoder {
  /** How many are kept: watchers are seldom farther apart. */
  private static final int KEPT = 4096;

  private final Cache<Key, byte[]> kept =
      CacheBuilder.newBuilder().maximumSize(KEPT).build();

  /** The kind of a change, from a watch's view. */
  enum Kind {
    ADDED,
    MODIFIED,
    DELETED
  }

  private record Key(Kind kind, Representation form, UUID uid, long version, long shown) {}

  /** An event about an action as of a version, which need not be the one that wrote it. */
  byte[] event(Kind kind, Representation form, ActionStatus action, long version) {
    Key key = new Key(kind, form, action.uid(), version, action.version());
    // One of a thousand who want it at once writes it, and the others wait for that.
    return kept.asMap()
        .computeIfAbsent(key, k -> frame(kind.name(), json -> form.write(json, action, version)));
  }

  /** Writes the event that marks a version up to which everything was sent. */
  static byte[] bookmark(Representation form, long version, boolean endOfInitial) {
    return frame("BOOKMARK", json -> form.writeBookmark(json, version, endOfInitial));
  }

  /** Writes the event that explains why a watch ends. */
  static byte[] error(KubeStatus status) {
    return frame("ERROR", status::write);
  }

  private static byte[] frame(String type, HttpReply.JsonWriter object) {
    byte[] begin = ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII);
    byte[] body = HttpReply.bytes(object);
    byte[] frame = new byte[begin.length + body.length + 2];
    System.arraycopy(begin, 0, frame, 0, begin.length);
    System.arraycopy(body, 0, frame, begin.length, body.length);
    frame[frame.length - 2] = '}';
    frame[frame.length - 1] = '\n';
    return frame;
  }

  /** Empties the cache, when there is no watch. */
  void clear() {
    kept.invalidateAll();
  }
}
