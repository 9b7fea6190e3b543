package io.cloudadapter.spi.trace;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Traces nothing. */
final class NoTracing implements Tracing, TraceSpan {
  static final NoTracing INSTANCE = new NoTracing();

  private NoTracing() {}

  @Override
  public Optional<String> current() {
    return Optional.empty();
  }

  @Override
  public TraceSpan begin(
      TraceSpan.Kind kind, String name, Optional<String> parent, Map<String, String> attributes) {
    return this;
  }

  @Override
  public void record(
      String name, String parent, Map<String, String> attributes, Instant began, Instant ended) {
    // There is nowhere to record it.
  }

  @Override
  public void run(String traceparent, Runnable work) {
    work.run();
  }

  @Override
  public Optional<String> traceparent() {
    return Optional.empty();
  }

  @Override
  public void attribute(String name, String value) {
    // There is no span.
  }

  @Override
  public void attribute(String name, long value) {
    // There is no span.
  }

  @Override
  public void link(String traceparent) {
    // There is no span.
  }

  @Override
  public void error(String type) {
    // There is no span.
  }

  @Override
  public void run(Runnable work) {
    work.run();
  }

  @Override
  public void end() {
    // There is no span.
  }
}
