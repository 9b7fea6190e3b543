package io.cloudadapter.spring;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Pools;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Registers each pool of the properties as a bean of its name, unless the program has a bean of that name. */
final class PoolBeans implements BeanDefinitionRegistryPostProcessor {
  private final Environment environment;
  private final ConfigurableListableBeanFactory beans;

  PoolBeans(Environment environment, ConfigurableListableBeanFactory beans) {
    this.environment = environment;
    this.beans = beans;
  }

  /** The names of the pools that properties configure. */
  static Set<String> names(Environment environment) {
    return Binder.get(environment)
        .bind("cloudadapter.pools", Bindable.mapOf(String.class, Object.class))
        .map(Map::keySet)
        .orElse(Set.of());
  }

  @Override
  public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
    for (String name : names(environment)) {
      if (!registry.containsBeanDefinition(name)) {
        RootBeanDefinition pool = new RootBeanDefinition(MachinePool.class, () -> pool(name));
        pool.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
        // The adapter closes its pools.
        pool.setDestroyMethodName("");
        registry.registerBeanDefinition(name, pool);
      }
    }
  }

  private MachinePool pool(String name) {
    return beans
        .getBean(Pools.class)
        .find(name)
        .orElseThrow(() -> new NoSuchBeanDefinitionException(
            name, "cloudadapter.pools names it, but the bean of type Pools has no pool " + name));
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
    // The definitions are all that is added.
  }
}
