package io.cloudadapter.core.runtime;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.trace.TraceSpan;
import io.cloudadapter.spi.trace.Tracing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Shows each call to the cloud that follows from traced requests as a span of the first one, linked to all. */
final class CallTracer {
  private final Tracing tracing;
  private final String account;

  CallTracer(Tracing tracing, String account) {
    this.tracing = tracing;
    this.account = account;
  }

  /** Launches on this thread, within a span if there is a traced request. */
  <T> T launch(
      PoolName pool, Effect.Launch launch, List<String> causes, Function<TraceSpan, T> call) {
    return call(
        "launch machines",
        pool,
        Map.of("cloudadapter.launch.key", launch.key().value()),
        causes,
        span -> {
          span.attribute("cloudadapter.attempt", launch.attempt());
          span.attribute("cloudadapter.machines", launch.count());
          return call.apply(span);
        });
  }

  /** Terminates on this thread, within a span if there is a traced request. */
  <T> T terminate(
      PoolName pool, Set<MachineId> machines, List<String> causes, Function<TraceSpan, T> call) {
    return call("terminate machines", pool, Map.of(), causes, span -> {
      span.attribute("cloudadapter.machines", machines.size());
      return call.apply(span);
    });
  }

  private <T> T call(
      String name,
      PoolName pool,
      Map<String, String> attributes,
      List<String> causes,
      Function<TraceSpan, T> call) {
    if (causes.isEmpty()) {
      return call.apply(TraceSpan.none());
    }
    Map<String, String> all = new HashMap<>(attributes);
    all.put("cloudadapter.pool", pool.value());
    all.put("cloudadapter.account", account);
    TraceSpan span = tracing.begin(TraceSpan.Kind.CLIENT, name, Optional.of(causes.get(0)), all);
    causes.forEach(span::link);
    AtomicReference<T> result = new AtomicReference<>();
    try {
      span.run(() -> result.set(call.apply(span)));
      return Objects.requireNonNull(result.get());
    } catch (RuntimeException | Error e) {
      // An adapter may throw anything: the span shows it, and the caller classifies it.
      failed(span, e);
      throw e;
    } finally {
      span.end();
    }
  }

  /** Notes an error of the cloud, and whether the call may have had an effect all the same. */
  static void failed(TraceSpan span, Throwable error) {
    if (error instanceof CloudException raised) {
      span.error(raised.kind().name());
      span.attribute("cloudadapter.effect", raised.effect().name());
    } else {
      span.error(error.getClass().getName());
    }
  }
}
