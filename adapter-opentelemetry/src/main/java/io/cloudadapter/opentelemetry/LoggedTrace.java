package io.cloudadapter.opentelemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Has the work of a thread, and its log lines, belong to a trace: the MDC holds the ids until the work is done. */
final class LoggedTrace {
  private static final String TRACE = "trace_id";
  private static final String SPAN = "span_id";

  private LoggedTrace() {}

  static void run(Context context, Runnable work) {
    SpanContext span = Span.fromContext(context).getSpanContext();
    if (!span.isValid()) {
      work.run();
      return;
    }
    String trace = MDC.get(TRACE);
    String before = MDC.get(SPAN);
    MDC.put(TRACE, span.getTraceId());
    MDC.put(SPAN, span.getSpanId());
    try {
      context.wrap(work).run();
    } finally {
      restore(TRACE, trace);
      restore(SPAN, before);
    }
  }

  private static void restore(String name, @Nullable String value) {
    if (value == null) {
      MDC.remove(name);
    } else {
      MDC.put(name, value);
    }
  }
}
