package com.example.larch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.Secret;
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
 * The token that requests carry: fetched when first needed, by one thread for all. If that thread fails,
 * loses interest or takes long, the next one fetches by itself, within its own time.
 */
final class LarchToken {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Pattern FORM = Pattern.compile("[!-~]+");
  private static final long LONGEST_SECONDS = Duration.ofDays(1).toSeconds();

  private record Grant(Secret token, long until) {}

  private final String user;
  private final Secret secret;
  private final LarchHttpClient wire;
  private final Ticker ticker;

  /** The fetch whose outcome all share, empty if it failed; guarded by this. */
  private @Nullable CompletableFuture<Optional<Grant>> current;

  LarchToken(String user, Secret secret, LarchHttpClient wire, Ticker ticker) {
    this.user = user;
    this.secret = secret;
    this.wire = wire;
    this.ticker = ticker;
  }

  Secret get(CallContext call) {
    while (true) {
      CompletableFuture<Optional<Grant>> mine = new CompletableFuture<>();
      CompletableFuture<Optional<Grant>> shared = join(mine);
      if (shared == mine) {
        return fetchForAll(mine, call).token();
      }
      Optional<Grant> grant = awaitOther(shared, call);
      if (grant.isPresent() && ticker.nanos() - grant.get().until() < 0) {
        return grant.get().token();
      }
      drop(shared);
    }
  }

  /** What another thread has fetched; empty if it has failed, or takes long while we have time left. */
  private Optional<Grant> awaitOther(CompletableFuture<Optional<Grant>> shared, CallContext call) {
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
  void expired(Secret token) {
    CompletableFuture<Optional<Grant>> shared = shared();
    if (shared == null) {
      return;
    }
    Optional<Grant> grant = shared.getNow(Optional.empty());
    if (grant.isPresent() && grant.get().token().equals(token)) {
      drop(shared);
    }
  }

  private synchronized @Nullable CompletableFuture<Optional<Grant>> shared() {
    return current;
  }

  private synchronized CompletableFuture<Optional<Grant>> join(
      CompletableFuture<Optional<Grant>> mine) {
    if (current == null) {
      current = mine;
    }
    return current;
  }

  private synchronized void drop(CompletableFuture<Optional<Grant>> shared) {
    if (current == shared) {
      current = null;
    }
  }

  private Grant fetchForAll(CompletableFuture<Optional<Grant>> mine, CallContext call) {
    Optional<Grant> grant = Optional.empty();
    try {
      grant = Optional.of(fetch(call));
      return grant.get();
    } finally {
      if (grant.isEmpty()) {
        drop(mine);
      }
      mine.complete(grant);
    }
  }

  private Grant fetch(CallContext call) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("user", user);
    body.put("secret", secret.reveal());
    LarchRequest request =
        new LarchRequest(RequestKind.READ, "POST", "/v1/token", Map.of(), Optional.of(body));
    long asked = ticker.nanos();
    LarchReply reply = wire.send(request, Optional.empty(), call);
    JsonNode granted = LarchErrors.expect(200, request, reply);
    String token = LarchReply.text(granted, "token")
        .filter(text -> FORM.matcher(text).matches())
        .orElseThrow(() -> LarchErrors.notUnderstood(request, reply, "token"));
    long seconds = Math.min(granted.path("expiresIn").asLong(0), LONGEST_SECONDS);
    // A tenth early, so that it does not expire on the way.
    long lasts = Duration.ofSeconds(seconds).toNanos() / 10 * 9;
    return new Grant(Secret.of(token), asked + lasts);
  }
}
