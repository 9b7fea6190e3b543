package io.cloudadapter.aws.client;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

/**
 * The credentials under which requests go out: fetched when first needed, by one thread for all, and again before they
 * expire. If that thread fails, loses interest or takes long, the next one fetches by itself, within its own time.
 */
final class CredentialCache {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** Credentials, and for how long to use them. */
  record Granted(AwsCredentials credentials, Duration lifetime) {
    /** For logs: no credentials. */
    @Override
    public String toString() {
      return "Granted[" + lifetime + "]";
    }
  }

  /** Where credentials come from. */
  interface Source {
    /**
     * Fetches them.
     *
     * @param afresh true if the last ones were refused
     */
    Granted fetch(boolean afresh, CallContext call);
  }

  private record Held(AwsCredentials credentials, long until) {
    @Override
    public String toString() {
      return "Held";
    }
  }

  private final Source source;
  private final HttpTransport wire;
  private final Ticker ticker;

  /** The fetch whose outcome all share, empty if it failed; guarded by this. */
  private @Nullable CompletableFuture<Optional<Held>> current;

  /** Whether the last credentials were refused; guarded by this. */
  private boolean refused;

  CredentialCache(Source source, HttpTransport wire, Ticker ticker) {
    this.source = source;
    this.wire = wire;
    this.ticker = ticker;
  }

  /** Credentials that are good for now. */
  AwsCredentials get(CallContext call) {
    while (true) {
      CompletableFuture<Optional<Held>> mine = new CompletableFuture<>();
      CompletableFuture<Optional<Held>> shared = join(mine);
      if (shared == mine) {
        return fetchForAll(mine, call).credentials();
      }
      Optional<Held> held = awaitOther(shared, call);
      if (held.isPresent() && ticker.nanos() - held.get().until() < 0) {
        return held.get().credentials();
      }
      drop(shared);
    }
  }

  /** What another thread has fetched; empty if it has failed, or takes long while we have time left. */
  private Optional<Held> awaitOther(CompletableFuture<Optional<Held>> shared, CallContext call) {
    if (shared.isDone()) {
      return shared.getNow(Optional.empty());
    }
    Duration left = call.remaining();
    boolean timeForMore = left.compareTo(PATIENCE) > 0;
    Duration wait = timeForMore ? PATIENCE : left;
    try {
      return wire.await(shared.copy(), wait, "fetching credentials", () -> Effect.NONE, call);
    } catch (CloudException e) {
      if (e.kind() == Kind.TIMEOUT && timeForMore) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Has the next request fetch new credentials, unless somebody has already. */
  void expired(AwsCredentials credentials) {
    CompletableFuture<Optional<Held>> shared = shared();
    if (shared == null) {
      return;
    }
    Optional<Held> held = shared.getNow(Optional.empty());
    if (held.isPresent() && held.get().credentials() == credentials) {
      refuse(shared);
    }
  }

  private synchronized @Nullable CompletableFuture<Optional<Held>> shared() {
    return current;
  }

  private synchronized CompletableFuture<Optional<Held>> join(
      CompletableFuture<Optional<Held>> mine) {
    if (current == null) {
      current = mine;
    }
    return current;
  }

  private synchronized void drop(CompletableFuture<Optional<Held>> shared) {
    if (current == shared) {
      current = null;
    }
  }

  private synchronized void refuse(CompletableFuture<Optional<Held>> shared) {
    if (current == shared) {
      current = null;
      refused = true;
    }
  }

  private synchronized boolean wasRefused() {
    boolean was = refused;
    refused = false;
    return was;
  }

  private Held fetchForAll(CompletableFuture<Optional<Held>> mine, CallContext call) {
    Optional<Held> held = Optional.empty();
    try {
      long asked = ticker.nanos();
      Granted granted = source.fetch(wasRefused(), call);
      held =
          Optional.of(new Held(granted.credentials(), asked + granted.lifetime().toNanos()));
      return held.get();
    } finally {
      if (held.isEmpty()) {
        drop(mine);
      }
      mine.complete(held);
    }
  }
}
