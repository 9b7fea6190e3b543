package io.cloudadapter.core.store.shared;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Makes threads that do not keep the process from ending. */
final class DaemonThreads {
  private DaemonThreads() {}

  static ExecutorService named(String name) {
    return Executors.newCachedThreadPool(work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    });
  }
}
