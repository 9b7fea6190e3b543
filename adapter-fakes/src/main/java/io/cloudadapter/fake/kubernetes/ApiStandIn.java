package io.cloudadapter.fake.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * An API server of Kubernetes for tests, over plain HTTP on loopback: objects of any resource, lists in pages, watches,
 * merge patches, deletions with preconditions, evictions, reviews of permissions. It has no admission and no defaults.
 * It can answer wrongly once for each {@link Fault}. Any thread may use it.
 */
public final class ApiStandIn implements AutoCloseable {
  /** The token that is accepted at first. */
  public static final String TOKEN = "a-token-of-the-stand-in";

  private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

  /** What happens to one request. */
  public enum Fault {
    /** It is done, and the connection closed without a reply. */
    LOST_REPLY,
    /** It is not done: 503. */
    UNAVAILABLE,
    /** It is not done: 429 with Retry-After. */
    THROTTLED,
    /** It is not done, and the connection closed. */
    RESET,
    /** It is not done: 200 without a body, as some proxy may answer. */
    EMPTY,
    /** It is not done: 200 with HTML, as a login page on the way answers. */
    GARBLED,
    /** It is not done: 404 with HTML, as a proxy answers that has no such page. */
    NO_PAGE,
    /** It is not done: 200 with JSON that is no object of Kubernetes. */
    OTHER_JSON,
    /** It is done once the test goes on, by {@link #release}. */
    HELD
  }

  /** One request that has arrived. */
  public record Request(String method, String path, String query, JsonNode body) {
    /** Whether it is a watch. */
    public boolean isWatch() {
      return query.contains("watch=1") || query.contains("watch=true");
    }

    private ResourcePath resource() {
      return ResourcePath.of(URI.create(query.isEmpty() ? path : path + "?" + query));
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private record Planned(Predicate<Request> which, Fault fault) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ApiObjects objects = new ApiObjects();
  private final Deque<Planned> faults = new ArrayDeque<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile boolean away;
  private volatile Optional<String> token = Optional.of(TOKEN);
  private volatile Predicate<Request> forbidden = request -> false;
  private boolean released;

  private ApiStandIn(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
    server.createContext("/", this::handle);
  }

  /** Starts one on a free port. */
  public static ApiStandIn start() throws IOException {
    ApiStandIn standIn = new ApiStandIn(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    standIn.server.start();
    return standIn;
  }

  /** Returns its address. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Returns its objects. */
  public ApiObjects objects() {
    return objects;
  }

  /** Returns the requests that have arrived. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** The requests of a method whose path ends so. */
  public List<Request> requests(String method, String end) {
    return requests.stream()
        .filter(request -> request.method().equals(method) && request.path().endsWith(end))
        .toList();
  }

  /** Has the next request of a method, whose path ends so, go wrong. */
  public synchronized void next(String method, String end, Fault fault) {
    faults.add(new Planned(
        request -> request.method().equals(method) && request.path().endsWith(end), fault));
  }

  /** Whether all planned faults have struck. */
  public synchronized boolean isSpent() {
    return faults.isEmpty();
  }

  /** Closes each connection without a reply until it is back. */
  public void away(boolean now) {
    away = now;
  }

  /** The only token that is accepted from now on. */
  public void accepts(String other) {
    token = Optional.of(other);
  }

  /** Has it accept requests without a token, too. */
  public void acceptsAll() {
    token = Optional.empty();
  }

  /** Requests that the role of the caller does not allow. */
  public void forbids(Predicate<Request> which) {
    forbidden = which;
  }

  /** Has requests that are held go on. */
  public synchronized void release() {
    released = true;
    notifyAll();
  }

  private synchronized Optional<Fault> fault(Request request) {
    for (Iterator<Planned> all = faults.iterator(); all.hasNext(); ) {
      Planned planned = all.next();
      if (planned.which().test(request)) {
        all.remove();
        return Optional.of(planned.fault());
      }
    }
    return Optional.empty();
  }

  private synchronized void hold() throws InterruptedException {
    while (!released) {
      wait();
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      byte[] body = exchange.getRequestBody().readAllBytes();
      URI uri = exchange.getRequestURI();
      Request request = new Request(
          exchange.getRequestMethod(),
          uri.getPath(),
          Optional.ofNullable(uri.getRawQuery()).orElse(""),
          body.length == 0 ? ApiJson.MAPPER.missingNode() : ApiJson.MAPPER.readTree(body));
      if (away) {
        return;
      }
      requests.add(request);
      Optional<Fault> fault = fault(request);
      if (fault.isPresent()) {
        switch (fault.get()) {
          case RESET -> {
            return;
          }
          case UNAVAILABLE -> {
            send(
                exchange,
                new ApiReply(503, ApiReply.status(503, "ServiceUnavailable", "try later")));
            return;
          }
          case THROTTLED -> {
            exchange.getResponseHeaders().set("Retry-After", "1");
            send(exchange, new ApiReply(429, ApiReply.status(429, "TooManyRequests", "too many")));
            return;
          }
          case LOST_REPLY -> {
            ApiReply unused = reply(exchange, request);
            return;
          }
          case EMPTY -> {
            exchange.sendResponseHeaders(200, -1);
            return;
          }
          case GARBLED -> {
            html(exchange, 200);
            return;
          }
          case NO_PAGE -> {
            html(exchange, 404);
            return;
          }
          case OTHER_JSON -> {
            send(
                exchange, new ApiReply(200, ApiJson.MAPPER.createObjectNode().put("login", "now")));
            return;
          }
          case HELD -> hold();
        }
      }
      if (request.isWatch()) {
        watch(exchange, request);
      } else {
        send(exchange, reply(exchange, request));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close(); // Without a reply so far, it closes the connection.
    }
  }

  private static void html(HttpExchange exchange, int status) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.sendResponseHeaders(status, 0);
    exchange.getResponseBody().write("<p>secret</p>".getBytes(StandardCharsets.UTF_8));
  }

  private Optional<ApiReply> refusal(HttpExchange exchange, Request request) {
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (token.isPresent() && !("Bearer " + token.get()).equals(given)) {
      return Optional.of(new ApiReply(401, ApiReply.status(401, "Unauthorized", "Unauthorized")));
    }
    return forbidden.test(request)
        ? Optional.of(new ApiReply(
            403, ApiReply.status(403, "Forbidden", "User \"robot\" cannot do " + request)))
        : Optional.empty();
  }

  private ApiReply reply(HttpExchange exchange, Request request) {
    Optional<ApiReply> refusal = refusal(exchange, request);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (request.path().equals("/version")) {
      return new ApiReply(200, ApiJson.MAPPER.createObjectNode().put("gitVersion", "v1.30.2"));
    }
    return request.path().equals(REVIEWS)
        ? review(request)
        : objects.answer(request.method(), request.resource(), request.body());
  }

  /**
   * Whether the caller is allowed something: unless a request for it is forbidden, by method and path. A review that
   * names no object asks for all of them, as at an API server: one that a role names by resourceNames is not enough.
   */
  private ApiReply review(Request request) {
    JsonNode asked = request.body().path("spec").path("resourceAttributes");
    String verb = asked.path("verb").asText("");
    String method = switch (verb) {
      case "create" -> "POST";
      case "list", "watch", "get" -> "GET";
      default -> verb.toUpperCase(Locale.ROOT);
    };
    String namespace = asked.path("namespace").asText("");
    String part = asked.path("subresource").asText("");
    String name = asked.path("name").asText(part.isEmpty() ? "" : "x");
    String path = "/api/v1/" + (namespace.isEmpty() ? "" : "namespaces/" + namespace + "/")
        + asked.path("resource").asText("") + (name.isEmpty() ? "" : "/" + name)
        + (part.isEmpty() ? "" : "/" + part);
    Request tried = new Request(
        method, path, verb.equals("watch") ? "watch=1" : "", ApiJson.MAPPER.missingNode());
    ObjectNode review = request.body().deepCopy();
    review.putObject("status").put("allowed", !forbidden.test(tried));
    return new ApiReply(201, review);
  }

  private void watch(HttpExchange exchange, Request request)
      throws IOException, InterruptedException {
    Optional<ApiReply> refusal = refusal(exchange, request);
    if (refusal.isPresent()) {
      send(exchange, refusal.get());
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      objects.watch(request.resource(), event -> {
        out.write((event + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      });
    }
  }

  private static void send(HttpExchange exchange, ApiReply reply) throws IOException {
    byte[] body = ApiJson.MAPPER.writeValueAsBytes(reply.body());
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(reply.status(), body.length);
    exchange.getResponseBody().write(body);
  }

  /** A kubeconfig file for this server. */
  public String kubeconfig() {
    return kubeconfig(uri(), "", TOKEN);
  }

  /** A kubeconfig file for a server, with the file of its authority if it is not empty. */
  public static String kubeconfig(URI server, String authority, String token) {
    ObjectNode root = ApiJson.MAPPER.createObjectNode();
    root.put("apiVersion", "v1").put("kind", "Config").put("current-context", "test");
    ObjectNode cluster = named(root.putArray("clusters"), "lab").putObject("cluster");
    cluster.put("server", server.toString());
    if (!authority.isEmpty()) {
      cluster.put("certificate-authority", authority);
    }
    named(root.putArray("users"), "robot").putObject("user").put("token", token);
    named(root.putArray("contexts"), "test")
        .putObject("context")
        .put("cluster", "lab")
        .put("user", "robot");
    return root.toString();
  }

  private static ObjectNode named(ArrayNode list, String name) {
    return list.addObject().put("name", name);
  }

  /** Ends its watches and requests. */
  @Override
  public void close() {
    release();
    objects.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
