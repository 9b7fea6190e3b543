package com.example.larch.cloud;

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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Larch's front door: tokens, routes, errors. */
final class FakeEndpoint {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TOKEN_LIFETIME = Duration.ofHours(1);

  private final FakeAccount estate;
  private final InstantSource clock;
  private volatile Optional<FakeLimits> meter = Optional.empty();
  private final AtomicInteger requests = new AtomicInteger();
  private final List<RecordedRequest> seen = new CopyOnWriteArrayList<>();

  /** Until when each token is good; guarded by this. */
  private final Map<String, Instant> tokens = new HashMap<>();

  private String secret;
  private String account = "acct-7";

  FakeEndpoint(FakeAccount estate, InstantSource clock, String secret) {
    this.estate = estate;
    this.clock = clock;
    this.secret = secret;
  }

  private record Answer(int status, JsonNode body, Optional<String> etag) {
    Answer(int status, JsonNode body) {
      this(status, body, Optional.empty());
    }

    static Answer of(int status, MachineJson.Tagged machine) {
      return new Answer(status, machine.row(), Optional.of(machine.version()));
    }
  }

  void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Answer answer = answer(exchange, body);
      seen.add(new RecordedRequest(
          exchange.getRequestMethod(), exchange.getRequestURI().toString(), answer.status()));
      exchange.getResponseHeaders().set("X-Request-Id", "r-" + requests.incrementAndGet());
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      answer.etag().ifPresent(etag -> exchange.getResponseHeaders().set("ETag", etag));
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
    } catch (LarchRefusal e) {
      ObjectNode error = error(e.code, e.getMessage());
      e.details.forEach(error::put);
      return new Answer(e.status, error);
    } catch (IOException | RuntimeException e) {
      return new Answer(500, error("INTERNAL", e.toString()));
    }
  }

  private static ObjectNode error(String code, String message) {
    return JsonNodeFactory.instance.objectNode().put("code", code).put("message", message);
  }

  private Answer route(HttpExchange exchange, byte[] body) throws IOException {
    URI uri = exchange.getRequestURI();
    String route = exchange.getRequestMethod() + " " + uri.getPath();
    meter.ifPresent(limits -> limits.count(route));
    if (route.equals("POST /v1/token")) {
      return grant(object(body));
    }
    checkToken(exchange.getRequestHeaders().getFirst("Authorization"));
    if (route.equals("GET /v1/account")) {
      return new Answer(200, JsonNodeFactory.instance.objectNode().put("id", account()));
    }
    if (route.equals("GET /v1/catalog")) {
      return new Answer(200, estate.catalog());
    }
    if (route.equals("POST /v1/machines")) {
      String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
      return new Answer(201, estate.create(object(body), Optional.ofNullable(key)));
    }
    if (route.equals("GET /v1/machines")) {
      return new Answer(200, list(Optional.ofNullable(uri.getRawQuery()).orElse("")));
    }
    String[] parts = uri.getPath().split("/", -1);
    boolean machine = parts.length >= 4 && uri.getPath().startsWith("/v1/machines/");
    if (machine && parts.length == 4) {
      if (exchange.getRequestMethod().equals("GET")) {
        return Answer.of(200, estate.look(parts[3]));
      }
      if (exchange.getRequestMethod().equals("DELETE")) {
        estate.delete(parts[3], "disk=delete".equals(uri.getQuery()));
        return new Answer(202, JsonNodeFactory.instance.objectNode());
      }
    }
    if (machine && parts.length == 5 && parts[4].equals("tags")) {
      String version = exchange.getRequestHeaders().getFirst("If-Match");
      if (version == null) {
        throw new LarchRefusal(400, "INVALID_REQUEST", "If-Match is missing");
      }
      Map<String, String> tags = MachineSpec.tags(object(body).path("tags"));
      return Answer.of(200, estate.tag(parts[3], tags, version));
    }
    boolean actions = machine && parts.length >= 5 && parts[4].equals("actions");
    if (actions && parts.length == 5 && exchange.getRequestMethod().equals("POST")) {
      String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
      if (key == null) {
        throw new LarchRefusal(400, "INVALID_REQUEST", "Idempotency-Key is missing");
      }
      return new Answer(202, estate.act(parts[3], object(body), key));
    }
    if (actions && parts.length == 6 && exchange.getRequestMethod().equals("GET")) {
      return new Answer(200, estate.action(parts[3], parts[5]));
    }
    if (parts.length >= 4 && uri.getPath().startsWith("/v1/balancers/")) {
      return balancer(exchange.getRequestMethod(), parts, body)
          .orElseThrow(() -> new LarchRefusal(404, "NO_SUCH_PATH", route));
    }
    throw new LarchRefusal(404, "NO_SUCH_PATH", route);
  }

  private Optional<Answer> balancer(String method, String[] parts, byte[] body) throws IOException {
    String name = parts[3];
    if (parts.length == 5 && parts[4].equals("machines") && method.equals("PUT")) {
      return Optional.of(new Answer(200, estate.putMachines(name, object(body))));
    }
    if (parts.length != 4) {
      return Optional.empty();
    }
    return switch (method) {
      case "GET" -> Optional.of(new Answer(200, estate.balancer(name)));
      case "PUT" -> Optional.of(new Answer(200, estate.putBalancer(name, object(body))));
      case "DELETE" -> {
        estate.deleteBalancer(name);
        yield Optional.of(new Answer(202, JsonNodeFactory.instance.objectNode()));
      }
      default -> Optional.empty();
    };
  }

  private static JsonNode object(byte[] body) throws IOException {
    JsonNode read = JSON.readTree(body);
    if (!read.isObject()) {
      throw new LarchRefusal(400, "INVALID_REQUEST", "the body must be a JSON object");
    }
    return read;
  }

  private ObjectNode list(String query) {
    Map<String, String> tags = new TreeMap<>();
    String after = "";
    int offset = 0;
    int limit = 100;
    for (String part : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      String[] pair = part.split("=", 2);
      String value = URLDecoder.decode(pair[1], StandardCharsets.UTF_8);
      switch (pair[0]) {
        case "tag" -> tags.put(value.split(":", 2)[0], value.split(":", 2)[1]);
        case "after" -> after = value;
        case "offset" -> offset = Integer.parseInt(value);
        case "limit" -> limit = Math.min(100, Integer.parseInt(value));
        default -> throw new LarchRefusal(400, "INVALID_REQUEST", "no parameter " + pair[0]);
      }
    }
    return estate.list(tags, after, offset, limit);
  }

  private synchronized Answer grant(JsonNode body) {
    boolean known =
        body.path("user").asText().equals("ada") && body.path("secret").asText().equals(secret);
    if (!known) {
      throw new LarchRefusal(401, "BAD_CREDENTIALS", "user or secret is wrong");
    }
    String token = estate.newToken();
    tokens.put(token, clock.instant().plus(TOKEN_LIFETIME));
    ObjectNode granted = JsonNodeFactory.instance.objectNode();
    granted.put("token", token).put("expiresIn", TOKEN_LIFETIME.toSeconds());
    granted.put("expiresAt", clock.instant().plus(TOKEN_LIFETIME).toString());
    return new Answer(200, granted);
  }

  private synchronized void checkToken(@Nullable String header) {
    String token = header != null && header.startsWith("Bearer ") ? header.substring(7) : "";
    Instant until = tokens.get(token);
    if (until == null || !clock.instant().isBefore(until)) {
      throw new LarchRefusal(401, "TOKEN_EXPIRED", "the token has expired");
    }
  }

  synchronized void meter() {
    meter = Optional.of(new FakeLimits(clock));
  }

  synchronized void expireTokens() {
    tokens.clear();
  }

  synchronized void secret(String value) {
    secret = value;
  }

  synchronized void account(String value) {
    account = value;
  }

  private synchronized String account() {
    return account;
  }

  List<RecordedRequest> seen() {
    return List.copyOf(seen);
  }
}
