package io.cloudadapter.aws.client;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * The SDK's HTTP client: one exchange at a time, on any number of threads. Asks the budget, keeps the deadline to the
 * last byte of the answer, ends when the call is cancelled or the adapter closed, tells on which side of the sending a
 * failure lies, and lets the SDK see nothing but good answers.
 *
 * <p>The clients that come with the SDK do not heed interrupts while they read, so they can keep none of that.
 */
public final class HttpTransport implements SdkHttpClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** The JDK's client writes these itself, to the same effect. */
  private static final Set<String> WRITTEN_BELOW =
      Set.of("host", "content-length", "connection", "expect");

  /** What the thread asks just now: the SDK's way down to here has no place for it. */
  private static final ThreadLocal<HttpExchange> CURRENT = new ThreadLocal<>();

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
  void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the provider is closed");
    }
  }

  /** Ends a call that the close has come before. */
  void checkGoing() {
    if (closed) {
      throw error(Kind.CANCELLED, Effect.NONE, "the provider is closed");
    }
  }

  /** For the SDK's timers, which back ours up. */
  ScheduledExecutorService timers() {
    return threads.timers();
  }

  /** Runs one request through the SDK; what it sends is of this exchange. */
  <T> T during(HttpExchange exchange, Supplier<T> request) {
    checkWanted(exchange.asked.toString(), exchange.call);
    CURRENT.set(exchange);
    try {
      return request.get();
    } catch (RuntimeException e) {
      // Whatever the SDK makes of it, what our side of the wire saw tells more.
      throw exchange.failure().orElseGet(() -> unforeseen(exchange, e));
    } finally {
      CURRENT.remove();
    }
  }

  /** The SDK could not write the request, or not read the answer. Its own words may quote either. */
  private static CloudException unforeseen(HttpExchange exchange, RuntimeException e) {
    return error(
        Kind.UNCLASSIFIED,
        exchange.effect(),
        exchange.asked + " failed within the AWS SDK: " + e.getClass().getSimpleName());
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    HttpExchange exchange = CURRENT.get();
    if (exchange == null) {
      throw new IllegalStateException("the AWS SDK sends what nobody asked for");
    }
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        try {
          return answer(send(request, exchange), exchange);
        } catch (RuntimeException e) {
          exchange.failed(e);
          throw e;
        }
      }

      @Override
      public void abort() {
        exchange.abort();
      }
    };
  }

  @Override
  public String clientName() {
    return "Jdk";
  }

  private static HttpExecuteResponse answer(AwsResponse answer, HttpExchange exchange) {
    if (!answer.answers(exchange.asked)) {
      throw AwsErrorClassifier.of(exchange.asked, answer);
    }
    return HttpExecuteResponse.builder()
        .response(SdkHttpResponse.builder()
            .statusCode(answer.status())
            .headers(answer.headers())
            .build())
        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer.body())))
        .build();
  }

  private AwsResponse send(HttpExecuteRequest request, HttpExchange exchange) {
    CallContext call = exchange.call;
    String what = exchange.asked.toString();
    checkWanted(what, call);
    call.acquire(exchange.asked.verb(), 1);
    checkWanted(what, call);
    SingleUseBody body = new SingleUseBody(BodyPublishers.ofByteArray(bytes(request)));
    HttpRequest http = http(request, body);
    exchange.sends(body);
    CompletableFuture<HttpResponse<byte[]>> reply = start(http);
    try {
      CompletableFuture<HttpResponse<byte[]>> mine = reply.copy();
      exchange.waitsFor(mine);
      return AwsResponse.of(
          exchange.asked.service(), await(mine, call.remaining(), what, exchange::effect, call));
    } finally {
      // Closes the connection, if the reply has not come to its end.
      reply.cancel(true);
    }
  }

  private void checkWanted(String what, CallContext call) {
    if (closed || call.isCancelled() || Thread.currentThread().isInterrupted()) {
      throw error(Kind.CANCELLED, Effect.NONE, what + " was cancelled before it was sent");
    }
    if (call.remaining().compareTo(Duration.ZERO) <= 0) {
      throw error(Kind.TIMEOUT, Effect.NONE, what + " had no time left to be sent");
    }
  }

  private static byte[] bytes(HttpExecuteRequest request) {
    if (request.contentStreamProvider().isEmpty()) {
      return new byte[0];
    }
    try (InputStream stream = request.contentStreamProvider().get().newStream()) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static HttpRequest http(HttpExecuteRequest request, SingleUseBody body) {
    HttpRequest.Builder http = HttpRequest.newBuilder(request.httpRequest().getUri())
        .method(request.httpRequest().method().name(), body);
    request.httpRequest().forEachHeader((name, values) -> {
      if (!WRITTEN_BELOW.contains(name.toLowerCase(Locale.ROOT))) {
        values.forEach(value -> http.header(name, value));
      }
    });
    return http.build();
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
   * Has the SDK look for something by ways of its own (files, variables, the machine's metadata), which heed no
   * deadline of ours. If that is given up it goes on, and nobody waits.
   */
  <T> Optional<T> outside(Supplier<T> look, String what, CallContext call) {
    checkWanted(what, call);
    CompletableFuture<Optional<T>> found = new CompletableFuture<>();
    threads.run(() -> {
      try {
        found.complete(Optional.of(look.get()));
      } catch (RuntimeException e) {
        // The SDK's chains throw when they find nothing: whoever asked says where was looked.
        found.complete(Optional.empty());
      }
    });
    return await(found, call.remaining(), what, () -> Effect.NONE, call);
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
  @Override
  public synchronized void close() {
    closed = true;
    ends.forEach(Runnable::run);
    threads.end();
    client = null;
  }
}
