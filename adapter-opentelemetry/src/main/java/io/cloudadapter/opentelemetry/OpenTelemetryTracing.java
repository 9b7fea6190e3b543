package io.cloudadapter.opentelemetry;

import io.cloudadapter.spi.trace.TraceSpan;
import io.cloudadapter.spi.trace.Tracing;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Shows requests to pools, and what follows from them, as spans of OpenTelemetry. The library finds it as soon as this
 * jar is on the class path.
 *
 * <p>The thread that works on a span has {@code trace_id} and {@code span_id} in SLF4J's MDC. Any number of threads may
 * use it.
 */
public final class OpenTelemetryTracing implements Tracing {
  private static final String SCOPE = "io.cloudadapter";

  private final Supplier<OpenTelemetry> target;

  /**
   * Sends spans to {@link GlobalOpenTelemetry}. It is asked at the first span, so that the program can set it after it
   * has opened its pools.
   */
  public OpenTelemetryTracing() {
    this.target = GlobalOpenTelemetry::get;
  }

  /**
   * Sends spans to one instance, for programs that do not register it globally.
   *
   * @param target where spans go
   */
  public OpenTelemetryTracing(OpenTelemetry target) {
    Objects.requireNonNull(target, "target");
    this.target = () -> target;
  }

  @Override
  public Optional<String> current() {
    return Traceparent.of(Context.current());
  }

  @Override
  public TraceSpan begin(
      TraceSpan.Kind kind, String name, Optional<String> parent, Map<String, String> attributes) {
    Context continued = parent.map(Traceparent::read).orElseGet(Context::current);
    Span span = builder(name, continued, attributes).setSpanKind(spanKind(kind)).startSpan();
    return new OpenTelemetrySpan(continued.with(span), span);
  }

  @Override
  public void record(
      String name, String parent, Map<String, String> attributes, Instant began, Instant ended) {
    Context continued = Traceparent.read(parent);
    builder(name, continued, attributes)
        .addLink(Span.fromContext(continued).getSpanContext())
        .setStartTimestamp(began)
        .startSpan()
        .end(ended.isBefore(began) ? began : ended);
  }

  @Override
  public void run(String traceparent, Runnable work) {
    LoggedTrace.run(Traceparent.read(traceparent), work);
  }

  private SpanBuilder builder(String name, Context parent, Map<String, String> attributes) {
    SpanBuilder builder = target.get().getTracer(SCOPE).spanBuilder(name).setParent(parent);
    attributes.forEach(builder::setAttribute);
    return builder;
  }

  private static SpanKind spanKind(TraceSpan.Kind kind) {
    return switch (kind) {
      case SERVER -> SpanKind.SERVER;
      case CLIENT -> SpanKind.CLIENT;
      case INTERNAL -> SpanKind.INTERNAL;
    };
  }
}
