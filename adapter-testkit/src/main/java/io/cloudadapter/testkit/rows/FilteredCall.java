package io.cloudadapter.testkit.rows;

import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.wire.ReplyFilter;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A call whose replies pass through a filter of the trial. */
final class FilteredCall {
  private FilteredCall() {}

  /** Makes the call. What the filter throws on the thread of the proxy reaches the trial, and not the adapter. */
  static <T> T of(TestBench bench, ReplyFilter filter, Supplier<T> call) {
    AtomicReference<@Nullable RuntimeException> thrown = new AtomicReference<>();
    bench.line().filter((exchange, reply) -> {
      try {
        return filter.filter(exchange, reply);
      } catch (RuntimeException e) {
        // On a thread of the proxy it would only end the connection: the trial throws it below.
        thrown.compareAndSet(null, e);
        return reply;
      }
    });
    try {
      return call.get();
    } finally {
      bench.line().filter((exchange, reply) -> reply);
      rethrow(thrown.get());
    }
  }

  private static void rethrow(@Nullable RuntimeException thrown) {
    if (thrown != null) {
      throw thrown;
    }
  }
}
