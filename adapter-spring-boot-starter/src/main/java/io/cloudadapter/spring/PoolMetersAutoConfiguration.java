package io.cloudadapter.spring;

import io.cloudadapter.api.Pools;
import io.cloudadapter.micrometer.PoolMeters;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Binds the metrics of the pools to each registry of the program, where it has Micrometer. */
@AutoConfiguration(after = CloudAdapterAutoConfiguration.class)
@ConditionalOnClass({MeterBinder.class, PoolMeters.class})
@ConditionalOnBean(Pools.class)
public class PoolMetersAutoConfiguration {

  /** Spring makes it. */
  public PoolMetersAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  PoolMeters poolMeters(Pools pools) {
    return new PoolMeters(pools);
  }
}
