package com.example.cedar.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Cedar's routes, its token, and its errors. Safe for use by any thread. */
final class FakeEndpoint {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FakeProject project;
  private final InstantSource clock;
  private final AtomicInteger requests = new AtomicInteger();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private volatile Optional<FakeLimits> limits = Optional.empty();
  private volatile String projectId = "proj-7";

  FakeEndpoint(FakeProject project, InstantSource clock) {
    this.project = project;
    this.clock = clock;
  }

  private record Answer(int status, JsonNode body) {
    static Answer ok(JsonNode body) {
      return new Answer(200, body);
    }

    static Answer accepted(String operation) {
      return new Answer(202, JsonNodeFactory.instance.objectNode().put("operation", operation));
    }
  }

  void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Answer answer = answer(exchange, body);
      seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
      exchange.getResponseHeaders().set("Cedar-Request-Id", "r-" + requests.incrementAndGet());
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      byte[] reply = JSON.writeValueAsBytes(answer.body());
      exchange.sendResponseHeaders(answer.status(), reply.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(reply);
      }
    }
  }

  private Answer answer(HttpExchange exchange, byte[] body) {
    try {
      return route(exchange, body);
    } catch (CedarRefusal refusal) {
      ObjectNode error = error(refusal.code, refusal.getMessage());
      refusal.details.forEach(error::put);
      return new Answer(refusal.status, error);
    } catch (IOException | RuntimeException wrong) {
      return new Answer(500, error("INTERNAL", wrong.toString()));
    }
  }

  private static ObjectNode error(String code, String message) {
    return JsonNodeFactory.instance.objectNode().put("code", code).put("message", message);
  }

  private Answer route(HttpExchange exchange, byte[] body) throws IOException {
    URI uri = exchange.getRequestURI();
    String method = exchange.getRequestMethod();
    String route = method + " " + uri.getPath();
    if (!uri.getPath().startsWith("/v1/addresses")) {
      limits.ifPresent(buckets -> buckets.count(method));
    }
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    if (!("Bearer " + CedarCloud.TOKEN).equals(authorization)) {
      throw new CedarRefusal(401, "BAD_TOKEN", "the token is wrong");
    }
    switch (route) {
      case "GET /v1/project":
        return Answer.ok(JsonNodeFactory.instance.objectNode().put("id", projectId));
      case "GET /v1/catalog":
        return Answer.ok(project.catalog());
      case "GET /v1/machines":
        return Answer.ok(list(uri, project::list));
      case "GET /v1/addresses":
        return Answer.ok(list(uri, project::addresses));
      case "POST /v1/addresses":
        return new Answer(
            201,
            project.makeAddress(
                object(body),
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Request-Id"))));
      case "POST /v1/machines":
        String key = exchange.getRequestHeaders().getFirst("Request-Id");
        return Answer.accepted(project.launch(object(body), Optional.ofNullable(key)));
      default:
        return routeById(method, uri.getPath().split("/", -1), body)
            .orElseThrow(() -> new CedarRefusal(404, "NO_SUCH_PATH", route));
    }
  }

  private Optional<Answer> routeById(String method, String[] path, byte[] body) throws IOException {
    if (path.length != 4 || !path[1].equals("v1")) {
      return Optional.empty();
    }
    return switch (method + " " + path[2]) {
      case "GET operations" -> Optional.of(Answer.ok(project.operation(path[3])));
      case "GET machines" -> Optional.of(Answer.ok(project.look(path[3])));
      case "DELETE machines" -> Optional.of(Answer.accepted(project.delete(path[3])));
      case "PUT addresses" ->
        Optional.of(Answer.ok(
            project.attachAddress(path[3], object(body).path("machine").asText())));
      case "DELETE addresses" -> Optional.of(Answer.ok(project.releaseAddress(path[3])));
      default -> Optional.empty();
    };
  }

  private static JsonNode object(byte[] body) throws IOException {
    JsonNode read = JSON.readTree(body);
    if (!read.isObject()) {
      throw new CedarRefusal(400, "INVALID_REQUEST", "the body must be a JSON object");
    }
    return read;
  }

  /** Reads a page of something. */
  private interface Lister {
    ObjectNode page(Map<String, String> tags, String after, int limit);
  }

  private static ObjectNode list(URI uri, Lister lister) {
    String query = Optional.ofNullable(uri.getRawQuery()).orElse("");
    Map<String, String> tags = new TreeMap<>();
    String after = "";
    int limit = 100;
    for (String part : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      String[] pair = part.split("=", 2);
      String value = URLDecoder.decode(pair[1], StandardCharsets.UTF_8);
      switch (pair[0]) {
        case "tag" -> tags.put(value.split(":", 2)[0], value.split(":", 2)[1]);
        case "after" -> after = value;
        case "limit" -> limit = Math.min(100, Integer.parseInt(value));
        default -> throw new CedarRefusal(400, "INVALID_REQUEST", "no parameter " + pair[0]);
      }
    }
    return lister.page(tags, after, limit);
  }

  void limitRequests() {
    limits = Optional.of(new FakeLimits(clock));
  }

  void projectId(String id) {
    projectId = id;
  }

  List<String> seen() {
    return List.copyOf(seen);
  }
}
