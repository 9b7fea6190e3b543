package io.cloudadapter.proof.secret;

import com.example.larch.LarchTestCloud;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Larch, behind a door that hands its tokens out, and takes them, in other places. */
final class TokenRelay extends LarchTestCloud {
  /** Where a token is in the reply to a login. */
  enum Place {
    /** In the header X-Token. */
    TOKEN_HEADER("X-Token"),
    /** In the header X-Auth-Thing. */
    AUTH_HEADER("X-Auth-Thing"),
    /** In a header whose name says nothing. */
    ANY_HEADER("X-Larch-7"),
    /** In the middle of the body. */
    BODY("X-Larch-7"),
    /** In a cookie. */
    COOKIE("Cookie");

    /** The header of requests that carries it. */
    private final String carrier;

    Place(String carrier) {
      this.carrier = carrier;
    }

    String carrier() {
      return carrier;
    }
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> KEPT =
      Set.of("etag", "retry-after", "content-type", "x-request-id");

  private final Place place;
  private final Set<String> issued;
  private final FaultProxy inner = FaultProxy.open();
  private final URI larch;
  private final HttpServer door;
  private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
    Thread thread = new Thread(work, "token-relay");
    thread.setDaemon(true);
    return thread;
  });
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * A relay.
   *
   * @param issued gets all tokens that are handed out
   */
  TokenRelay(SimulatedClock clock, long seed, Place place, Set<String> issued) {
    super(clock, seed);
    this.place = place;
    this.issued = issued;
    this.larch = URI.create(super.config(inner).get("endpoint"));
    try {
      door = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    door.setExecutor(threads);
    door.createContext("/", this::relay);
    door.start();
  }

  static Set<String> tokens() {
    return Collections.synchronizedSet(new HashSet<>());
  }

  @Override
  public Map<String, String> config(FaultProxy wire) {
    Map<String, String> config = super.config(inner);
    config.put(
        "endpoint",
        wire.to(URI.create("http://127.0.0.1:" + door.getAddress().getPort())).toString());
    return config;
  }

  private void relay(HttpExchange asked) throws IOException {
    try (asked) {
      HttpRequest.Builder request = HttpRequest.newBuilder(larch.resolve(asked.getRequestURI()))
          .method(
              asked.getRequestMethod(),
              BodyPublishers.ofByteArray(asked.getRequestBody().readAllBytes()));
      for (String name : List.of("Content-Type", "Idempotency-Key", "If-Match")) {
        asked
            .getRequestHeaders()
            .getOrDefault(name, List.of())
            .forEach(value -> request.header(name, value));
      }
      for (String value : asked.getRequestHeaders().getOrDefault(place.carrier(), List.of())) {
        request.header("Authorization", "Bearer " + value.substring(value.indexOf('=') + 1));
      }
      HttpResponse<byte[]> reply = client.send(request.build(), BodyHandlers.ofByteArray());
      reply.headers().map().forEach((name, values) -> {
        if (KEPT.contains(name.toLowerCase(java.util.Locale.ROOT))) {
          asked.getResponseHeaders().put(name, new ArrayList<>(values));
        }
      });
      boolean login =
          asked.getRequestURI().getPath().equals("/v1/token") && reply.statusCode() == 200;
      byte[] body = login ? moved(asked, reply.body()) : reply.body();
      asked.sendResponseHeaders(reply.statusCode(), body.length == 0 ? -1 : body.length);
      try (OutputStream out = asked.getResponseBody()) {
        out.write(body);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private byte[] moved(HttpExchange asked, byte[] body) throws IOException {
    ObjectNode granted = (ObjectNode) JSON.readTree(body);
    String token = granted.remove("token").textValue();
    issued.add(token);
    switch (place) {
      case BODY -> granted.putObject("grant").put("value", token);
      case COOKIE ->
        asked.getResponseHeaders().set("Set-Cookie", "sid=" + token + "; Path=/; HttpOnly");
      default -> asked.getResponseHeaders().set(place.carrier(), token);
    }
    return JSON.writeValueAsBytes(granted);
  }

  @Override
  public void close() {
    door.stop(0);
    threads.shutdownNow();
    inner.close();
    super.close();
  }
}
