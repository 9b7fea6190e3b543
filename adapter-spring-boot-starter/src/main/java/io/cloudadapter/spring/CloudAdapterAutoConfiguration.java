package io.cloudadapter.spring;

import io.cloudadapter.api.Pools;
import io.cloudadapter.api.hook.HookListener;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.LeaderTask;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.PoolConfigBuilder;
import io.cloudadapter.core.config.TenantConfig;
import io.cloudadapter.health.HealthProber;
import io.cloudadapter.health.ProbeCommands;
import io.cloudadapter.notification.NotificationSender;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.trace.Tracing;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Opens the library with the pools of the properties, and makes each pool a bean of its name.
 *
 * <p>Beans of the types {@link MachineProviderFactory} and {@link ActionHandler} go before what {@link
 * java.util.ServiceLoader} finds; each {@link LeaderTask} runs beside the pools, such as the {@link
 * NotificationSender} for the receivers of the properties;
 * the only {@link HookListener} receives the messages of hooks whose target is a listener; the only {@link Tracing}
 * shows requests. {@link PoolCustomizer}s and {@link CloudAdapterCustomizer}s have the last word. A bean of type {@link
 * Pools} replaces all of it: a library that the program opens itself, a replica, or pools at a server.
 */
@AutoConfiguration
@ConditionalOnProperty(
    prefix = "cloudadapter",
    name = "enabled",
    havingValue = "true",
    matchIfMissing = true)
public class CloudAdapterAutoConfiguration {

  /** Spring makes it. */
  public CloudAdapterAutoConfiguration() {}

  @Bean
  static PoolBeans poolBeans(Environment environment, ConfigurableListableBeanFactory beans) {
    return new PoolBeans(environment, beans);
  }

  /** Opens the library. */
  @Configuration(proxyBeanMethods = false)
  @Conditional(OnPoolsCondition.class)
  @EnableConfigurationProperties(CloudAdapterProperties.class)
  static class Opening {

    /** Before the library, whose bean would be the {@link Pools} of the program. */
    @Bean(destroyMethod = "close")
    @Conditional(OnReceiversCondition.class)
    @ConditionalOnMissingBean({Pools.class, NotificationSender.class})
    NotificationSender poolNotifications(CloudAdapterProperties properties) {
      return new NotificationSender(PropertyReader.checked(properties).receivers());
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean(Pools.class)
    CloudAdapter cloudAdapter(
        CloudAdapterProperties properties,
        ObjectProvider<MachineProviderFactory> providers,
        ObjectProvider<ActionHandler> handlers,
        ObjectProvider<LeaderTask> tasks,
        ObjectProvider<HookListener> listener,
        ObjectProvider<Tracing> tracing,
        ObjectProvider<PoolCustomizer> pools,
        ObjectProvider<CloudAdapterCustomizer> customizers) {
      CloudAdapter.Builder builder = CloudAdapter.builder();
      if (properties.dataDirectory() != null) {
        builder.dataDirectory(properties.dataDirectory());
      }
      if (properties.inMemory()) {
        builder.inMemory();
      }
      PropertyReader reader = PropertyReader.checked(properties);
      List<AccountConfig> accounts = reader.accounts();
      Map<String, PoolConfigBuilder> configs = reader.pools();
      List<TenantConfig> tenants = reader.tenants();
      accounts.forEach(builder::account);
      tenants.forEach(builder::tenant);
      List<PoolConfig> built = new ArrayList<>();
      configs.forEach((name, config) -> {
        pools.orderedStream().forEach(customizer -> customizer.customize(name, config));
        PoolConfig pool = config.build();
        builder.pool(pool);
        built.add(pool);
        if (pool.hooks().stream()
            .anyMatch(hook -> hook.target().channel().equals(HookTarget.LISTENER))) {
          listener.ifUnique(only -> builder.hooks(name, only));
        }
      });
      providers.orderedStream().forEach(builder::provider);
      handlers.orderedStream().forEach(builder::action);
      List<LeaderTask> given = tasks.orderedStream().toList();
      given.forEach(builder::task);
      if (given.stream().noneMatch(HealthProber.class::isInstance)
          && built.stream().anyMatch(pool -> pool.health().enabled())) {
        builder.task(new HealthProber(ProbeCommands.none(), new SecureRandom()));
      }
      tracing.ifUnique(builder::tracing);
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      return builder.open();
    }

    @Bean
    @ConditionalOnBean(CloudAdapter.class)
    @ConditionalOnMissingBean
    CloudAdapterLifecycle cloudAdapterLifecycle(CloudAdapter adapter) {
      return new CloudAdapterLifecycle(adapter);
    }
  }
}
