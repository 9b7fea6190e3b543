package io.cloudadapter.opentelemetry;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts between a context and the text of W3C Trace Context. A text that is none stands for no trace. */
final class Traceparent {
  private static final String NAME = "traceparent";
  private static final W3CTraceContextPropagator FORMAT = W3CTraceContextPropagator.getInstance();

  private static final TextMapGetter<String> GETTER = new TextMapGetter<>() {
    @Override
    public Iterable<String> keys(String traceparent) {
      return Set.of(NAME);
    }

    @Override
    public @Nullable String get(@Nullable String traceparent, String key) {
      return key.equals(NAME) ? traceparent : null;
    }
  };

  private Traceparent() {}

  static Context read(String traceparent) {
    return FORMAT.extract(Context.root(), traceparent, GETTER);
  }

  static Optional<String> of(Context context) {
    Map<String, String> fields = new HashMap<>();
    FORMAT.inject(context, fields, (carrier, name, value) -> fields.put(name, value));
    return Optional.ofNullable(fields.get(NAME));
  }
}
