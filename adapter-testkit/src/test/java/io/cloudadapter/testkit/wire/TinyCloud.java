package io.cloudadapter.testkit.wire;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A cloud of machines that are no more than names: POST makes one, GET lists them, DELETE ends. */
final class TinyCloud implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> machines = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> hosts = new CopyOnWriteArrayList<>();
  private final CountDownLatch made = new CountDownLatch(1);
  private volatile String advertised = "";
  private volatile boolean chunked;

  private TinyCloud(boolean secured) {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try {
      if (secured) {
        HttpsServer https = HttpsServer.create(free, 0);
        https.setHttpsConfigurator(
            new HttpsConfigurator(TestCertificateAuthority.serving(ServerCertificate.OURS)));
        server = https;
      } else {
        server = HttpServer.create(free, 0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/machines", this::machines);
    server.createContext("/catalogue", exchange -> answer(exchange, 200, advertised));
    server.createContext("/empty", exchange -> answer(exchange, 204, ""));
    server.createContext("/elsewhere", exchange -> {
      exchange.getResponseHeaders().set("Location", url() + "/machines");
      answer(exchange, 302, "");
    });
    server.createContext("/echo", exchange -> {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      answer(exchange, 200, body);
    });
    server.createContext("/mirror", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set("Content-Type", "text/plain");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
  }

  static TinyCloud plain() {
    return new TinyCloud(false);
  }

  static TinyCloud secured() {
    return new TinyCloud(true);
  }

  URI url() {
    String scheme = server instanceof HttpsServer ? "https" : "http";
    return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
  }

  /** What really is there. */
  List<String> machines() {
    return List.copyOf(machines);
  }

  /** Waits until there is one. */
  void awaitMachine() throws InterruptedException {
    made.await();
  }

  /** What really came, as method and path. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** What each request called us. */
  List<String> hosts() {
    return List.copyOf(hosts);
  }

  TinyCloud advertises(String text) {
    advertised = text;
    return this;
  }

  TinyCloud inChunks() {
    chunked = true;
    return this;
  }

  private void machines(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    switch (exchange.getRequestMethod()) {
      case "POST" -> {
        machines.add(body);
        made.countDown();
        answer(exchange, 201, "made " + body);
      }
      case "DELETE" -> {
        machines.clear();
        answer(exchange, 204, "");
      }
      default -> answer(exchange, 200, String.join("\n", machines));
    }
  }

  private void answer(HttpExchange exchange, int status, String text) throws IOException {
    requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    hosts.add(exchange.getRequestHeaders().getFirst("Host"));
    exchange.getRequestBody().readAllBytes();
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    boolean none = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, none ? -1 : chunked ? 0 : body.length);
    if (!none) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
