package io.cloudadapter.spring;

import io.cloudadapter.api.Pools;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds the health of the pools to the actuator of Spring Boot 4. */
@AutoConfiguration(after = CloudAdapterAutoConfiguration.class)
@ConditionalOnClass(
    name = {
      "org.springframework.boot.health.contributor.HealthIndicator",
      "org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator"
    })
@ConditionalOnEnabledHealthIndicator("cloudadapter")
@ConditionalOnBean(Pools.class)
public class Boot4HealthAutoConfiguration {

  /** Spring makes it. */
  public Boot4HealthAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(name = "cloudadapterHealthIndicator")
  HealthIndicator cloudadapterHealthIndicator(Pools pools) {
    PoolsHealth health = new PoolsHealth(pools);
    return () -> {
      PoolsHealth.Result result = health.check();
      return (result.up() ? Health.up() : Health.down())
          .withDetails(result.details())
          .build();
    };
  }
}
