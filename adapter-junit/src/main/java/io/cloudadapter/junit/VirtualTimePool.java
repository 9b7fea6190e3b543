package io.cloudadapter.junit;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Hands each call to the pool of the test, one at a time; its {@code await} lets virtual time pass. */
final class VirtualTimePool implements InvocationHandler {
  private final TestPool test;

  private VirtualTimePool(TestPool test) {
    this.test = test;
  }

  static MachinePool of(TestPool test) {
    return (MachinePool) Proxy.newProxyInstance(
        MachinePool.class.getClassLoader(),
        new Class<?>[] {MachinePool.class},
        new VirtualTimePool(test));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, method, arguments);
    }
    test.lock().lock();
    try {
      if (method.getName().equals("await") && arguments != null) {
        await(arguments);
      }
      return method.invoke(test.present(), arguments);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNull(e.getCause());
    } finally {
      test.lock().unlock();
    }
  }

  /** What the pool itself is asked afterwards, it answers without a wait: time has passed as far as it may. */
  @SuppressWarnings("unchecked")
  private void await(Object[] arguments) {
    test.passUntil(
        (Predicate<? super PoolView>) Objects.requireNonNull(arguments[0], "wish"),
        (Duration) Objects.requireNonNull(arguments[1], "atMost"));
    arguments[1] = Duration.ZERO;
  }

  private @Nullable Object ofObject(Object proxy, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "the pool of a test with seed " + test.seed();
    };
  }
}
