package io.cloudadapter.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

/** A server that answers as told, and remembers what it was asked. */
final class FakeServer implements AutoCloseable {
  /** One request as it came. */
  record Asked(String line, Map<String, String> headers, String body) {}

  /** What to do with one request. */
  interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Queue<Answer>> answers = new HashMap<>();
  private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());

  FakeServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::handle);
    http.setExecutor(threads);
    http.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  List<Asked> asked() {
    return List.copyOf(asked);
  }

  /** Answers of one line in order; the last one stays. */
  FakeServer on(String line, Answer... inOrder) {
    synchronized (answers) {
      answers.computeIfAbsent(line, l -> new ArrayDeque<>()).addAll(List.of(inOrder));
    }
    return this;
  }

  static Answer json(int status, String body, String... headers) {
    return exchange -> {
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
      }
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      send(exchange, status, body.getBytes(StandardCharsets.UTF_8));
    };
  }

  static Answer gzipped(String body) {
    return exchange -> {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (OutputStream gzip = new GZIPOutputStream(bytes)) {
        gzip.write(body.getBytes(StandardCharsets.UTF_8));
      }
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      send(exchange, 200, bytes.toByteArray());
    };
  }

  /** The request is read and perhaps done, but its answer never arrives. */
  static Answer lost() {
    return HttpExchange::close;
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    boolean bodiless = status == 304 || body.length == 0;
    exchange.sendResponseHeaders(status, bodiless ? -1 : body.length);
    if (!bodiless) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String line = exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, String> headers = new HashMap<>();
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
    asked.add(new Asked(line, headers, body));
    Answer answer;
    synchronized (answers) {
      Queue<Answer> queue = answers.getOrDefault(line, new ArrayDeque<>());
      answer = queue.size() > 1 ? queue.remove() : queue.peek();
    }
    if (answer == null) {
      answer = json(404, "{\"message\": \"no such path\", \"detail\": \"\"}");
    }
    answer.to(exchange);
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
