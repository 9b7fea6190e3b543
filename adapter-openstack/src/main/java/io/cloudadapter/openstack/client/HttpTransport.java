package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP exchange at a time, on any number of threads: asks the budget, keeps the deadline to the last byte
 * of the reply, ends when the call is cancelled or the adapter closed, and tells on which side of the
 * sending a failure lies.
 */
public final class HttpTransport {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final TrustMaterial trust;
  private final ClientThreads threads;
  private final Set<Runnable> ends = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Made at the first exchange; guarded by this. */
  private @Nullable HttpClient client;

  public HttpTransport(TrustMaterial trust, String account) {
    this.trust = trust;
    this.threads = new ClientThreads(account);
  }

  /** Refuses calls that begin after the close. */
  public void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the provider is closed");
    }
  }

  /**
   * Sends a request once.
   *
   * @param base the service's address, without a slash at its end
   * @param token what the request carries; nothing for a login
   * @return the reply, whatever its status
   */
  OpenStackResponse send(
      String base, ApiRequest request, Optional<Secret> token, CallContext call) {
    checkWanted(request, call);
    call.acquire(request.verb(), 1);
    checkWanted(request, call);
    SingleUseBody body = body(request);
    HttpRequest http = http(base, request, body, token, call);
    CompletableFuture<HttpResponse<byte[]>> exchange = start(http);
    Supplier<Effect> effect = () -> effect(request, body);
    try {
      return OpenStackResponse.of(
          await(exchange.copy(), call.remaining(), request.toString(), effect, call));
    } finally {
      // Closes the connection, if the reply has not come to its end.
      exchange.cancel(true);
    }
  }

  private void checkWanted(ApiRequest request, CallContext call) {
    if (closed || call.isCancelled() || Thread.currentThread().isInterrupted()) {
      throw error(Kind.CANCELLED, Effect.NONE, request + " was cancelled before it was sent");
    }
    if (call.remaining().compareTo(Duration.ZERO) <= 0) {
      throw error(Kind.TIMEOUT, Effect.NONE, request + " had no time left to be sent");
    }
  }

  /** What is known of an exchange that was cut off. */
  private static Effect effect(ApiRequest request, SingleUseBody body) {
    if (!request.writes()) {
      return Effect.NONE;
    }
    if (body.giveUp()) {
      return Effect.NONE;
    }
    return Effect.UNKNOWN;
  }

  private static SingleUseBody body(ApiRequest request) {
    Optional<String> json = request.body().map(JsonNode::toString);
    return new SingleUseBody(json.map(BodyPublishers::ofString).orElseGet(BodyPublishers::noBody));
  }

  private static HttpRequest http(
      String base,
      ApiRequest request,
      SingleUseBody body,
      Optional<Secret> token,
      CallContext call) {
    HttpRequest.Builder http =
        HttpRequest.newBuilder(address(base, request)).method(request.method(), body);
    http.header("Accept", "application/json");
    http.header("Content-Type", "application/json");
    http.header("X-Trace-Id", call.traceId());
    token.ifPresent(secret -> http.header("X-Auth-Token", secret.reveal()));
    request.headers().forEach(http::header);
    return http.build();
  }

  private static URI address(String base, ApiRequest request) {
    try {
      URI address = URI.create(base + request.path());
      boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (http && address.getHost() != null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw error(
        Kind.UNAVAILABLE,
        Effect.NONE,
        "the address of the service " + request.service().type + " is unusable: " + base);
  }

  private synchronized CompletableFuture<HttpResponse<byte[]>> start(HttpRequest http) {
    if (closed) {
      throw error(Kind.CANCELLED, Effect.NONE, "the provider was closed meanwhile");
    }
    if (client == null) {
      client = newClient();
    }
    return client.sendAsync(http, info -> new BoundedBodySubscriber());
  }

  private HttpClient newClient() {
    HttpClient.Builder builder = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(CONNECT_TIMEOUT);
    trust.context().ifPresent(builder::sslContext);
    try {
      return threads.build(builder);
    } catch (CompletionException e) {
      throw error(Kind.UNAVAILABLE, Effect.NONE, "cannot make an HTTP client: " + e.getCause());
    }
  }

  /**
   * Waits for an answer, unless the call is cancelled or the adapter closed.
   *
   * @param answer is cancelled then
   * @param time for how long to wait
   * @param what for messages
   * @param effect what is known of an attempt that was cut off, asked when it was
   */
  <T> T await(
      CompletableFuture<T> answer,
      Duration time,
      String what,
      Supplier<Effect> effect,
      CallContext call) {
    Runnable end = () -> answer.cancel(true);
    ends.add(end);
    call.onCancel(end);
    if (closed) {
      end.run();
    }
    try {
      return answer.get(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw error(Kind.TIMEOUT, effect.get(), what + " was not answered in time");
    } catch (CancellationException e) {
      throw error(Kind.CANCELLED, effect.get(), what + " was cancelled");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw error(Kind.CANCELLED, effect.get(), what + " was interrupted");
    } catch (ExecutionException e) {
      throw broken(e.getCause(), what, effect.get(), call);
    } finally {
      ends.remove(end);
    }
  }

  /** Lets so much time pass; fails if the call ends meanwhile, or has no time left afterwards. */
  void pause(Duration time, String what, CallContext call) {
    Duration left = call.remaining();
    Duration rest = time.compareTo(left) < 0 ? time : left;
    try {
      Object never = await(new CompletableFuture<>(), rest, what, () -> Effect.NONE, call);
      throw new IllegalStateException("nobody answers, and somebody did: " + never);
    } catch (CloudException e) {
      if (e.kind() != Kind.TIMEOUT || rest.equals(left)) {
        throw e;
      }
    }
  }

  private CloudException broken(
      @Nullable Throwable cause, String what, Effect effect, CallContext call) {
    if (closed || call.isCancelled()) {
      return error(Kind.CANCELLED, effect, what + " was cancelled");
    }
    return error(Kind.UNAVAILABLE, effect, what + " had no whole reply: " + cause);
  }

  private static CloudException error(Kind kind, Effect effect, String message) {
    return CloudException.of(kind, effect, message).build();
  }

  /** Ends the calls in flight and every thread. */
  public synchronized void close() {
    closed = true;
    ends.forEach(Runnable::run);
    threads.end();
    client = null;
  }
}
