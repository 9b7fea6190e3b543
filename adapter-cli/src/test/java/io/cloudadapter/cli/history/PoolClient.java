package io.cloudadapter.cli.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.cli.history.SizeAnswer.Accepted;
import io.cloudadapter.cli.history.SizeAnswer.Decided;
import io.cloudadapter.cli.history.SizeAnswer.Numbers;
import io.cloudadapter.cli.history.SizeAnswer.Refused;
import io.cloudadapter.cli.history.SizeAnswer.Seen;
import io.cloudadapter.cli.history.SizeAnswer.Unknown;
import io.cloudadapter.cli.history.SizeCommand.Attach;
import io.cloudadapter.cli.history.SizeCommand.Read;
import io.cloudadapter.cli.history.SizeCommand.Remove;
import io.cloudadapter.cli.history.SizeCommand.Resize;
import io.cloudadapter.cli.history.SizeCommand.SetSize;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One client of the REST API, with its own connections, that sends each command exactly once: a library's client would
 * send it again by itself, under a key.
 */
final class PoolClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private volatile URI server = URI.create("http://127.0.0.1:9");

  /** Where the server is now. */
  void moveTo(URI address) {
    server = address;
  }

  SizeAnswer send(SizeCommand command, Optional<String> key) {
    if (command instanceof Read) {
      return get("/pool/size")
          .<SizeAnswer>map(size -> new Seen(size.path("desiredSize").asInt()))
          .orElseGet(Unknown::new);
    }
    if (command instanceof SetSize set) {
      return post("/pool/size", Map.of("desiredSize", set.desired()), key);
    }
    if (command instanceof Resize resize) {
      return post(
          "/pool/resize",
          Map.of(
              "adjustment_type", resize.adjustment().name(),
              "number", resize.number(),
              "strict", resize.strict()),
          key);
    }
    if (command instanceof Remove remove) {
      return post(
          "/pool/" + remove.machine() + "/" + remove.removal().path(),
          Map.of("decrementDesiredSize", remove.decrement()),
          key);
    }
    return post("/pool/" + ((Attach) command).machine() + "/attach", Map.of(), key);
  }

  /** Takes a machine out of the pool's own choice of those that go when it shrinks. */
  boolean protect(String machine) {
    return post("/pool/" + machine + "/protection", Map.of("protected", true), Optional.empty())
        .acknowledges();
  }

  /** What a path shows, empty if it does not answer. */
  Optional<JsonNode> get(String path) {
    return exchange(request(path).GET().build())
        .filter(reply -> reply.statusCode() == 200)
        .map(PoolClient::body);
  }

  private SizeAnswer post(String path, Map<String, ?> fields, Optional<String> key) {
    HttpRequest.Builder request = request(path).header("Content-Type", "application/json");
    key.ifPresent(name -> request.header("Idempotency-Key", name));
    return exchange(request
            .POST(HttpRequest.BodyPublishers.ofString(JSON.valueToTree(fields).toString()))
            .build())
        .map(PoolClient::answer)
        .orElseGet(Unknown::new);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE);
  }

  private Optional<HttpResponse<String>> exchange(HttpRequest request) {
    try {
      return Optional.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (IOException lost) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** A server error leaves open what was done; every other refusal has no effect. */
  private static SizeAnswer answer(HttpResponse<String> reply) {
    if (reply.statusCode() >= 500) {
      return new Unknown();
    }
    if (reply.statusCode() != 200) {
      return new Refused();
    }
    if (reply.body().isEmpty()) {
      return new Accepted();
    }
    JsonNode decision = body(reply);
    JsonNode pool = decision.path("pool");
    return new Decided(
        decision.path("status").asText().equals("OK"),
        new Numbers(
            pool.path("committed").asInt(),
            pool.path("desiredSize").asInt(),
            new SizeLimits(
                pool.path("minSize").asInt(),
                pool.path("maxSize").asInt(),
                pool.path("cap").asInt())),
        decision.path("capacity").asInt(),
        decision.path("desiredSize").asInt());
  }

  private static JsonNode body(HttpResponse<String> reply) {
    try {
      return JSON.readTree(reply.body());
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + reply.body(), e);
    }
  }
}
