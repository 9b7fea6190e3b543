package io.cloudadapter.server.http;

import io.cloudadapter.server.http.RequestAdmission.Admitted;
import io.cloudadapter.spi.trace.TraceSpan;
import io.cloudadapter.spi.trace.Tracing;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Shows each request as a span, which continues the trace in its header {@code traceparent}. What the handler does on
 * its thread becomes part of it. Any number of threads may use it.
 */
public final class RequestTracer {
  private final Tracing tracing;

  /**
   * Traces the requests of one server.
   *
   * @param tracing where spans go
   */
  public RequestTracer(Tracing tracing) {
    this.tracing = tracing;
  }

  HttpReply traced(Admitted admitted, Supplier<HttpReply> handler) {
    String method = admitted.found().method();
    String route = admitted.found().template();
    TraceSpan span = tracing.begin(
        TraceSpan.Kind.SERVER,
        method + " " + route,
        admitted.head().header("traceparent"),
        Map.of("http.request.method", method, "http.route", route));
    AtomicReference<HttpReply> reply = new AtomicReference<>();
    try {
      span.run(() -> reply.set(handler.get()));
      HttpReply answer = Objects.requireNonNull(reply.get());
      span.attribute("http.response.status_code", answer.status());
      if (answer.status() >= 500) {
        span.error(String.valueOf(answer.status()));
      }
      return answer;
    } finally {
      span.end();
    }
  }
}
