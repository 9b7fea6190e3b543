package io.cloudadapter.http;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The token that requests carry. One thread fetches it for all when it is first needed, and again before it expires. If
 * that thread fails, is cancelled or takes longer than a second, the next one fetches a token within its own time.
 *
 * @param <T> the token: a secret, or credentials, or a token with what came along
 */
public final class TokenSession<T> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** Logs in. */
  @FunctionalInterface
  public interface Login<T> {
    /**
     * Fetches a token.
     *
     * @param refused whether the cloud refused the last one, so that a remembered token must not be returned
     */
    Grant<T> fetch(boolean refused, CallContext call);
  }

  /**
   * A token, and for how long to use it.
   *
   * @param token the token
   * @param use the time from the login on
   */
  public record Grant<T>(T token, Duration use) {
    /** A token that is used for nine tenths of its life, so that it does not expire on the way. */
    public static <T> Grant<T> expiring(T token, Duration life) {
      return new Grant<>(token, life.dividedBy(10).multipliedBy(9));
    }

    /** The time alone: the token is a secret. */
    @Override
    public String toString() {
      return "Grant[" + use + "]";
    }
  }

  /** A token, and until when to use it. */
  private static final class Held<T> {
    final T token;
    final long until;

    Held(T token, long until) {
      this.token = token;
      this.until = until;
    }
  }

  private final String name;
  private final Login<T> login;
  private final HttpTransport transport;
  private final Ticker ticker;

  /** The fetch whose outcome all threads share, empty if it failed; guarded by this. */
  private @Nullable CompletableFuture<Optional<Held<T>>> current;

  /** Whether the cloud refused the last token; guarded by this. */
  private boolean refused;

  /**
   * A session without a token.
   *
   * @param name names the login in errors, such as {@code fetching a token}
   */
  public TokenSession(String name, Login<T> login, HttpTransport transport, Ticker ticker) {
    this.name = name;
    this.login = login;
    this.transport = transport;
    this.ticker = ticker;
  }

  /**
   * Sends a request, and once more under a new token if the cloud refused the first one. A cloud checks the token
   * before it acts, so the second request repeats no write.
   *
   * @param request sends the request under a token
   * @param isRefused whether a reply refuses the token, and nothing else
   * @return the last reply
   */
  public <R> R exchange(
      Function<? super T, ? extends R> request, Predicate<? super R> isRefused, CallContext call) {
    T first = get(call);
    R reply = request.apply(first);
    if (!isRefused.test(reply)) {
      return reply;
    }
    refused(first);
    return request.apply(get(call));
  }

  /** A token that has not expired. */
  public T get(CallContext call) {
    while (true) {
      CompletableFuture<Optional<Held<T>>> mine = new CompletableFuture<>();
      CompletableFuture<Optional<Held<T>>> shared = join(mine);
      if (shared == mine) {
        return fetchForAll(mine, call).token;
      }
      Optional<Held<T>> held = awaitOther(shared, call);
      if (held.isPresent() && ticker.nanos() - held.get().until < 0) {
        return held.get().token;
      }
      drop(shared);
    }
  }

  /** The token that another thread fetches; empty if it fails, or takes long while this call has time left. */
  private Optional<Held<T>> awaitOther(
      CompletableFuture<Optional<Held<T>>> shared, CallContext call) {
    if (shared.isDone()) {
      return shared.getNow(Optional.empty());
    }
    Duration left = call.remaining();
    boolean timeForMore = left.compareTo(PATIENCE) > 0;
    Duration wait = timeForMore ? PATIENCE : left;
    try {
      return transport.await(shared.copy(), wait, name, () -> Effect.NONE, call);
    } catch (CloudException e) {
      if (e.kind() == Kind.TIMEOUT && timeForMore) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Has the next request fetch a new token, unless the session has another one already. */
  public void refused(T token) {
    CompletableFuture<Optional<Held<T>>> shared = shared();
    if (shared == null) {
      return;
    }
    Optional<Held<T>> held = shared.getNow(Optional.empty());
    if (held.isPresent() && held.get().token == token) {
      refuse(shared);
    }
  }

  private synchronized @Nullable CompletableFuture<Optional<Held<T>>> shared() {
    return current;
  }

  private synchronized CompletableFuture<Optional<Held<T>>> join(
      CompletableFuture<Optional<Held<T>>> mine) {
    if (current == null) {
      current = mine;
    }
    return current;
  }

  private synchronized void drop(CompletableFuture<Optional<Held<T>>> shared) {
    if (current == shared) {
      current = null;
    }
  }

  private synchronized void refuse(CompletableFuture<Optional<Held<T>>> shared) {
    if (current == shared) {
      current = null;
      refused = true;
    }
  }

  private synchronized boolean takeRefused() {
    boolean was = refused;
    refused = false;
    return was;
  }

  private Held<T> fetchForAll(CompletableFuture<Optional<Held<T>>> mine, CallContext call) {
    Optional<Held<T>> held = Optional.empty();
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

  private Held<T> fetch(CallContext call) {
    long asked = ticker.nanos();
    Grant<T> grant = login.fetch(takeRefused(), call);
    return new Held<>(grant.token(), asked + grant.use().toNanos());
  }
}
