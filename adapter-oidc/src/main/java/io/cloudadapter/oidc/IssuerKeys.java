package io.cloudadapter.oidc;

import com.nimbusds.jose.jwk.JWKSet;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of one issuer. A fetch runs in the background, one at a time, and begins at most once in 30 seconds, so that
 * tokens with made-up key ids cannot flood the issuer. A new set replaces the old one as a whole, so a key that the
 * issuer has revoked is gone with the next fetch. While the issuer is down, the last set serves for a day. Any number
 * of threads may use it.
 */
final class IssuerKeys {
  private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);

  static final Duration BETWEEN_FETCHES = Duration.ofSeconds(30);
  static final Duration SHORTEST_AGE = Duration.ofMinutes(5);
  static final Duration LONGEST_AGE = Duration.ofHours(24);

  private final String issuer;
  private final KeySource source;
  private final InstantSource clock;
  private final Executor background;

  /** All guarded by this. */
  private @Nullable JWKSet known;

  private Instant fetchedAt = Instant.MIN;
  private Instant freshUntil = Instant.MIN;
  private Instant triedAt = Instant.MIN;
  private boolean fetching;

  IssuerKeys(String issuer, KeySource source, InstantSource clock, Executor background) {
    this.issuer = issuer;
    this.source = source;
    this.clock = clock;
    this.background = background;
  }

  /**
   * The keys that may be used now. Begins a fetch if they are old or missing.
   *
   * @return the keys; empty before the first fetch, and a day after the last one
   */
  Optional<JWKSet> usable() {
    Instant now = clock.instant();
    synchronized (this) {
      boolean old = known == null || !now.isBefore(freshUntil);
      if (!old || !begin(now)) {
        return usable(now);
      }
    }
    background.execute(this::fetch);
    synchronized (this) {
      return usable(now);
    }
  }

  private Optional<JWKSet> usable(Instant now) {
    return Optional.ofNullable(known).filter(keys -> now.isBefore(fetchedAt.plus(LONGEST_AGE)));
  }

  /**
   * A token names a key that is not in a set: fetches, unless that was done a moment ago.
   *
   * @param searched the set, as {@link #usable} gave it; a fetch may have ended since
   * @return whether the key may be there later: a fetch is under way, or has replaced the set
   */
  @SuppressWarnings("ReferenceEquality") // each fetch brings another set
  boolean fetchForUnknownKey(JWKSet searched) {
    synchronized (this) {
      if (fetching || known != searched) {
        return true;
      }
      if (!begin(clock.instant())) {
        return false;
      }
    }
    background.execute(this::fetch);
    return true;
  }

  /** Whether the keys were fetched before a time, so that the issuer may have other ones since. */
  synchronized boolean areOlderThan(Instant time) {
    return fetchedAt.isBefore(time);
  }

  /** To be called under the lock. */
  private boolean begin(Instant now) {
    boolean soon = !triedAt.equals(Instant.MIN) && now.isBefore(triedAt.plus(BETWEEN_FETCHES));
    if (fetching || soon) {
      return false;
    }
    fetching = true;
    triedAt = now;
    return true;
  }

  private void fetch() {
    try {
      KeySource.Fetched fetched = source.fetch();
      Duration age = fetched.maxAge().orElse(SHORTEST_AGE);
      Duration clamped = age.compareTo(SHORTEST_AGE) < 0
          ? SHORTEST_AGE
          : age.compareTo(LONGEST_AGE) > 0 ? LONGEST_AGE : age;
      Instant now = clock.instant();
      synchronized (this) {
        known = fetched.keys();
        fetchedAt = now;
        freshUntil = now.plus(clamped);
      }
      LOG.info("issuer {}: {} keys", issuer, fetched.keys().size());
    } catch (RuntimeException e) {
      // Tokens are refused once the last keys are a day old; before, only new keys are missing.
      LOG.warn("issuer {}: its keys cannot be fetched: {}", issuer, e.getMessage());
    } finally {
      synchronized (this) {
        fetching = false;
      }
    }
  }
}
