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
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of GET /pool. A pool is written once per revision and timestamp, and compressed at most
 * once; all readers share the bytes. Safe for use by any number of threads.
 */
final class PoolBodyCache {
  private final Map<PoolName, Slot> slots = new ConcurrentHashMap<>();

  /** The body for a view. */
  Body of(PoolView view) {
    return slots.computeIfAbsent(view.pool(), name -> new Slot()).of(view);
  }

  private static final class Slot {
    private @Nullable Body last;

    /** Written under the lock, so that many readers of a new state write it once. */
    synchronized Body of(PoolView view) {
      Body body = last;
      if (body == null || !body.shows(view)) {
        byte[] json = HttpReply.bytes(writer -> writer.writeObject(PoolMessages.pool(view)));
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
