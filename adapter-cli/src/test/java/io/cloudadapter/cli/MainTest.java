package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.ref.Reference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MainTest {
  private record Program(HttpClient client, List<Thread> selectors) {}

  @Test
  void an_http_client_leaves_no_thread_for_which_the_exit_would_wait() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    });
    server.start();
    try {
      URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
      CompletableFuture<Program> started = new CompletableFuture<>();
      // Clients of other tests are in other groups.
      new Thread(new ThreadGroup("program"), () -> runProgram(address, started)).start();

      Program program = started.get(30, TimeUnit.SECONDS);

      assertThat(program.selectors()).isNotEmpty();
      for (Thread thread : program.selectors()) {
        thread.join(Duration.ofSeconds(30).toMillis());
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
      // A client that is not used any more ends by itself after a while.
      Reference.reachabilityFence(program.client());
    } finally {
      server.stop(0);
    }
  }

  private static void runProgram(URI address, CompletableFuture<Program> started) {
    try {
      HttpClient http = HttpClient.newHttpClient();
      http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
      Program program = new Program(http, selectors());
      Main.endHttpClients();
      started.complete(program);
    } catch (IOException | InterruptedException | RuntimeException e) {
      started.completeExceptionally(e);
    }
  }

  private static List<Thread> selectors() {
    Thread[] all = new Thread[64];
    int found = Thread.currentThread().getThreadGroup().enumerate(all);
    return Arrays.asList(all).subList(0, found).stream()
        .filter(thread -> thread.getName().endsWith("SelectorManager"))
        .toList();
  }
}
