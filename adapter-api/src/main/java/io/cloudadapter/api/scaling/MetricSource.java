package io.cloudadapter.api.scaling;

import java.util.OptionalDouble;

/**
 * Where a metric comes from that a pool's policies answer: the program's own queue, a monitoring system.
 * It is asked again and again, by one thread at a time, which is its own: it may wait as long as it likes
 * without holding up any pool, and is not asked anew until it has answered.
 */
@FunctionalInterface
public interface MetricSource {

  /**
   * The metric as it is now.
   *
   * @return a finite number; empty if nothing is known at the moment, which is no reason to do anything
   * @throws Exception if it cannot be told; that is logged, and it is asked again at the next time
   */
  OptionalDouble read() throws Exception;
}
