package io.cloudadapter.openstack.client;

import java.net.http.HttpClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads of one HTTP client, and their end.
 *
 * <p>Before Java 21 a client cannot be closed: the thread that watches its sockets lives until the client
 * has been garbage collected. But it is born into the group of the thread that builds the client, and ends
 * when it is interrupted; so a client built in a group of its own ends when the group is interrupted.
 */
final class ClientThreads {
  private final ThreadGroup group;
  private final ExecutorService pool;

  ClientThreads(String account) {
    String name = "openstack-" + account;
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

  void end() {
    pool.shutdownNow();
    group.interrupt();
  }
}
