package io.cloudadapter.server.rest;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.client.message.PoolMessages;
import io.cloudadapter.server.http.HttpReply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of GET /pool. A pool is written once per revision and timestamp for each of the two answers, and
 * compressed at most once; all readers share the bytes. Safe for use by any number of threads.
 */
final class PoolBodyCache {
  private final Map<PoolName, Slot> specified = new ConcurrentHashMap<>();
  private final Map<PoolName, Slot> whole = new ConcurrentHashMap<>();

  /**
   * The body for a view.
   *
   * @param warm whether it has the warm machines that run, too
   */
  Body of(PoolView view, boolean warm) {
    return warm
        ? whole
            .computeIfAbsent(view.pool(), name -> new Slot(PoolMessages::pool))
            .of(view)
        : specified
            .computeIfAbsent(view.pool(), name -> new Slot(PoolMessages::specified))
            .of(view);
  }

  private static final class Slot {
    private final Function<PoolView, Map<String, Object>> message;
    private @Nullable Body last;

    Slot(Function<PoolView, Map<String, Object>> message) {
      this.message = message;
    }

    /** Written under the lock, so that many readers of a new state write it once. */
    synchronized Body of(PoolView view) {
      Body body = last;
      if (body == null || !body.shows(view)) {
        byte[] json = HttpReply.bytes(writer -> writer.writeObject(message.apply(view)));
        body = new Body(view.revision(), view.timestamp(), json);
        last = body;
      }
      return body;
    }
  }

  /** One state of a pool, as bytes. */
  static final class Body {
    private final long revision;
    private final Instant timestamp;
    private final byte[] json;
    private byte @Nullable [] gzip;

    private Body(long revision, Instant timestamp, byte[] json) {
      this.revision = revision;
      this.timestamp = timestamp;
      this.json = json;
    }

    private boolean shows(PoolView view) {
      return revision == view.revision() && timestamp.equals(view.timestamp());
    }

    byte[] json() {
      return json;
    }

    synchronized byte[] gzip() {
      byte[] known = gzip;
      if (known == null) {
        known = compress(json);
        gzip = known;
      }
      return known;
    }

    private static byte[] compress(byte[] bytes) {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream(bytes.length / 8);
      try (Fast gzip = new Fast(compressed)) {
        gzip.write(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException("bytes could not be compressed in memory", e);
      }
      return compressed.toByteArray();
    }
  }

  /** A fast compression rather than a small one: the lists of machines shrink to a tenth in any case. */
  private static final class Fast extends GZIPOutputStream {
    Fast(OutputStream out) throws IOException {
      super(out, 8192);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
