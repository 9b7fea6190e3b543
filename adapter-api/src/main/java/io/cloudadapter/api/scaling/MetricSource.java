package io.cloudadapter.api.scaling;

import java.util.OptionalDouble;

/**
 * A source of a metric to which a pool's policies react: a queue of the program, a monitoring system. The library
 * reads it periodically on a thread of its own, one read at a time. A read may take as long as it likes without
 * delaying any pool; the next one starts after it has returned.
 */
@FunctionalInterface
public interface MetricSource {

  /**
   * Returns the metric's present value.
   *
   * @return a finite number; empty if the value is not known at the moment, in which case the pool does nothing
   * @throws Exception if the value cannot be read; the library logs it and reads again at the next time
   */
  OptionalDouble read() throws Exception;
}
