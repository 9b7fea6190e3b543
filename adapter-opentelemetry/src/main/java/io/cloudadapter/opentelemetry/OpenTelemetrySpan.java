package io.cloudadapter.opentelemetry;

import io.cloudadapter.spi.trace.TraceSpan;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.Optional;

/** A span of OpenTelemetry. */
final class OpenTelemetrySpan implements TraceSpan {
  private final Context context;
  private final Span span;

  OpenTelemetrySpan(Context context, Span span) {
    this.context = context;
    this.span = span;
  }

  @Override
  public Optional<String> traceparent() {
    return Traceparent.of(context);
  }

  @Override
  public void attribute(String name, String value) {
    span.setAttribute(name, value);
  }

  @Override
  public void attribute(String name, long value) {
    span.setAttribute(name, value);
  }

  @Override
  public void link(String traceparent) {
    SpanContext linked = Span.fromContext(Traceparent.read(traceparent)).getSpanContext();
    if (linked.isValid()) {
      span.addLink(linked);
    }
  }

  @Override
  public void error(String type) {
    span.setAttribute("error.type", type);
    span.setStatus(StatusCode.ERROR);
  }

  @Override
  public void run(Runnable work) {
    LoggedTrace.run(context, work);
  }

  @Override
  public void end() {
    span.end();
  }
}
