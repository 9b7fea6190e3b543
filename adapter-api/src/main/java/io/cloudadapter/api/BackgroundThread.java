package io.cloudadapter.api;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Starts threads for calls that wait: virtual ones where Java has them, from 21 on, and daemons elsewhere. */
final class BackgroundThread {
  private static final @Nullable Method START_VIRTUAL = startVirtual();

  private BackgroundThread() {}

  private static @Nullable Method startVirtual() {
    if (Runtime.version().feature() < 21) {
      return null;
    }
    try {
      return Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  static void start(String name, Runnable work) {
    if (START_VIRTUAL != null) {
      try {
        START_VIRTUAL.invoke(null, work);
        return;
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("cannot start a virtual thread", e);
      }
    }
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
