package io.cloudadapter.openstack.client;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The grant under which requests go out: fetched when first needed, by one thread for all, and again before it
 * expires. If that thread fails, loses interest or takes long, the next one fetches by itself, within its own time.
 */
public final class TokenSession {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Pattern FORM = Pattern.compile("[!-~]+");

  /** A grant, and until when we use it. */
  private record Held(AuthToken grant, long until) {}

  private final OpenStackCredentialSource source;
  private final HttpTransport wire;
  private final Ticker ticker;

  /** The fetch whose outcome all share, empty if it failed; guarded by this. */
  private @Nullable CompletableFuture<Optional<Held>> current;

  public TokenSession(OpenStackCredentialSource source, HttpTransport wire, Ticker ticker) {
    this.source = source;
    this.wire = wire;
    this.ticker = ticker;
  }

  /** A grant that is good for now. */
  AuthToken get(CallContext call) {
    while (true) {
      CompletableFuture<Optional<Held>> mine = new CompletableFuture<>();
      CompletableFuture<Optional<Held>> shared = join(mine);
      if (shared == mine) {
        return fetchForAll(mine, call).grant();
      }
      Optional<Held> held = awaitOther(shared, call);
      if (held.isPresent() && ticker.nanos() - held.get().until() < 0) {
        return held.get().grant();
      }
      drop(shared);
    }
  }

  /** What another thread has fetched; empty if it has failed, or takes long while we have time left. */
  private Optional<Held> awaitOther(CompletableFuture<Optional<Held>> shared, CallContext call) {
    Duration left = call.remaining();
    boolean timeForMore = left.compareTo(PATIENCE) > 0;
    Duration wait = timeForMore ? PATIENCE : left;
    try {
      return wire.await(shared.copy(), wait, "fetching a token", () -> Effect.NONE, call);
    } catch (CloudException e) {
      if (e.kind() == Kind.TIMEOUT && timeForMore) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Has the next request fetch a new token, unless somebody has already. */
  void expired(AuthToken grant) {
    CompletableFuture<Optional<Held>> shared = shared();
    if (shared == null) {
      return;
    }
    Optional<Held> held = shared.getNow(Optional.empty());
    if (held.isPresent() && held.get().grant().token().equals(grant.token())) {
      drop(shared);
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

  private Held fetchForAll(CompletableFuture<Optional<Held>> mine, CallContext call) {
    Optional<Held> held = Optional.empty();
    try {
      held = Optional.of(fetch(call));
      return held.get();
    } finally {
      if (held.isEmpty()) {
        drop(mine);
      }
      mine.complete(held);
    }
  }

  private Held fetch(CallContext call) {
    AuthRequest login = source.login();
    // Without the catalogue of a token nobody finds the services.
    ApiRequest request = new ApiRequest(
        ServiceType.IDENTITY,
        RequestKind.READ,
        "POST",
        "/auth/tokens",
        Map.of(),
        Optional.of(login.body()));
    long asked = ticker.nanos();
    OpenStackResponse reply = wire.send(login.address(), request, Optional.empty(), call);
    OpenStackErrorClassifier.expect(201, request, reply);
    AuthToken grant = AuthToken.read(login, reply)
        .filter(read -> FORM.matcher(read.token().reveal()).matches())
        .orElseThrow(
            () -> OpenStackErrorClassifier.notUnderstood(request, reply, "token of a project"));
    // A tenth early, so that it does not expire on the way, nor while a service asks another one
    // under it.
    long lasts = grant.lifetime().toNanos() / 10 * 9;
    return new Held(grant, asked + lasts);
  }
}
