package io.cloudadapter.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** A server that answers as told, and remembers what it was asked. */
public final class FakeServer implements AutoCloseable {
  private record Answer(int status, String body, String etag) {}

  private final HttpServer http;
  private final Map<String, Queue<Answer>> answers = new HashMap<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<String> queries = Collections.synchronizedList(new ArrayList<>());
  private final List<String> tokens = Collections.synchronizedList(new ArrayList<>());

  public FakeServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::handle);
    http.start();
    on("GET /pools", 200, """
        {"pools": [{"name": "web", "url": "/pools/web/pool", "default": true},
                   {"name": "db", "url": "/pools/db/pool", "default": false}]}
        """);
  }

  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** Answers of one line in order; the last one stays. */
  public FakeServer on(String line, int status, String body) {
    return on(line, status, body, "");
  }

  public FakeServer on(String line, int status, String body, String etag) {
    answers.computeIfAbsent(line, l -> new ArrayDeque<>()).add(new Answer(status, body, etag));
    return this;
  }

  /** All requests that came. */
  public List<String> asked() {
    return List.copyOf(asked);
  }

  /** The writes that came, with their bodies. */
  public List<String> writes() {
    return asked.stream().filter(line -> !line.startsWith("GET ")).toList();
  }

  /** The queries that came. */
  public List<String> queries() {
    return List.copyOf(queries);
  }

  public List<String> tokens() {
    return List.copyOf(tokens);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String line = exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(line + (body.isEmpty() ? "" : " " + body));
    if (exchange.getRequestURI().getRawQuery() != null) {
      queries.add(exchange.getRequestURI().getRawQuery());
    }
    tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    Queue<Answer> queue = answers.getOrDefault(line, new ArrayDeque<>());
    Answer answer = queue.size() > 1 ? queue.remove() : queue.peek();
    if (answer == null) {
      answer = new Answer(404, "{\"message\": \"no such path\", \"detail\": \"\"}", "");
    }
    if (!answer.etag.isEmpty()) {
      exchange.getResponseHeaders().set("ETag", answer.etag);
    }
    byte[] bytes = answer.body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
