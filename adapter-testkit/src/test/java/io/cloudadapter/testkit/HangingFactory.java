package io.cloudadapter.testkit;

import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An adapter one of whose calls never comes back.
 *
 * @param call the name of that call
 * @param calls how often it has begun
 */
record HangingFactory(String call, AtomicInteger calls) implements MachineProviderFactory {
  private static final SimulatedProviderFactory RIGHT = new SimulatedProviderFactory();

  HangingFactory(String call) {
    this(call, new AtomicInteger());
  }

  @Override
  public String name() {
    return RIGHT.name();
  }

  @Override
  public ConfigSpec config() {
    return RIGHT.config();
  }

  @Override
  public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
    MachineProvider right = RIGHT.open(config, environment);
    return (MachineProvider) Proxy.newProxyInstance(
        HangingFactory.class.getClassLoader(),
        new Class<?>[] {MachineProvider.class},
        (proxy, method, arguments) -> {
          if (method.getName().equals(call)) {
            calls.incrementAndGet();
            new CountDownLatch(1).await();
          }
          try {
            return method.invoke(right, arguments);
          } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
          }
        });
  }
}
