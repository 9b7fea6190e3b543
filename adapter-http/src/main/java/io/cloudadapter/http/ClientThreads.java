package io.cloudadapter.http;

import java.net.http.HttpClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The threads of one HTTP client, which end with it.
 *
 * <p>Before Java 21 a client cannot be closed: the thread that watches its sockets lives until the client is garbage
 * collected. But that thread belongs to the group of the thread that built the client, and ends when it is interrupted.
 * So the client is built in a group of its own, and the group is interrupted.
 */
final class ClientThreads {
  private final ThreadGroup group;
  private final ExecutorService pool;

  ClientThreads(String name) {
    group = new ThreadGroup(name);
    pool = Executors.newCachedThreadPool(task -> {
      Thread thread = new Thread(group, task, name);
      thread.setDaemon(true);
      return thread;
    });
  }

  HttpClient build(HttpClient.Builder builder) {
    builder.executor(pool);
    return CompletableFuture.supplyAsync(builder::build, pool).join();
  }

  <T> CompletableFuture<T> supply(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, pool);
  }

  void end() {
    pool.shutdownNow();
    group.interrupt();
  }
}
