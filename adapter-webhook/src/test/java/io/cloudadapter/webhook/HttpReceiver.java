package io.cloudadapter.webhook;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.cloudadapter.api.hook.HookTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A receiver over HTTP, which answers with one status. */
final class HttpReceiver implements AutoCloseable {
  record Heard(String path, Headers headers, String body) {}

  final List<Heard> heard = new ArrayList<>();
  private final HttpServer server;
  private final String scheme;
  private final java.util.concurrent.ExecutorService threads = Executors.newCachedThreadPool();

  private HttpReceiver(HttpServer server, String scheme, Map<String, String> replies, int status) {
    this.server = server;
    this.scheme = scheme;
    server.setExecutor(threads);
    server.createContext("/", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      synchronized (heard) {
        heard.add(new Heard(
            exchange.getRequestURI().getPath(),
            exchange.getRequestHeaders(),
            new String(body, StandardCharsets.UTF_8)));
      }
      replies.forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    });
    server.start();
  }

  static HttpReceiver answering(int status) {
    return answering(status, Map.of());
  }

  static HttpReceiver answering(int status, Map<String, String> replies) {
    try {
      return new HttpReceiver(HttpServer.create(anyPort(), 0), "http", replies, status);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static HttpReceiver secured(SSLContext tls) throws IOException {
    HttpsServer server = HttpsServer.create(anyPort(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return new HttpReceiver(server, "https", Map.of(), 204);
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  URI url() {
    return URI.create(scheme + "://localhost:" + server.getAddress().getPort() + "/hooks/s3cr3t");
  }

  HookTarget target() {
    return target(Map.of());
  }

  HookTarget target(Map<String, String> more) {
    Map<String, String> parameters = new HashMap<>(more);
    parameters.put("url", url().toString());
    parameters.put("allowPrivate", "true");
    return new HookTarget(HookTarget.WEBHOOK, parameters, Optional.empty());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
