package io.cloudadapter.aws.client;

import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * The HTTP client of the SDK, on the transport of all adapters. The SDK sees only good answers; every other one becomes
 * an error here.
 *
 * <p>The clients that come with the SDK do not heed interrupts while they read, so they cannot keep a deadline.
 */
final class SdkHttpAdapter implements SdkHttpClient {
  /** The JDK's client writes these itself, to the same effect. */
  private static final Set<String> WRITTEN_BELOW =
      Set.of("host", "content-length", "connection", "expect");

  /** What the thread asks just now: the SDK's way down to here has no place for it. */
  private static final ThreadLocal<SdkExchange> CURRENT = new ThreadLocal<>();

  private final HttpTransport transport;

  SdkHttpAdapter(HttpTransport transport) {
    this.transport = transport;
  }

  /** Runs one request through the SDK; what it sends is of this exchange. */
  <T> T during(SdkExchange exchange, Supplier<T> request) {
    transport.checkWanted(exchange.asked.toString(), exchange.call);
    CURRENT.set(exchange);
    try {
      return request.get();
    } catch (RuntimeException e) {
      // The transport's own error is more exact than what the SDK makes of it.
      throw exchange.failure().orElseGet(() -> unforeseen(exchange, e));
    } finally {
      CURRENT.remove();
    }
  }

  /** The SDK could not write the request, or not read the answer. Its message may quote either. */
  private static CloudException unforeseen(SdkExchange exchange, RuntimeException e) {
    return CloudException.of(
            Kind.UNCLASSIFIED,
            exchange.http.effect(),
            exchange.asked + " failed within the AWS SDK: " + e.getClass().getSimpleName())
        .build();
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    SdkExchange exchange = CURRENT.get();
    if (exchange == null) {
      throw new IllegalStateException("the AWS SDK sent a request outside a call");
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
        exchange.http.abort();
      }
    };
  }

  @Override
  public String clientName() {
    return "Jdk";
  }

  private static HttpExecuteResponse answer(AwsResponse answer, SdkExchange exchange) {
    if (!answer.answers(exchange.asked)) {
      throw AwsErrorClassifier.of(exchange.asked, answer);
    }
    return HttpExecuteResponse.builder()
        .response(SdkHttpResponse.builder()
            .statusCode(answer.reply().status())
            .headers(answer.reply().headers().map())
            .build())
        .responseBody(
            AbortableInputStream.create(new ByteArrayInputStream(answer.reply().body())))
        .build();
  }

  private AwsResponse send(HttpExecuteRequest request, SdkExchange exchange) {
    return AwsResponse.of(
        exchange.asked.service(), transport.send(exchange.http, http(request), exchange.call));
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

  private static HttpRequest http(HttpExecuteRequest request) {
    HttpRequest.Builder http = HttpRequest.newBuilder(request.httpRequest().getUri())
        .method(request.httpRequest().method().name(), BodyPublishers.ofByteArray(bytes(request)));
    request.httpRequest().forEachHeader((name, values) -> {
      if (!WRITTEN_BELOW.contains(name.toLowerCase(Locale.ROOT))) {
        values.forEach(value -> http.header(name, value));
      }
    });
    return http.build();
  }

  /**
   * Lets the SDK look something up in ways of its own (files, variables, the machine's metadata), which have no
   * deadline. If the call ends first, the search goes on, and its result is dropped.
   */
  <T> Optional<T> outside(Supplier<T> look, String name, CallContext call) {
    transport.checkWanted(name, call);
    return transport.await(
        transport.supply(() -> {
          try {
            return Optional.of(look.get());
          } catch (RuntimeException e) {
            // The SDK's chains throw when they find nothing: the caller reports where they looked.
            return Optional.empty();
          }
        }),
        call.remaining(),
        name,
        () -> Effect.NONE,
        call);
  }

  @Override
  public void close() {
    transport.close();
  }
}
