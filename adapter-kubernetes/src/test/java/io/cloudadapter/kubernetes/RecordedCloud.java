package io.cloudadapter.kubernetes;

import io.cloudadapter.api.Secret;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The simulated cloud under the name "recorded", with the user data of the launches that it has prepared. */
final class RecordedCloud {
  private final List<String> userData = new CopyOnWriteArrayList<>();

  List<String> userData() {
    return List.copyOf(userData);
  }

  MachineProviderFactory factory() {
    SimulatedProviderFactory simulated = new SimulatedProviderFactory();
    return proxy(MachineProviderFactory.class, (proxy, method, arguments) -> {
      if (method.getName().equals("name")) {
        return "recorded";
      }
      @Nullable Object result = invoke(simulated, method, arguments);
      return result instanceof MachineProvider provider ? recorded(provider) : result;
    });
  }

  private MachineProvider recorded(MachineProvider provider) {
    return proxy(MachineProvider.class, (proxy, method, arguments) -> {
      if (method.getName().equals("prepare")) {
        ((LaunchSpec) arguments[0]).userData().map(Secret::reveal).ifPresent(userData::add);
      }
      return invoke(provider, method, arguments);
    });
  }

  private static @Nullable Object invoke(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
