package com.example.larch;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one HTTP client, and their end.
 *
 * <p>Before Java 21 a client cannot be closed: its selector thread, which watches the sockets, lives until
 * the client has been garbage collected. It also ends when it is interrupted. It is the thread that hands
 * most tasks to the client's executor, so we know it when it does. If a JDK calls it by another name, it ends
 * later, and nothing else changes.
 */
final class LarchThreads implements Executor {
  private final ExecutorService pool;
  private final AtomicReference<@Nullable Thread> selector = new AtomicReference<>();

  LarchThreads(String account) {
    pool = Executors.newCachedThreadPool(task -> {
      Thread thread = new Thread(task, "larch-" + account);
      thread.setDaemon(true);
      return thread;
    });
  }

  @Override
  public void execute(Runnable task) {
    Thread caller = Thread.currentThread();
    if (caller.getName().endsWith("-SelectorManager")) {
      selector.set(caller);
    }
    pool.execute(task);
  }

  void end() {
    Thread watching = selector.get();
    if (watching != null) {
      watching.interrupt();
    }
    pool.shutdownNow();
  }
}
