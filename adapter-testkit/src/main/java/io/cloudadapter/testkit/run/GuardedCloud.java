package io.cloudadapter.testkit.run;

import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.testkit.subject.FaultHook;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.subject.TestCloudConsole;
import io.cloudadapter.testkit.subject.TestCloudFactory;
import io.cloudadapter.testkit.subject.TestReceiver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A test cloud whose exceptions are kept apart from the adapter's: an error of its author leaves a rule untested,
 * with the place of the error. An exception about an ability that the cloud lacks passes through.
 */
public final class GuardedCloud {
  private GuardedCloud() {}

  /** Starts a cloud, with its console and its fault point guarded like itself. */
  static TestCloud start(TestCloudFactory clouds, SimulatedClock clock, long seed) {
    try {
      return guarded(TestCloud.class, clouds.start(clock, seed));
    } catch (RuntimeException | Error wrong) {
      // A cloud may throw anything, and no adapter has been asked anything yet.
      throw broken("TestCloudFactory.start", wrong);
    }
  }

  /** Starts the far end of a channel, guarded in the same way. */
  public static TestReceiver receiver(Supplier<TestReceiver> receivers) {
    try {
      return guarded(TestReceiver.class, receivers.get());
    } catch (RuntimeException | Error wrong) {
      // A receiver may throw anything, and no channel has been asked anything yet.
      throw broken("the receiver's start", wrong);
    }
  }

  private static <T> T guarded(Class<T> type, T target) {
    Object guard = Proxy.newProxyInstance(
        GuardedCloud.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> answer(type, target, method, arguments));
    return type.cast(guard);
  }

  private static Object answer(Class<?> type, Object target, Method method, Object[] arguments)
      throws IllegalAccessException {
    try {
      Object answer = method.invoke(target, arguments);
      if (method.getName().equals("console") && answer instanceof Optional<?> console) {
        return console.map(one -> guarded(TestCloudConsole.class, (TestCloudConsole) one));
      }
      if (method.getName().equals("faultPoint") && answer instanceof Optional<?> point) {
        return point.map(one -> guarded(FaultHook.class, (FaultHook) one));
      }
      return answer;
    } catch (InvocationTargetException thrown) {
      Throwable wrong = Objects.requireNonNullElse(thrown.getCause(), thrown);
      if (wrong instanceof UnsupportedOperationException lacking) {
        throw lacking;
      }
      throw broken(type.getSimpleName() + "." + method.getName(), wrong);
    }
  }

  private static NotTestableException broken(String what, Throwable wrong) {
    StackTraceElement[] trace = wrong.getStackTrace();
    String where = trace.length == 0 ? "" : " at " + trace[0];
    return NotTestableException.ofTheCloud(
        "the test's own side failed, not the adapter: " + what + " threw " + wrong + where);
  }
}
