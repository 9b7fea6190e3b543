package io.cloudadapter.testkit.secret;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hears what SLF4J logs by Logback, at every level. What is logged at a level that the program does not print is heard
 * and not printed. By reflection, because programs that certify an adapter choose the provider of SLF4J. Libraries that
 * write whole requests while they are debugged are heard from INFO on, for no adapter is to blame for the rest.
 */
public final class LogbackListener implements AutoCloseable {
  private static final List<String> LIBRARIES = List.of(
      "org.eclipse.jetty",
      "org.apache",
      "io.netty",
      "io.grpc",
      "okhttp3",
      "reactor",
      "com.amazonaws",
      "software.amazon");

  private static final String CONTEXT = "ch.qos.logback.classic.LoggerContext";

  private final Object root;
  private final Class<?> appenderType;
  private final Object levelBefore;
  private final Object all;
  private final Object info;
  private final int printedFrom;
  private final Map<Object, Optional<Object>> librariesBefore = new LinkedHashMap<>();
  private final List<Object> printers = new ArrayList<>();
  private final Object mine;

  private LogbackListener(Object context, Consumer<String> lines)
      throws ReflectiveOperationException {
    ClassLoader loader = context.getClass().getClassLoader();
    appenderType = Class.forName("ch.qos.logback.core.Appender", true, loader);
    Class<?> levelType = Class.forName("ch.qos.logback.classic.Level", true, loader);
    root = call(context, "getLogger", String.class, "ROOT");
    levelBefore = call(root, "getLevel");
    all = levelType.getField("ALL").get(null);
    info = levelType.getField("INFO").get(null);
    for (String library : LIBRARIES) {
      Object logger = call(context, "getLogger", String.class, library);
      librariesBefore.put(logger, Optional.ofNullable(call(logger, "getLevel")));
    }
    printedFrom = (int) call(levelBefore, "toInt");
    Class<?> throwables =
        Class.forName("ch.qos.logback.classic.spi.ThrowableProxyUtil", true, loader);
    mine = Proxy.newProxyInstance(
        loader, new Class<?>[] {appenderType}, (proxy, method, arguments) -> {
          if (method.getName().equals("doAppend")) {
            lines.accept(text(arguments[0], throwables));
            print(arguments[0]);
          }
          return switch (method.getName()) {
            case "isStarted" -> true;
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "getName", "toString" -> "certification";
            default -> null;
          };
        });
  }

  /**
   * Listens from now on.
   *
   * @param lines gets each line, on the thread that logs it
   * @return the listener; null if the program logs by no Logback
   */
  public static @Nullable LogbackListener listen(Consumer<String> lines) {
    try {
      Object context = Class.forName("org.slf4j.LoggerFactory")
          .getMethod("getILoggerFactory")
          .invoke(null);
      if (!context.getClass().getName().equals(CONTEXT)) {
        return null;
      }
      LogbackListener listener = new LogbackListener(context, lines);
      listener.begin();
      return listener;
    } catch (ReflectiveOperationException | LinkageError without) {
      // There is no SLF4J, or another Logback than this knows: then its lines are heard as they are
      // printed.
      return null;
    }
  }

  private void begin() throws ReflectiveOperationException {
    Iterator<?> appenders = (Iterator<?>) call(root, "iteratorForAppenders");
    appenders.forEachRemaining(printers::add);
    for (Object printer : printers) {
      call(root, "detachAppender", appenderType, printer);
    }
    call(root, "addAppender", appenderType, mine);
    for (Map.Entry<Object, Optional<Object>> library : librariesBefore.entrySet()) {
      if (library.getValue().isEmpty()) {
        call(library.getKey(), "setLevel", info.getClass(), info);
      }
    }
    call(root, "setLevel", all.getClass(), all);
  }

  /** Passes a line on to those that print, unless it would not have come so far before. */
  private void print(Object event) throws ReflectiveOperationException {
    int level = (int) call(call(event, "getLevel"), "toInt");
    if (level >= printedFrom) {
      for (Object printer : printers) {
        appenderType.getMethod("doAppend", Object.class).invoke(printer, event);
      }
    }
  }

  private static String text(Object event, Class<?> throwables)
      throws ReflectiveOperationException {
    String message = String.valueOf(call(event, "getFormattedMessage"));
    Object thrown = call(event, "getThrowableProxy");
    if (thrown == null) {
      return message;
    }
    for (Method method : throwables.getMethods()) {
      if (method.getName().equals("asString")) {
        return message + "\n" + method.invoke(null, thrown);
      }
    }
    return message + "\n" + thrown;
  }

  /** Ends that, and has the program print as before. */
  @Override
  public void close() {
    try {
      call(root, "setLevel", all.getClass(), levelBefore);
      for (Map.Entry<Object, Optional<Object>> library : librariesBefore.entrySet()) {
        call(library.getKey(), "setLevel", info.getClass(), library.getValue().orElse(null));
      }
      call(root, "detachAppender", appenderType, mine);
      for (Object printer : printers) {
        call(root, "addAppender", appenderType, printer);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Logback cannot be left as it was", e);
    }
  }

  private static Object call(Object on, String name) throws ReflectiveOperationException {
    return on.getClass().getMethod(name).invoke(on);
  }

  private static Object call(Object on, String name, Class<?> type, @Nullable Object argument)
      throws ReflectiveOperationException {
    return on.getClass().getMethod(name, type).invoke(on, argument);
  }
}
