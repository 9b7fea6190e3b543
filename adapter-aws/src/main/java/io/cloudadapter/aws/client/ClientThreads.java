package io.cloudadapter.aws.client;

import java.net.http.HttpClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/**
 * The threads of one HTTP client and of the SDK's timers, and their end.
 *
 * <p>Before Java 21 a client cannot be closed: the thread that watches its sockets lives until the client
 * has been garbage collected. But it is born into the group of the thread that builds the client, and ends
 * when it is interrupted; so a client built in a group of its own ends when the group is interrupted.
 */
final class ClientThreads {
  private final ThreadGroup group;
  private final ExecutorService pool;
  private final ScheduledThreadPoolExecutor timers;

  ClientThreads(String account) {
    String name = "aws-" + account;
    group = new ThreadGroup(name);
    ThreadFactory factory = task -> {
      Thread thread = new Thread(group, task, name);
      thread.setDaemon(true);
      return thread;
    };
    pool = Executors.newCachedThreadPool(factory);
    timers = new ScheduledThreadPoolExecutor(1, factory);
    // Nearly every timer is cancelled, long before it is due.
    timers.setRemoveOnCancelPolicy(true);
  }

  HttpClient build(HttpClient.Builder builder) {
    builder.executor(pool);
    return CompletableFuture.supplyAsync(builder::build, pool).join();
  }

  void run(Runnable task) {
    pool.execute(task);
  }

  ScheduledExecutorService timers() {
    return timers;
  }

  void end() {
    pool.shutdownNow();
    timers.shutdownNow();
    group.interrupt();
  }
}
