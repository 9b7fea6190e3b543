package io.cloudadapter.spi.trace;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A system of distributed tracing, in which the library shows what became of a request: the command, the commit, the
 * calls to the cloud, the machine that runs. A trace continues by its {@code traceparent}, the text of W3C Trace
 * Context, which the ledger keeps with what is still to be done.
 *
 * <p>{@link ServiceLoader} finds it, so it needs a public constructor without arguments. Any number of threads may call
 * it. It must not throw.
 */
public interface Tracing {

  /**
   * Returns the tracing of this program.
   *
   * @return what {@link ServiceLoader} finds first, or {@link #none}
   */
  static Tracing find() {
    return ServiceLoader.load(Tracing.class).findFirst().orElseGet(Tracing::none);
  }

  /**
   * Returns a tracing that traces nothing.
   *
   * @return the same object at each call
   */
  static Tracing none() {
    return NoTracing.INSTANCE;
  }

  /**
   * Returns the trace of which the calling thread's work is a part.
   *
   * @return its traceparent; empty if there is none
   */
  Optional<String> current();

  /**
   * Begins a span. It does not change the calling thread's trace; see {@link TraceSpan#run}.
   *
   * @param kind the side of a call on which it is
   * @param name what is done, in words that few spans differ by
   * @param parent the traceparent that it continues; if it is empty, that of the calling thread, if any
   * @param attributes what is known of it
   * @return the span, which its caller ends
   */
  TraceSpan begin(
      TraceSpan.Kind kind, String name, Optional<String> parent, Map<String, String> attributes);

  /**
   * Records a span that has ended already.
   *
   * @param name what was done
   * @param parent the traceparent that it continues
   * @param attributes what is known of it
   * @param began its begin
   * @param ended its end
   */
  void record(
      String name, String parent, Map<String, String> attributes, Instant began, Instant ended);

  /**
   * Does work on the calling thread as part of a trace, with what it logs.
   *
   * @param traceparent which trace
   * @param work the work, which is done in any case
   */
  void run(String traceparent, Runnable work);
}
