package io.cloudadapter.openstack.cloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.jspecify.annotations.Nullable;

/** The front doors of all services, on one port and with paths of their own, as DevStack has them. */
final class FakeEndpoint {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_BODY = 114_688;

  private final FakeKeystone keystone;
  private final FakeNova nova;
  private final FakeZaqar zaqar;
  private final FakeOctavia octavia;
  private final FakeRouter router;
  private final FakeCatalog shelf;
  private final InstantSource clock;
  private final String address;
  private final AtomicInteger requests = new AtomicInteger();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private volatile int newest = 93;

  FakeEndpoint(
      FakeKeystone keystone,
      FakeNova nova,
      FakeOctavia octavia,
      FakeRouter router,
      FakeZaqar zaqar,
      FakeCatalog shelf,
      InstantSource clock,
      String address) {
    this.zaqar = zaqar;
    this.octavia = octavia;
    this.router = router;
    this.keystone = keystone;
    this.nova = nova;
    this.shelf = shelf;
    this.clock = clock;
    this.address = address;
  }

  private record Answer(int status, @Nullable ObjectNode body, Optional<String> token) {
    Answer(int status, @Nullable ObjectNode body) {
      this(status, body, Optional.empty());
    }
  }

  void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Answer answer = answer(exchange, body);
      seen.add(
          exchange.getRequestMethod() + " " + exchange.getRequestURI() + " → " + answer.status());
      exchange
          .getResponseHeaders()
          .set("x-openstack-request-id", "req-" + requests.incrementAndGet());
      answer
          .token()
          .ifPresent(token -> exchange.getResponseHeaders().set("X-Subject-Token", token));
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      byte[] reply = answer.body() == null ? new byte[0] : JSON.writeValueAsBytes(answer.body());
      exchange.sendResponseHeaders(answer.status(), reply.length == 0 ? -1 : reply.length);
      if (reply.length > 0) {
        try (OutputStream out = exchange.getResponseBody()) {
          out.write(reply);
        }
      }
    }
  }

  private Answer answer(HttpExchange exchange, byte[] body) {
    try {
      return route(exchange, body);
    } catch (OpenStackRefusal e) {
      return new Answer(e.status, e.body);
    } catch (IOException | RuntimeException e) {
      return new Answer(500, OpenStackRefusal.nova(500, "Unexpected API Error. " + e).body);
    }
  }

  private Answer route(HttpExchange exchange, byte[] body) throws IOException {
    URI uri = exchange.getRequestURI();
    String method = exchange.getRequestMethod();
    String path = uri.getPath();
    String token = exchange.getRequestHeaders().getFirst("X-Auth-Token");
    if (path.equals("/identity/v3/auth/tokens")) {
      if (method.equals("POST")) {
        FakeKeystone.Login login = keystone.login(JSON.readTree(body));
        return new Answer(201, login.body(), Optional.of(login.token()));
      }
      keystone.check(token);
      String subject = exchange.getRequestHeaders().getFirst("X-Subject-Token");
      return new Answer(200, keystone.described(subject));
    }
    if (body.length > LONGEST_BODY) {
      throw OpenStackRefusal.webob(
          413, "Request is too large. Larger than max_request_body_size (" + LONGEST_BODY + ").");
    }
    keystone.check(token);
    Map<String, String> query = query(uri);
    if (path.startsWith("/compute/v2.1/")) {
      checkVersion(exchange.getRequestHeaders().getFirst("OpenStack-API-Version"));
      return compute(method, path.substring(14).split("/", -1), query, body);
    }
    if (path.equals("/image/v2/images")) {
      return new Answer(200, shelf.images(query, clock.instant()));
    }
    if (path.startsWith("/image/v2/images/")) {
      return new Answer(200, shelf.image(path.substring(17), clock.instant()));
    }
    if (path.startsWith("/load-balancer/v2/lbaas/")) {
      FakeOctavia.Answer answer = octavia.ask(
          method,
          path.substring(24).split("/", -1),
          query,
          body.length == 0 ? JSON.createObjectNode() : object(body));
      return new Answer(answer.status(), answer.body());
    }
    if (path.equals("/network/v2.0/ports")) {
      String filters = Optional.ofNullable(uri.getQuery()).orElse("");
      return new Answer(200, router.port(nova.ports(filters), filters));
    }
    if (path.startsWith("/messaging/v2/queues/") && method.equals("POST")) {
      String client = exchange.getRequestHeaders().getFirst("Client-ID");
      return new Answer(201, zaqar.post(path.split("/", -1)[4], client, object(body)));
    }
    if (path.startsWith("/network/v2.0/routers")) {
      return routers(method, path.substring(13).split("/", -1), body);
    }
    if (path.equals("/container-infra/v1/clusters/detail")) {
      return new Answer(200, FakeRouter.clusters(query));
    }
    if (path.equals("/network/v2.0/networks")) {
      return new Answer(200, shelf.networks(query));
    }
    if (path.equals("/network/v2.0/security-groups")) {
      return new Answer(200, shelf.groups(query));
    }
    throw OpenStackRefusal.webob(404, "The resource could not be found.");
  }

  private Answer routers(String method, String[] parts, byte[] body) throws IOException {
    return switch (method + " " + parts.length) {
      case "GET 2" -> new Answer(200, router.list());
      case "GET 3" -> new Answer(200, router.look(parts[2]));
      case "PUT 4" -> new Answer(200, router.change(parts[2], parts[3], object(body)));
      case "PUT 5" -> {
        router.tag(parts[2], parts[4]);
        yield new Answer(201, null);
      }
      case "DELETE 5" -> {
        router.untag(parts[2], parts[4]);
        yield new Answer(204, null);
      }
      default ->
        throw OpenStackRefusal.neutron(404, "HTTPNotFound", "The resource could not be found.");
    };
  }

  private void checkVersion(@Nullable String wanted) {
    int minor = wanted == null ? 1 : Integer.parseInt(wanted.replaceFirst("compute 2\\.", ""));
    if (minor > newest) {
      throw OpenStackRefusal.nova(
          406,
          "Version 2." + minor + " is not supported by the API. Minimum is 2.1 and maximum is 2."
              + newest + ".");
    }
  }

  private Answer compute(String method, String[] parts, Map<String, String> query, byte[] body)
      throws IOException {
    String route = method + " " + parts[0] + " " + parts.length;
    switch (route) {
      case "GET flavors 1" -> {
        return new Answer(200, nova.flavors());
      }
      case "GET flavors 2" -> {
        return new Answer(200, nova.flavorDetails(query, address));
      }
      case "GET limits 1" -> {
        return new Answer(200, nova.limits());
      }
      case "GET os-availability-zone 1" -> {
        return new Answer(200, nova.zones());
      }
      case "GET os-server-groups 1" -> {
        return new Answer(200, nova.serverGroups());
      }
      case "GET os-keypairs 2" -> {
        return new Answer(200, nova.keyPair(parts[1]));
      }
      case "POST servers 1" -> {
        return new Answer(202, nova.create(object(body)));
      }
      case "GET servers 1" -> {
        return new Answer(200, nova.list(query, false, address));
      }
      case "GET servers 2" -> {
        return parts[1].equals("detail")
            ? new Answer(200, nova.list(query, true, address))
            : new Answer(200, nova.look(parts[1]));
      }
      case "DELETE servers 2" -> {
        nova.delete(parts[1]);
        return new Answer(204, null);
      }
      default -> {
        // Below.
      }
    }
    String below = parts.length == 3 ? method + " " + parts[2] : "";
    return switch (below) {
      case "PUT tags" -> new Answer(200, nova.tag(parts[1], object(body)));
      case "POST metadata" -> new Answer(200, nova.label(parts[1], object(body)));
      case "POST action" -> new Answer(202, nova.act(parts[1], object(body)).orElse(null));
      default -> throw OpenStackRefusal.webob(404, "The resource could not be found.");
    };
  }

  private static JsonNode object(byte[] body) throws IOException {
    JsonNode read = JSON.readTree(body);
    if (!read.isObject()) {
      throw OpenStackRefusal.nova(400, "Malformed request body");
    }
    return read;
  }

  private static Map<String, String> query(URI uri) {
    Map<String, String> query = new TreeMap<>();
    String raw = Optional.ofNullable(uri.getRawQuery()).orElse("");
    for (String part : raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
      String[] pair = part.split("=", 2);
      if (pair.length == 2 && !pair[0].equals("fields")) {
        query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
      }
    }
    return query;
  }

  List<String> seen() {
    return List.copyOf(seen);
  }

  void newest(int minor) {
    newest = minor;
  }
}
