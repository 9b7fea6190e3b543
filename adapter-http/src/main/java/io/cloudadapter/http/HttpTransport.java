package io.cloudadapter.http;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends HTTP requests for one account, on any number of threads. Each request asks the budget, is sent at most once,
 * keeps the deadline of its call to the last byte of the reply, and ends when the call is cancelled or the transport
 * closed. If no reply arrives, the error has effect NONE where nothing was sent, and UNKNOWN where a write may have
 * arrived.
 */
public final class HttpTransport implements AutoCloseable {
  /** The largest reply of most adapters, in bytes. */
  public static final int LARGEST_REPLY = 8 * 1024 * 1024;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final ReentrantLock lock = new ReentrantLock();
  private final TrustMaterial trust;
  private final int largestReply;
  private final ClientThreads threads;
  private final Set<Runnable> ends = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /** Made at the first exchange; guarded by this. */
  private @Nullable HttpClient client;

  /** A transport for replies up to {@link #LARGEST_REPLY}. */
  public HttpTransport(String name, TrustMaterial trust) {
    this(name, trust, LARGEST_REPLY);
  }

  /**
   * A transport without a connection.
   *
   * @param name names the threads: the provider and its account, such as {@code larch-prod}
   * @param largestReply in bytes; a longer reply is UNAVAILABLE
   */
  public HttpTransport(String name, TrustMaterial trust, int largestReply) {
    this.trust = trust;
    this.largestReply = largestReply;
    this.threads = new ClientThreads(name);
  }

  /** Refuses calls that begin after the close. Every method of a provider begins with it. */
  public void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the provider is closed");
    }
  }

  /** Ends a call that the close came before. */
  public void checkNotClosed() {
    if (closed) {
      throw error(Kind.CANCELLED, Effect.NONE, "the provider is closed");
    }
  }

  /**
   * Sends a request once.
   *
   * @param exchange what the request is; for this request only
   * @param request without a time-out of its own
   * @return the complete reply with any status
   */
  public HttpReply send(HttpExchange exchange, HttpRequest request, CallContext call) {
    checkWanted(exchange.name(), call);
    call.acquire(exchange.kind(), 1);
    checkWanted(exchange.name(), call);
    SingleUseBody body =
        new SingleUseBody(request.bodyPublisher().orElseGet(BodyPublishers::noBody));
    HttpRequest single = HttpRequest.newBuilder(request, (name, value) -> true)
        .method(request.method(), body)
        .build();
    exchange.sends(body);
    CompletableFuture<HttpResponse<byte[]>> reply = start(single);
    try {
      CompletableFuture<HttpResponse<byte[]>> mine = reply.copy();
      exchange.waitsFor(mine);
      return HttpReply.of(await(mine, call.remaining(), exchange.name(), exchange::effect, call));
    } finally {
      // Closes the connection, if the reply has not come to its end.
      reply.cancel(true);
    }
  }

  /**
   * Ends a call that is cancelled, or has no time left, before anything is sent.
   *
   * @param name names what is not sent, in the error
   */
  public void checkWanted(String name, CallContext call) {
    if (closed || call.isCancelled() || Thread.currentThread().isInterrupted()) {
      throw error(Kind.CANCELLED, Effect.NONE, name + " was cancelled before it was sent");
    }
    if (call.remaining().compareTo(Duration.ZERO) <= 0) {
      throw error(Kind.TIMEOUT, Effect.NONE, name + " had no time left to be sent");
    }
  }

  private CompletableFuture<HttpResponse<byte[]>> start(HttpRequest request) {
    lock.lock();
    try {
      if (closed) {
        throw error(Kind.CANCELLED, Effect.NONE, "the provider was closed meanwhile");
      }
      if (client == null) {
        client = newClient();
      }
      return client.sendAsync(request, info -> new BoundedBodySubscriber(largestReply));
    } finally {
      lock.unlock();
    }
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
      throw error(
          Kind.UNAVAILABLE,
          Effect.NONE,
          "cannot make an HTTP client: " + ConnectionErrorText.of(e.getCause()));
    }
  }

  /**
   * Waits for an answer, unless the call is cancelled or the transport closed.
   *
   * @param answer is cancelled if the wait ends first
   * @param time the longest wait
   * @param name names the answer in errors
   * @param effect the effect of a wait that ended without an answer
   */
  public <T> T await(
      CompletableFuture<T> answer,
      Duration time,
      String name,
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
      throw error(Kind.TIMEOUT, effect.get(), name + " was not answered in time");
    } catch (CancellationException e) {
      throw error(Kind.CANCELLED, effect.get(), name + " was cancelled");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw error(Kind.CANCELLED, effect.get(), name + " was interrupted");
    } catch (ExecutionException e) {
      throw broken(e.getCause(), name, effect.get(), call);
    } finally {
      ends.remove(end);
    }
  }

  /** Lets time pass. Fails if the call ends meanwhile, or has no time left afterwards. */
  public void pause(Duration time, String name, CallContext call) {
    Duration left = call.remaining();
    Duration rest = time.compareTo(left) < 0 ? time : left;
    try {
      Object never = await(new CompletableFuture<>(), rest, name, () -> Effect.NONE, call);
      throw new IllegalStateException("a pause was answered with " + never);
    } catch (CloudException e) {
      if (e.kind() != Kind.TIMEOUT || rest.equals(left)) {
        throw e;
      }
    }
  }

  /** Begins work on a thread that ends at the close, for libraries without deadlines. */
  public <T> CompletableFuture<T> supply(Supplier<T> work) {
    return threads.supply(work);
  }

  private CloudException broken(
      @Nullable Throwable cause, String name, Effect effect, CallContext call) {
    if (closed || call.isCancelled()) {
      return error(Kind.CANCELLED, effect, name + " was cancelled");
    }
    String why = ConnectionErrorText.of(cause);
    return error(Kind.UNAVAILABLE, effect, name + " had no whole reply: " + why);
  }

  private static CloudException error(Kind kind, Effect effect, String message) {
    return CloudException.of(kind, effect, message).build();
  }

  /** Ends the calls in flight, the connections and the threads. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      ends.forEach(Runnable::run);
      threads.end();
      client = null;
    } finally {
      lock.unlock();
    }
  }
}
