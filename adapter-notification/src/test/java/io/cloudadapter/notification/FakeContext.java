package io.cloudadapter.notification;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.core.LeaderContext;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store in memory, with a clock that a test moves. */
final class FakeContext implements LeaderContext {
  static final Instant BEGIN = Instant.parse("2026-11-01T00:00:00Z");

  final Map<String, byte[]> stored = new HashMap<>();
  Instant now = BEGIN;
  boolean leads = true;
  int writes;
  boolean storeFails;

  void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Pools pools() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<PoolConfig> config(PoolName pool) {
    return Optional.empty();
  }

  @Override
  public Map<String, List<HookChannel>> channels() {
    return Map.of();
  }

  @Override
  public Optional<byte[]> read(String key) {
    return Optional.ofNullable(stored.get(key));
  }

  @Override
  public void write(String key, byte[] value) {
    if (storeFails) {
      throw new PoolException(Reason.UNAVAILABLE, "the disk is full", "");
    }
    writes++;
    stored.put(key, value);
  }

  @Override
  public boolean leads() {
    return leads;
  }

  @Override
  public InstantSource wall() {
    return () -> now;
  }

  @Override
  public Ticker ticker() {
    return () -> Duration.between(BEGIN, now).toNanos();
  }
}
