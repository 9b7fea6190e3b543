package io.cloudadapter.spring;

import io.cloudadapter.core.config.PoolConfigBuilder;

/**
 * A bean that adds to the configuration of pools what properties cannot express: hooks, scaling policies, schedules.
 *
 * <pre>{@code
 * @Bean
 * PoolCustomizer drainBeforeTheEnd() {
 *   return (name, pool) -> pool.hook(drain);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface PoolCustomizer {
  /**
   * Changes the configuration of a pool, after its properties are set.
   *
   * @param name the pool's name
   * @param pool its configuration
   */
  void customize(String name, PoolConfigBuilder pool);
}
