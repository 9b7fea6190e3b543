package io.cloudadapter.spring;

import io.cloudadapter.opentelemetry.OpenTelemetryTracing;
import io.cloudadapter.spi.trace.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Shows requests to pools in the OpenTelemetry of the application, where it has {@code adapter-opentelemetry}. Without
 * a bean of that type, spans go to the global instance.
 */
@AutoConfiguration(before = CloudAdapterAutoConfiguration.class)
@ConditionalOnClass({OpenTelemetry.class, OpenTelemetryTracing.class})
public class PoolTracingAutoConfiguration {

  /** Spring makes it. */
  public PoolTracingAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  Tracing poolTracing(ObjectProvider<OpenTelemetry> application) {
    OpenTelemetry target = application.getIfUnique();
    return target == null ? new OpenTelemetryTracing() : new OpenTelemetryTracing(target);
  }
}
