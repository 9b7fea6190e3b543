package io.cloudadapter.core.store.shared;

import io.cloudadapter.spi.Ticker;
import java.time.Duration;

/** Finds out how old the copy of a store may be, and has it read anew if the watch delivers no changes. */
final class CopyAge {
  private final StoreMirror mirror;
  private final Duration lease;
  private final Ticker ticker;
  private volatile long copyAsOf;
  private long behindSince;
  private boolean behind;

  CopyAge(StoreMirror mirror, Duration lease, Ticker ticker) {
    this.mirror = mirror;
    this.lease = lease;
    this.ticker = ticker;
    this.copyAsOf = ticker.nanos();
  }

  long copyAsOf() {
    return copyAsOf;
  }

  /** Asks how far the store is, and so how old the copy is. */
  void confirm() {
    long asked = ticker.nanos();
    long there = mirror.readHead().map(StoreMirror.Read::revision).orElse(0L);
    mirror.await(there, Duration.ofMillis(200));
    if (!mirror.broken() && mirror.headRevision() >= there) {
      copyAsOf = asked;
      behind = false;
    } else if (!behind) {
      behind = true;
      behindSince = asked;
    } else if (asked - behindSince > 2 * lease.toNanos()) {
      mirror.breaks(); // The watch delivers no changes.
      behind = false;
    }
  }
}
