package io.cloudadapter.spi.trace;

import java.util.Optional;

/** A piece of work in a trace, from its begin to its end. Any thread may end it. */
public interface TraceSpan {

  /** The side of a call on which a span is. */
  enum Kind {
    /** Serves a request of another process. */
    SERVER,
    /** Calls another process. */
    CLIENT,
    /** Neither. */
    INTERNAL
  }

  /**
   * Returns a span of no trace.
   *
   * @return the same object at each call
   */
  static TraceSpan none() {
    return NoTracing.INSTANCE;
  }

  /**
   * Returns how other spans continue from here.
   *
   * @return its traceparent; empty if it is not traced
   */
  Optional<String> traceparent();

  /**
   * Adds what has become known.
   *
   * @param name the name, in OpenTelemetry's conventions, or beginning with {@code cloudadapter.}
   * @param value the value, never a secret
   */
  void attribute(String name, String value);

  /**
   * Adds a number that has become known.
   *
   * @param name as for texts
   * @param value the number
   */
  void attribute(String name, long value);

  /**
   * Links the request that this work follows from at another time, or on another thread. It is more than the parent if
   * several requests led to the same work.
   *
   * @param traceparent that request's
   */
  void link(String traceparent);

  /**
   * Notes that the work has failed.
   *
   * @param type the kind of the error, one of few
   */
  void error(String type);

  /**
   * Does work on the calling thread as part of this span, with what it logs. It does not end the span.
   *
   * @param work the work, which is done in any case
   */
  void run(Runnable work);

  /** Ends the span. A second call does nothing. */
  void end();
}
