package io.cloudadapter.server.rest;

import io.cloudadapter.server.http.OutgoingBytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The metrics page, made anew for each reader, unless several readers are still reading a recent one: then all share
 * it, so that slow readers do not each hold a page.
 */
final class MetricsPage {
  private static final int MANY = 4;
  private static final long RECENT = Duration.ofSeconds(10).toNanos();

  private final Supplier<String> text;
  private final OutgoingBytes outgoing;
  private final LongSupplier nanos;
  private byte @Nullable [] last;
  private long madeAt;

  MetricsPage(Supplier<String> text, OutgoingBytes outgoing, LongSupplier nanos) {
    this.text = text;
    this.outgoing = outgoing;
    this.nanos = nanos;
  }

  /** One at a time: the others find the page that this one has made. */
  synchronized byte[] bytes() {
    long now = nanos.getAsLong();
    byte[] known = last;
    if (known != null && outgoing.sharers(known) >= MANY && now - madeAt < RECENT) {
      return known;
    }
    byte[] fresh = text.get().getBytes(StandardCharsets.UTF_8);
    last = fresh;
    madeAt = now;
    return fresh;
  }
}
