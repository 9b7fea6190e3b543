package io.cloudadapter.cli.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * The reaction of a server to signals of the operating system. The JDK has no exported class for them; the code calls
 * its internal one by reflection, and without it signals have the JDK's default effect.
 */
final class SignalHandlers {
  private static final String SIGNAL = "sun.misc.Signal";

  private SignalHandlers() {}

  /**
   * Runs something at each signal of a kind, in place of what the JDK does.
   *
   * @param name without SIG, such as TERM
   * @param action run on a thread of its own
   * @return whether this system has the signal, and lets it be handled
   */
  static boolean on(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName(SIGNAL);
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object handling = Proxy.newProxyInstance(
          handler.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
            if (method.getName().equals("handle")) {
              action.run();
              return null;
            }
            return switch (method.getName()) {
              case "hashCode" -> System.identityHashCode(self);
              case "equals" -> self == arguments[0];
              default -> name;
            };
          });
      Object one = signal.getConstructor(String.class).newInstance(name);
      signal.getMethod("handle", signal, handler).invoke(null, one, handling);
      return true;
    } catch (ClassNotFoundException | NoSuchMethodException | InstantiationException e) {
      return false;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false; // This system has no such signal, or the JVM is configured to leave signals
      // alone.
    }
  }
}
