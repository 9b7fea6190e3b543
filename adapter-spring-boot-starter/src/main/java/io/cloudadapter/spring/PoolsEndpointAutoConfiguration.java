package io.cloudadapter.spring;

import io.cloudadapter.api.Pools;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds {@link PoolsEndpoint} where the actuator exposes it. */
@AutoConfiguration(after = CloudAdapterAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(endpoint = PoolsEndpoint.class)
@ConditionalOnBean(Pools.class)
public class PoolsEndpointAutoConfiguration {

  /** Spring makes it. */
  public PoolsEndpointAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  PoolsEndpoint poolsEndpoint(Pools pools) {
    return new PoolsEndpoint(pools);
  }
}
